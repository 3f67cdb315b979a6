import { chown, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { FREE_SPACE, SPACE_FILE } from './settings.ts';

/** Both texts are of one length: the file is overwritten in place, which needs no room on a full disk. */
const WRITES = { on: 'default_transaction_read_only = off\n', off: 'default_transaction_read_only = on \n' } as const;

/** Watches the room on the disk. */
export interface SpaceGuard {
  /** True while the database takes no writes for want of room. */
  full(): boolean;
  stop(): void;
}

/** Free bytes for an ordinary account on the disk that holds a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Has the embedded database refuse writes shortly before the disk is full. Without it the write-ahead log would be what
 * finds no room, and PostgreSQL ends on that: then reads fail too, which need no room.
 * @param options.reload makes PostgreSQL read its configuration again
 * @param options.everyMs how often the room is looked at
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
    // A look that failed (the disk itself is away) is repeated with the next; queries report what is wrong meanwhile.
    look()
      .catch(() => undefined)
      .finally(() => {
        looking = false;
      });
  }, everyMs);
  timer.unref();
  return { full: () => full, stop: () => clearInterval(timer) };
}
