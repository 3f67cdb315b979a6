import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { sweepIdleSessions } from '../features/conversation/sessions.ts';
import { deleteExpired } from '../features/privacy/retention.ts';
import { type Jobs, startJobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';

/** The longest a turn may take (60 s at the provider) and some: on a shared database an older one has no writer. */
const SHARED_ABANDONED_AFTER_MS = 90_000;
const RETRY_AFTER_MS = 5_000;

/** What happens without a visitor's call. */
export interface Background {
  /** Gives up what has not begun, and waits for what has: the database may be closed after it. */
  stop(): Promise<void>;
}

/**
 * Settles what an earlier run left, then starts the scheduled jobs, as soon as the database can be used.
 *
 * @param shared whether other instances may be writing turns in this database
 */
export function startBackground(pool: Pool, ready: Promise<void>, shared: boolean, log: Logger): Background {
  let jobs: Jobs | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  const start = async (): Promise<void> => {
    await Promise.race([ready, stopped]);
    if (signal.aborted) return;
    // Without other instances, a turn that is older than this process was left by one that is gone.
    await sweepIdleSessions(pool, shared ? SHARED_ABANDONED_AFTER_MS : Math.ceil(performance.now()));
    if (signal.aborted) return;
    jobs ??= await startJobs(pool, log);
    await jobs.schedule('delete_expired', '23 3 * * *', async () => {
      log.info({ deleted: await deleteExpired(pool) }, 'retention');
    });
    await jobs.schedule('sweep_idle_sessions', '* * * * *', () => sweepIdleSessions(pool, SHARED_ABANDONED_AFTER_MS));
  };
  const startUntilDone = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await start();
      } catch (error) {
        log.warn({ err: error }, 'background work will be tried again');
        await wait(RETRY_AFTER_MS, null, { ref: false, signal }).catch(() => undefined);
      }
    }
  };
  const started = startUntilDone();
  return {
    async stop() {
      stopping.abort();
      await started;
      await jobs?.stop();
    },
  };
}
