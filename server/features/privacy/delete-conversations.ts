import type { ConversationsDeletion } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { readLastRun } from '../../platform/database/last-runs.ts';
import type { Queries } from '../../platform/database/queries.ts';
import { requestJob } from '../../platform/database/request-job.ts';
import { SLOW_TRANSACTION, slowQuery } from '../../platform/database/slow-query.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** The job's name. Its key has no meaning, since only one deletion runs at a time. */
export const DELETE_CONVERSATIONS_JOB = 'delete_conversations';

/** Rows deleted per statement. */
const BATCH = 1_000;
const OVER = 'consent AND ended_at IS NOT NULL AND started_at < $1 AND ended_at < $1';

/** The progress of a deletion, saved between its batches. */
interface Kept extends Omit<ConversationsDeletion, 'started_at'> {
  /** The start of the day `before` in the owner's time zone. */
  until: string;
}

/** The start of a day in a time zone. */
export async function beginningOf(db: Queries, day: string, timeZone: string): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('SELECT $1::date::timestamp AT TIME ZONE $2 AS at', [day, timeZone]);
  return rows[0]?.at ?? new Date(Number.NaN);
}

/** Counts the kept conversations that had ended by then. */
export async function countConversations(db: Queries, until: Date): Promise<number> {
  const { rows } = await db.query<{ n: string }>(`SELECT count(*) AS n FROM sessions WHERE ${OVER}`, [until]);
  return Number(rows[0]?.n ?? 0);
}

/** The progress of the latest deletion; null if there never was one. */
export async function readDeletion(db: Queries): Promise<ConversationsDeletion | null> {
  const last = await readLastRun<Kept>(db, 'delete_conversations');
  if (!last) return null;
  const { until: _, ...told } = last.detail;
  return { ...told, started_at: last.at.toISOString() };
}

/**
 * Records a deletion, which the job then carries out.
 * @returns null while another one is running
 */
export async function beginDeletion(
  client: PoolClient,
  deletion: { before: string; until: Date; total: number; by: string },
): Promise<ConversationsDeletion | null> {
  const { before, until, total, by } = deletion;
  const detail: Kept = { before, until: until.toISOString(), total, deleted: 0, running: true, started_by: by };
  const { rowCount } = await client.query(
    `INSERT INTO last_runs AS r (name, detail) VALUES ('delete_conversations', $1)
     ON CONFLICT (name) DO UPDATE SET at = now(), detail = excluded.detail WHERE NOT (r.detail ->> 'running')::boolean`,
    [JSON.stringify(detail)],
  );
  return rowCount ? readDeletion(client) : null;
}

/**
 * Reschedules a recorded deletion that is unfinished and has no job any more, because the job was given up after its
 * last retry. Otherwise it would block all later deletions for ever.
 *
 * @param isPending whether the job is waiting or running
 * @returns whether it was rescheduled
 */
export async function resumeDeletion(pool: Pool, isPending: () => Promise<boolean>): Promise<boolean> {
  const deletion = await readDeletion(pool);
  if (!deletion?.running || (await isPending())) return false;
  await inTransaction(pool, (client) => requestJob(client, DELETE_CONVERSATIONS_JOB, 'all'));
  return true;
}

/**
 * Carries out the deletion recorded by {@link beginDeletion}, from its saved progress on; each batch is committed
 * with its progress.
 */
export async function deleteConversations(pool: Pool): Promise<void> {
  let running = true;
  while (running) {
    running = await inTransaction(pool, async (client) => {
      // No request waits for this: on a busy machine, a batch may take longer than the limit for responses.
      await client.query(SLOW_TRANSACTION);
      const { rows } = await client.query<{ detail: Kept }>(
        "SELECT detail FROM last_runs WHERE name = 'delete_conversations' FOR UPDATE",
      );
      const detail = rows[0]?.detail;
      if (!detail?.running) return false;
      const gone = await slowQuery(
        client,
        `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${OVER} LIMIT ${BATCH})`,
        [detail.until],
      );
      const count = gone.rowCount ?? 0;
      const now = { ...detail, deleted: detail.deleted + count, running: count === BATCH };
      await client.query("UPDATE last_runs SET detail = $1 WHERE name = 'delete_conversations'", [JSON.stringify(now)]);
      return now.running;
    });
  }
}
