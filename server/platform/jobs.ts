import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import PgBoss from 'pg-boss';
import { inTransaction } from './database/transaction.ts';
import type { Logger } from './log.ts';

/** How long a stop waits for work that runs; it is done again later. */
const STOP_MS = 5_000;
/** Requests that are handed over in one commit. */
const RELAYED_AT_ONCE = 500;
/** Jobs of one name that a worker takes at a time. */
const TAKEN_AT_ONCE = 10;

/** Work that happens later, kept in the database: durable, retried, done once by whichever instance is free. */
export interface Jobs {
  /**
   * Runs `work` once in each stretch of so many seconds (counted from the epoch, at most 43,200), on one of all
   * instances. What fails is tried again, three times.
   */
  every(name: string, seconds: number, work: () => Promise<void>): Promise<void>;
  /**
   * Does what is asked for under this name by rows of `job_requests`, which are written in the same commit as what they
   * are about. `work` gets the request's key and must bear being done twice; what fails is tried five times more, each
   * time later, and then given up. What was done or given up leaves no trace: a key may be a visitor's session.
   *
   * @param options.together whether up to ten run at a time, for work that mostly waits; one after the other otherwise
   * @param options.tries how many further tries there are, and the seconds before the first; each later one waits about
   * twice as long as the one before it, never exactly, so that what failed together does not come again together
   * @param options.givenUp hears of a key whose last try has failed
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
  /**
   * Whether work of this name was handed over and is neither done nor given up. What is only requested does not count.
   */
  isPending(name: string): Promise<boolean>;
  /** Requests were written just now: they are begun at once instead of at the next look. */
  nudge(): void;
  /** Stops fetching and lets what runs finish; nothing is being asked of the database after it. */
  stop(): Promise<void>;
}

/** Of the runner's statements so many are prepared once a connection; it has fewer that come again and again. */
const PREPARED_MOST = 40;
const preparedNames = new Map<string, string>();

/** A statement with values under a name of its own, so that the database does not plan it anew each time. */
function prepared(text: string, values?: unknown[]): { name?: string; text: string; values?: unknown[] } {
  if (!values?.length) return { text };
  const name = preparedNames.get(text) ?? (preparedNames.size < PREPARED_MOST ? `jobs_${preparedNames.size}` : null);
  if (name === null) return { text, values };
  preparedNames.set(text, name);
  return { name, text, values };
}

type Job = PgBoss.JobWithMetadata<{ key: string }>;

/**
 * Starts the job runner on a database that is ready and migrated; its own tables live in the schema `jobs`.
 * @param intervals.relayMs how often requests of other instances, those that were missed, and what is due are looked for
 * @param intervals.restMs the pause after a look
 */
export async function startJobs(
  pool: Pool,
  log: Logger,
  { relayMs, restMs }: { relayMs: number; restMs: number },
): Promise<Jobs> {
  // The runner's own upkeep does not end with its stop; nobody may close the database under it.
  const underWay = new Set<Promise<unknown>>();
  const executeSql = async (text: string, values: unknown[]) => {
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
    // A minute's delay is nothing to what runs here; asking less often lets the database rest.
    maintenanceIntervalMinutes: 10,
    // Its own clock and workers do not wait for the database's answer about an outcome: one that is away at that moment
    // would be the end of the whole process.
    schedule: false,
    retryLimit: 3,
    retryBackoff: true,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  /** Does what has been handed over under each name. Never rejects. */
  const workers = new Map<string, () => void>();
  const working = new Set<Promise<void>>();
  let relaying: Promise<void> | null = null;
  let nudged = false;
  const stopping = new AbortController();
  const rest = () => wait(restMs, null, { ref: false, signal: stopping.signal }).catch(() => undefined);
  const relayAll = async (): Promise<void> => {
    do {
      nudged = false;
      await relay(pool, boss, [...workers.keys()]);
      for (const work of workers.values()) work();
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
    nudge();
  }, relayMs);
  looking.unref();

  /**
   * Takes what was handed over under a name whenever it is looked for, and gives it to `run`. Asked for once more,
   * after a start that failed halfway, it goes on as it is.
   */
  function serve(name: string, together: boolean | (() => boolean), run: (job: Job) => Promise<unknown>): void {
    if (workers.has(name)) {
      nudge();
      return;
    }
    const options = { batchSize: TAKEN_AT_ONCE, includeMetadata: true as const };
    const oneByOne = async (jobs: Job[]): Promise<void> => {
      for (const [at, job] of jobs.entries()) {
        if (stopping.signal.aborted) {
          // Taken and left, they would wait for a quarter of an hour, until somebody took them for lost.
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
    nudge();
  }

  /** Whether the work was done. */
  async function tried({ name, retryCount }: Job, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      log.warn({ err: error, job: name, tries: retryCount + 1 }, 'requested work failed');
      return false;
    }
  }

  return {
    nudge,
    isPending: async (name) => (await boss.getQueueSize(name, { before: 'completed' })) > 0,
    async answer(name, work, { together = false, tries = { more: 5, firstAfterS: 0 }, givenUp } = {}) {
      const retries = { retryLimit: tries.more, retryDelay: tries.firstAfterS, retryBackoff: true };
      const queue = { name, policy: 'short', ...retries } as const;
      await boss.createQueue(name, queue);
      // A queue that an older release made keeps its own retries otherwise.
      await boss.updateQueue(name, queue);
      // One that fails takes none of its batch with it.
      serve(name, together, async (job) => {
        const done = await tried(job, () => work(job.data.key));
        if (!done && job.retryCount < job.retryLimit) return boss.fail(name, job.id);
        if (!done) await givenUp?.(job.data.key);
        return boss.deleteJob(name, job.id);
      });
    },
    async every(name, seconds, work) {
      await boss.createQueue(name, { name, policy: 'singleton', retryLimit: 3, retryBackoff: true });
      const ask = () => boss.send(name, {}, { singletonSeconds: seconds });
      await ask();
      due.set(name, ask);
      // What is done is kept until the runner clears it away: it stands for its stretch of time.
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

/** Waits for all of them, then rejects as the first that did. */
async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) if (result.status === 'rejected') throw result.reason;
}

/** Hands requests over to the job runner, each exactly once. */
async function relay(pool: Pool, boss: PgBoss, names: readonly string[]): Promise<void> {
  let handed = RELAYED_AT_ONCE;
  while (handed === RELAYED_AT_ONCE && names.length > 0) {
    handed = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ name: string; key: string }>(
        `DELETE FROM job_requests WHERE id IN
           (SELECT id FROM job_requests WHERE name = ANY ($1) ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING name, key`,
        [names, RELAYED_AT_ONCE],
      );
      const jobs = rows.map(({ name, key }) => ({ name, data: { key }, singletonKey: key }));
      const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) };
      if (jobs.length > 0) await boss.insert(jobs, { db });
      return rows.length;
    });
  }
}
