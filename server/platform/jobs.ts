import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { inTransaction } from './database/transaction.ts';
import type { Logger } from './log.ts';
import { traced } from './telemetry/tracing.ts';

/** How long a stop waits for running work, which is otherwise done again later. */
const STOP_MS = 5_000;
/** Requests handed over in one commit. */
const RELAYED_AT_ONCE = 500;
/** Jobs of one name that a worker fetches at once. */
const TAKEN_AT_ONCE = 10;
/** How often the runner looks for lost jobs and removes old ones. */
const SUPERVISED_EVERY_S = 600;
/** The longest interval of due work. */
const MAX_INTERVAL_S = 43_200;

/** Hears of jobs. */
export interface JobWatch {
  /** A job of this name may run from now on. */
  known(name: string): void;
  /** A job has run. @param failure why it failed; null if it was done */
  ran(name: string, failure: unknown): void;
}

/** Background jobs, stored in the database: durable, retried, and run once by whichever instance is free. */
export interface Jobs {
  /**
   * Runs `work` once per interval of so many seconds (counted from the epoch, at most {@link MAX_INTERVAL_S}), on one
   * of all instances. Failures are retried three times.
   */
  every(name: string, seconds: number, work: () => Promise<void>): Promise<void>;
  /**
   * Handles requests under this name: rows of `job_requests`, written in the same commit as what they concern. `work`
   * gets the request's key and must be idempotent. Failures are retried five times with growing waits, then given up.
   * Finished and abandoned jobs leave no trace, because a key may be a visitor's session.
   *
   * @param options.together whether up to ten run at once, for work that mostly waits; otherwise one after the other
   * @param options.tries the number of retries, and the seconds before the first; each wait is about twice the one
   * before, with jitter, so that jobs that failed together do not return together
   * @param options.givenUp called with a key whose last retry has failed
   */
  answer(
    name: string,
    work: (key: string) => Promise<void>,
    options?: {
      together?: boolean | (() => boolean);
      tries?: { more: number; firstAfterS: number };
      givenUp?: (key: string) => Promise<void>;
    },
  ): Promise<void>;
  /** Whether a job of this name was handed over and is neither done nor given up. Requests alone do not count. */
  isPending(name: string): Promise<boolean>;
  /** Starts requests written just now at once, instead of at the next poll. */
  nudge(): void;
  /** Stops fetching and lets running work finish; no database queries follow. */
  stop(): Promise<void>;
}

/**
 * Number of the runner's statements prepared per connection; it has fewer that recur, though some per name of a job.
 */
const MAX_PREPARED = 80;
const preparedNames = new Map<string, string>();

/** Gives a statement with values a name, so that the database does not plan it anew each time. */
function prepared(text: string, values: unknown[] = []): { name?: string; text: string; values?: unknown[] } {
  if (values.length === 0) return { text };
  const name = preparedNames.get(text) ?? (preparedNames.size < MAX_PREPARED ? `jobs_${preparedNames.size}` : null);
  if (name === null) return { text, values };
  preparedNames.set(text, name);
  return { name, text, values };
}

type Job = JobWithMetadata<{ key: string }>;

/**
 * Starts the job runner on a database that is ready and migrated; its own tables are in the schema `jobs`.
 *
 * @param intervals.relayMs how often to poll for other instances' requests, missed ones, and jobs that are due
 * @param intervals.restMs the pause after a poll
 */
