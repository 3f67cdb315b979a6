import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './binaries.ts';
import { signalTo, stopOrphans } from './orphan-processes.ts';
import type { Postmaster } from './postmaster.ts';
import { type freeBytes, guardSpace, type SpaceGuard } from './space-guard.ts';

/** The part of the log in use. */
export interface DatabaseLog {
  warn(fields: object, message: string): void;
}

/** Waits between attempts to start a database that died; the last one repeats. */
const RESTART_AFTER_MS = [0, 100, 250, 500, 1_000, 2_000, 5_000];

/** A database that ran longer than this is restarted without a wait. */
const STEADY_AFTER_MS = 60_000;

/** A database that is restarted whenever it ends. */
interface Supervised {
  /** PID of the database process; null while it is not running. */
  pid(): number | null;
  /** Whether writes are refused because the disk is full. */
  full(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts the database and restarts it whenever it ends, until it is stopped.
 *
 * @throws DatabaseStartError if the first start fails; later failures are retried forever
 */
export async function supervise(options: {
  start: () => Promise<Postmaster>;
  databaseFolder: string;
  socketFolder: string | null;
  account: Account | null;
  log: DatabaseLog | undefined;
  free: typeof freeBytes;
  spaceCheckMs: number;
}): Promise<Supervised> {
  const { start, databaseFolder, socketFolder, account, log } = options;
  const stopping = new AbortController();
  let current: Postmaster | null = null;
  const guard: SpaceGuard = await guardSpace({
    databaseFolder,
    account,
    free: options.free,
    everyMs: options.spaceCheckMs,
    reload: () => current && signalTo(current.pid, 'SIGHUP'),
    onChange: (full, free) =>
      log?.warn({ free_bytes: free }, full ? 'no room on the disk: writes stop' : 'room again: writes go on'),
  });
  const first = await start().catch((error) => {
    guard.stop();
    throw error;
  });
  current = first;

  const keepRunning = async () => {
    for (let running: Postmaster = first, attempt = 0; ; ) {
      const since = Date.now();
      const reason = await running.ended;
      current = null;
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STEADY_AFTER_MS) attempt = 0;
      log?.warn({ reason }, 'the embedded database ended and is started again');
      let next: Postmaster | null = null;
      while (!next) {
        const pause = RESTART_AFTER_MS[Math.min(attempt, RESTART_AFTER_MS.length - 1)];
        attempt += 1;
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        next = await restart().catch((error: Error) => {
          log?.warn({ reason: error.message }, 'the embedded database could not be started again');
          return null;
        });
      }
      if (stopping.signal.aborted) return next.stop();
      running = next;
      current = next;
    }
  };
  const restart = async () => {
    await stopOrphans(databaseFolder);
    if (socketFolder) {
      // The lock file beside the socket names a PID that another program may have by now.
      await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
    }
    return start();
  };
  const kept = keepRunning();
  return {
    pid: () => current?.pid ?? null,
    full: guard.full,
    async stop() {
      stopping.abort();
      guard.stop();
      await current?.stop();
      // A restart in progress stops what it started.
      await kept;
    },
  };
}
