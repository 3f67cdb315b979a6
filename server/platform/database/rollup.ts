import type { Pool, PoolClient } from 'pg';
import { inTransaction, type Queries } from './transaction.ts';

/** Tables with data about a visitor, keyed by visitor id. */
export const ABOUT_VISITORS = ['sessions', 'leads', 'memories', 'action_items', 'notes'] as const;

/**
 * Runs a roll-up in one transaction, unless another caller is running it: two at a time would lock each other's rows in
 * different orders.
 *
 * @param lock the advisory lock for this kind of sums
 */
export async function rollUp(pool: Pool, lock: number, work: (client: PoolClient) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ first: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS first', [lock]);
    if (rows[0]?.first) await work(client);
  });
}

/** When a background task last ran, and its result. */
interface LastRun<Detail> {
  at: Date;
  detail: Detail;
}

/**
 * Records that a task ran now, replacing its previous record.
 *
 * @param detail stored as JSON
 */
export async function saveLastRun(db: Queries, name: string, detail: object): Promise<void> {
  await db.query(
    `INSERT INTO last_runs (name, detail) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET at = now(), detail = excluded.detail`,
    [name, JSON.stringify(detail)],
  );
}

/** The task's last run; null if it never ran, or if that was forgotten. */
export async function readLastRun<Detail>(db: Queries, name: string): Promise<LastRun<Detail> | null> {
  const { rows } = await db.query<LastRun<Detail>>('SELECT at, detail FROM last_runs WHERE name = $1', [name]);
  return rows[0] ?? null;
}

/** Deletes the record of a task's last run. @returns whether there was one */
export async function forgetLastRun(db: Queries, name: string): Promise<boolean> {
  return (await db.query('DELETE FROM last_runs WHERE name = $1', [name])).rowCount === 1;
}

/**
 * SQL that deletes visitors about whom nothing else is kept, since their secret would give access to nothing.
 *
 * @param gone SQL of the visitors to check, and of the sessions to ignore: a statement still sees those that it
 * deletes. Without it, all visitors are checked.
 */
export function forgetVisitors(gone?: { visitors: string; sessions: string }): string {
  const nothing = ABOUT_VISITORS.map((table) => {
    const besides = gone && table === 'sessions' ? ` AND o.id NOT IN (${gone.sessions})` : '';
    return `NOT EXISTS (SELECT FROM ${table} o WHERE o.visitor_id = v.visitor_id${besides})`;
  });
  // A visitor who returns at this moment has a new `seen_at` by the time their row could be deleted.
  return `DELETE FROM visitors v USING visitors was
    WHERE was.visitor_id = v.visitor_id AND was.seen_at = v.seen_at
      ${gone ? `AND v.visitor_id IN (${gone.visitors})` : ''} AND ${nothing.join(' AND ')}`;
}
