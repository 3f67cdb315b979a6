import { RETENTION_LEADS_DAYS, RETENTION_TRANSCRIPTS_DAYS } from '@understudy/contract/constants';
import type { Pool } from 'pg';

/** Rows that go in one statement, so that no visitor's turn waits behind a long deletion. */
const BATCH = 1_000;

/** What is kept for how long, as /privacy says; what hangs on a session goes with it. */
const RULES = [
  { table: 'sessions', key: 'id', since: 'last_active_at', days: RETENTION_TRANSCRIPTS_DAYS },
  // Each memory says itself until when: a year from when it was said at the latest.
  { table: 'memories', key: 'id', since: 'expires_at', days: 0 },
  { table: 'leads', key: 'visitor_id', since: 'last_seen_at', days: RETENTION_LEADS_DAYS },
  { table: 'action_items', key: 'id', since: 'created_at', days: RETENTION_LEADS_DAYS },
  { table: 'notes', key: 'id', since: 'created_at', days: RETENTION_LEADS_DAYS },
  { table: 'waitlist', key: 'id', since: 'created_at', days: RETENTION_LEADS_DAYS },
  // A sign-in ends a day after its last refresh; until it goes, its holder is told that it has expired.
  { table: 'auth_sessions', key: 'id', since: 'refreshed_at', days: 2 },
  { table: 'invitations', key: 'token_hash', since: 'expires_at', days: 0 },
  { table: 'known_addresses', key: 'ctid', since: 'seen_at', days: 365 },
];

/**
 * Deletes what has been kept for as long as was promised. Safe to run at any time and to interrupt.
 * @returns rows deleted, by table
 */
export async function deleteExpired(pool: Pool): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const { table, key, since, days } of RULES) {
    let rows = BATCH;
    deleted[table] = 0;
    while (rows === BATCH) {
      const result = await pool.query(
        `DELETE FROM ${table} WHERE ${key} IN
           (SELECT ${key} FROM ${table} WHERE ${since} < now() - $1 * interval '1 day' LIMIT ${BATCH})`,
        [days],
      );
      rows = result.rowCount ?? 0;
      deleted[table] += rows;
    }
  }
  return deleted;
}
