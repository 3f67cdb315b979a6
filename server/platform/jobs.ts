import type { Pool } from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from './log.ts';

/** Work that happens later, kept in the database: durable, retried, done once by whichever instance is free. */
export interface Jobs {
  /** Runs `work` at each tick of a cron expression (UTC); one run at a time over all instances. */
  schedule(name: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Stops fetching and lets what runs finish; nothing is being asked of the database after it. */
  stop(): Promise<void>;
}

/** Starts the job runner on a database that is ready and migrated; its own tables live in the schema `jobs`. */
export async function startJobs(pool: Pool, log: Logger): Promise<Jobs> {
  // The runner's own upkeep does not end with its stop; nobody may close the database under it.
  const underWay = new Set<Promise<unknown>>();
  const executeSql = async (text: string, values: unknown[]) => {
    const query = pool.query(text, values);
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
    pollingIntervalSeconds: 10,
    maintenanceIntervalMinutes: 10,
    retryLimit: 3,
    retryBackoff: true,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  await boss.start();
  return {
    async schedule(name, cron, work) {
      await boss.createQueue(name, { name, policy: 'singleton', retryLimit: 3 });
      await boss.work(name, async () => work());
      await boss.schedule(name, cron);
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000, close: false });
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
