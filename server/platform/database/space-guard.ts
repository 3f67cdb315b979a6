import { chown, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { FREE_SPACE, SPACE_FILE } from './settings.ts';

/** Both texts have the same length: the file is overwritten in place, which needs no space on a full disk. */
const WRITES = { on: 'default_transaction_read_only = off\n', off: 'default_transaction_read_only = on \n' } as const;

/** Watches free disk space. */
export interface SpaceGuard {
  /** True while the database refuses writes because the disk is full. */
  full(): boolean;
  stop(): void;
}

/** Free bytes for an ordinary account on a folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Makes the embedded database refuse writes shortly before the disk is full. Otherwise the write-ahead log would run
 * out of space and PostgreSQL would stop: then reads, which need no space, would fail too.
 *
 * @param options.reload makes PostgreSQL reload its configuration
 * @param options.everyMs interval between checks
 */
export async function guardSpace(options: {
  databaseFolder: string;
  account: Account | null;
  reload: () => void;
  onChange: (full: boolean, free: number) => void;
  free: (folder: string) => Promise<number>;
  everyMs: number;
}): Promise<SpaceGuard> {
  const { databaseFolder, account, reload, onChange, free, everyMs } = options;
  const path = join(databaseFolder, SPACE_FILE);
  let full = false;
  let looking = false;
  const look = async () => {
    const bytes = await free(databaseFolder);
    const now = bytes < (full ? FREE_SPACE.enoughBytes : FREE_SPACE.lowBytes);
    if (now === full) return;
    await writeFile(path, now ? WRITES.off : WRITES.on, { flag: 'r+' });
    full = now;
    reload();
    onChange(full, bytes);
  };
  await writeFile(path, WRITES.on);
  if (account) await chown(path, account.uid, account.gid);
  await look();
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    // A failed check (the disk itself is away) is repeated with the next; queries report the problem meanwhile.
    look()
      .catch(() => undefined)
      .finally(() => {
        looking = false;
      });
  }, everyMs);
  timer.unref();
  return { full: () => full, stop: () => clearInterval(timer) };
}
