import { chown, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './binaries.ts';
import { FREE_SPACE, SPACE_FILE } from './settings.ts';

/**
 * The content of {@link SPACE_FILE}. Both texts have the same length, so that overwriting the file in place needs no
 * space.
 */
export const WRITES = {
  on: 'default_transaction_read_only = off\n',
  off: 'default_transaction_read_only = on \n',
} as const;

/** Watches free disk space. */
export interface SpaceGuard {
  /** Whether the database refuses writes because the disk is full. */
  full(): boolean;
  stop(): void;
}

/** Free bytes for an ordinary account on a folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Makes the embedded database refuse writes shortly before the disk is full. Otherwise PostgreSQL would stop once its
 * write-ahead log has no space left, and reads would fail too.
 *
 * @param options.free the free bytes on a folder's disk
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
  let isChecking = false;
  const check = async () => {
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
  await check();
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    // If a check fails, because the disk itself is unavailable, queries report that until the next one.
    check()
      .catch(() => undefined)
      .finally(() => {
        isChecking = false;
      });
  }, everyMs);
  timer.unref();
  return { full: () => full, stop: () => clearInterval(timer) };
}
