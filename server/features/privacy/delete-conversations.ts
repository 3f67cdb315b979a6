import type { ConversationsDeletion } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { readLastRun } from '../../platform/database/last-runs.ts';
import type { Queries } from '../../platform/database/queries.ts';
import { requestJob } from '../../platform/database/request-job.ts';
import { SLOW_TRANSACTION, slowQuery } from '../../platform/database/slow-query.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** What is asked of the job runner; its key says nothing, for there is one deletion at a time. */
export const DELETE_CONVERSATIONS_JOB = 'delete_conversations';

/** Rows that go in one statement. */
const BATCH = 1_000;
const OVER = 'consent AND ended_at IS NOT NULL AND started_at < $1 AND ended_at < $1';

/** What is kept of a deletion between its batches. */
interface Kept extends Omit<ConversationsDeletion, 'started_at'> {
  /** The beginning of the day `before` in the owner's time zone. */
  until: string;
}

/** The beginning of a day in a time zone. */
export async function beginningOf(db: Queries, day: string, timeZone: string): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('SELECT $1::date::timestamp AT TIME ZONE $2 AS at', [day, timeZone]);
  return rows[0]?.at ?? new Date(Number.NaN);
}

/** Kept conversations that were over by then. */
export async function countConversations(db: Queries, until: Date): Promise<number> {
  const { rows } = await db.query<{ n: string }>(`SELECT count(*) AS n FROM sessions WHERE ${OVER}`, [until]);
  return Number(rows[0]?.n ?? 0);
}

/** How far the newest deletion is; null where there never was one. */
export async function readDeletion(db: Queries): Promise<ConversationsDeletion | null> {
  const last = await readLastRun<Kept>(db, 'delete_conversations');
  if (!last) return null;
  const { until: _, ...told } = last.detail;
  return { ...told, started_at: last.at.toISOString() };
}

/**
 * Writes down that a deletion is to be done; the job does it.
 * @returns null while another one runs
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
 * Asks once more for a deletion that was written down, is not over, and that nobody is going to do: the job was given
 * up after its last try. Without it, that deletion would stand in the way of all later ones for ever.
 *
 * @param isPending whether the job waits or runs
 * @returns whether it was asked for
 */
export async function resumeDeletion(pool: Pool, isPending: () => Promise<boolean>): Promise<boolean> {
  const deletion = await readDeletion(pool);
  if (!deletion?.running || (await isPending())) return false;
  await inTransaction(pool, (client) => requestJob(client, DELETE_CONVERSATIONS_JOB, 'all'));
  return true;
}

/** Does what {@link beginDeletion} wrote down, from where it was left; each batch is kept with how far it is. */
export async function deleteConversations(pool: Pool): Promise<void> {
  let running = true;
  while (running) {
    running = await inTransaction(pool, async (client) => {
      // Nobody waits for it: a batch on a busy machine may take longer than an answer may.
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