export async function startJobs(
  pool: Pool,
  log: Logger,
  { relayMs, restMs }: { relayMs: number; restMs: number },
  watch?: JobWatch,
): Promise<Jobs> {
  // The runner's maintenance continues after its stop; the database must not be closed under it.
  const underWay = new Set<Promise<unknown>>();
  const executeSql = async (text: string, values?: unknown[]) => {
    const query = pool.query(prepared(text, values));
    underWay.add(query);
    try {
      return await query;
    } finally {
      underWay.delete(query);
    }
  };
  const boss = new PgBoss({
    db: { executeSql },
    schema: 'jobs',
    // Looking less often lets the database rest: lost jobs can wait, and we use neither job flows nor many instances'
    // queues.
    superviseIntervalSeconds: SUPERVISED_EVERY_S,
    monitorIntervalSeconds: SUPERVISED_EVERY_S,
    maintenanceIntervalSeconds: SUPERVISED_EVERY_S,
    bamIntervalSeconds: SUPERVISED_EVERY_S,
    queueCacheIntervalSeconds: SUPERVISED_EVERY_S,
    flowIntervalSeconds: 86_400,
    registerInstance: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
    // The runner's own clock and workers do not await the database's response about an outcome: a database that is away
    // at that moment would end the whole process.
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  /** Polls per name for jobs handed over. Never rejects. */
  const workers = new Map<string, () => void>();
  const working = new Set<Promise<void>>();
  let relaying: Promise<void> | null = null;
  let nudged = false;
  /** Whether all queues are to be polled, not only those that get jobs now. */
  let polledNext = false;
  const stopping = new AbortController();
  const rest = () => wait(restMs, null, { ref: false, signal: stopping.signal }).catch(() => undefined);
  const relayAll = async (): Promise<void> => {
    do {
      nudged = false;
      const isPoll = polledNext;
      polledNext = false;
      const handed = await relay(pool, boss, [...workers.keys()]);
      for (const [name, work] of workers) if (isPoll || handed.has(name)) work();
      await rest();
    } while (nudged && !stopping.signal.aborted);
  };
  const nudge = (): void => {
    nudged = true;
    if (stopping.signal.aborted || relaying) return;
    relaying = relayAll()
      .catch((error: unknown) => log.warn({ err: error }, 'requested work will be looked for again'))
      .finally(() => {
        relaying = null;
      });
  };
  const due = new Map<string, () => Promise<unknown>>();
  const looking = setInterval(() => {
    for (const ask of due.values()) void ask().catch((error: unknown) => log.warn({ err: error }, 'jobs'));
    poll();
  }, relayMs);
  looking.unref();
  const poll = (): void => {
    polledNext = true;
    nudge();
  };

  /**
   * Passes the jobs of a name to `run` at every poll. Calling it again, after a start that failed halfway,
   * keeps the existing worker and nudges it.
   */
  function serve(name: string, together: boolean | (() => boolean), run: (job: Job) => Promise<unknown>): void {
    if (workers.has(name)) {
      poll();
      return;
    }
    watch?.known(name);
    const options = { batchSize: TAKEN_AT_ONCE, includeMetadata: true as const };
    const oneByOne = async (jobs: Job[]): Promise<void> => {
      for (const [at, job] of jobs.entries()) {
        if (stopping.signal.aborted) {
          // Jobs that are fetched and left would wait a quarter of an hour before they count as lost.
          const left = jobs.slice(at).map(({ id }) => id);
          await boss.fail(name, left);
          return;
        }
        await run(job);
      }
    };
    const drain = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        const jobs = await boss.fetch<{ key: string }>(name, options);
        if (jobs.length === 0) return;
        const isTogether = typeof together === 'function' ? together() : together;
        if (isTogether) await settleAll(jobs.map(run));
        else await oneByOne(jobs);
      }
    };
    let again = false;
    let busy = false;
    const start = async (): Promise<void> => {
      busy = true;
      try {
        do {
          again = false;
          await drain();
        } while (again);
      } catch (error) {
        log.warn({ err: error, job: name }, 'requested work will be looked for again');
      } finally {
        busy = false;
      }
    };
    workers.set(name, () => {
      again = true;
      if (busy || stopping.signal.aborted) return;
      const run = start().finally(() => working.delete(run));
      working.add(run);
    });
    poll();
  }

  /** Whether the work was done. */
  async function tried({ name, retryCount }: Job, work: () => Promise<void>): Promise<boolean> {
    try {
      await traced(`job ${name}`, work, { kind: 'server' });
      watch?.ran(name, null);
      return true;
    } catch (error) {
      watch?.ran(name, error ?? new Error('failed'));
      log.warn({ err: error, job: name, tries: retryCount + 1 }, 'requested work failed');
      return false;
    }
  }

  return {
    nudge,
    async isPending(name) {
      // The runner's own count of a queue is up to a minute old.
      const sql = "SELECT FROM jobs.job WHERE name = $1 AND state < 'completed' LIMIT 1";
      return (await pool.query(sql, [name])).rows.length > 0;
    },
    async answer(name, work, { together = false, tries = { more: 5, firstAfterS: 0 }, givenUp } = {}) {
      const retries = { retryLimit: tries.more, retryDelay: tries.firstAfterS, retryBackoff: true };
      await boss.createQueue(name, { policy: 'short', ...retries });
      // A queue created by an older release would keep its own retry settings.
      await boss.updateQueue(name, retries);
      // A failing job does not fail its batch.
      serve(name, together, async (job) => {
        const done = await tried(job, () => work(job.data.key));
        if (!done && job.retryCount < job.retryLimit) return boss.fail(name, job.id);
        if (!done) await givenUp?.(job.data.key);
        return boss.deleteJob(name, job.id);
      });
    },
    async every(name, seconds, work) {
      const kept = { deleteAfterSeconds: MAX_INTERVAL_S };
      await boss.createQueue(name, { policy: 'singleton', retryLimit: 3, retryBackoff: true, ...kept });
      const ask = () => boss.send(name, {}, { singletonSeconds: seconds });
      await ask();
      due.set(name, ask);
      // A finished job is kept until the runner removes it: it stands for its interval.
      serve(name, false, async (job) =>
        (await tried(job, work)) ? boss.complete(name, job.id) : boss.fail(name, job.id),
      );
    },
    async stop() {
      stopping.abort();
      clearInterval(looking);
      await relaying;
      await Promise.race([Promise.all(working), wait(STOP_MS, null, { ref: false })]);
      await boss.stop({ graceful: true, timeout: STOP_MS, close: false });
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/** Waits for all promises, then rejects with the first rejection. */
async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) if (result.status === 'rejected') throw result.reason;
}

/** Hands requests to the job runner, each exactly once. @returns the names of those that it handed over */
async function relay(pool: Pool, boss: PgBoss, names: readonly string[]): Promise<Set<string>> {
  const all = new Set<string>();
  let handed = RELAYED_AT_ONCE;
  while (handed === RELAYED_AT_ONCE && names.length > 0) {
    handed = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ name: string; key: string }>(
        `DELETE FROM job_requests WHERE id IN
           (SELECT id FROM job_requests WHERE name = ANY ($1) ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING name, key`,
        [names, RELAYED_AT_ONCE],
      );
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      for (const [name, requests] of Map.groupBy(rows, (row) => row.name)) {
        const jobs = requests.map(({ key }) => ({ data: { key }, singletonKey: key }));
        await boss.insert(name, jobs, { db });
        all.add(name);
      }
      return rows.length;
    });
  }
  return all;
}
