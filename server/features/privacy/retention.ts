import { RETENTION_KINDS, type RetentionPreview } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { forgetVisitors } from '../../platform/database/forget-visitors.ts';
import { forgetLastRun, keepLastRun } from '../../platform/database/last-runs.ts';
import type { Queries } from '../../platform/database/queries.ts';
import { SLOW_CONNECTION, slowQuery } from '../../platform/database/slow-query.ts';
import { HELD_RUN, holdOf, type RetentionHold, readHold } from './retention-hold.ts';
import { expiredWhere, KIND_TABLES, type RetentionPlan } from './retention-rules.ts';

/** Rows that go in one statement, so that no visitor's turn waits behind a long deletion. */
const BATCH = 1_000;
/** A clock that is further ahead of the last deletion than this is believed only when somebody says so. */
const CLOCK_LEAP = "interval '24 hours'";
/** Under this number one instance deletes at a time. */
const LOCK = 7_305_001;

/** What is kept for a fixed time. */
const FIXED_RULES = [
  // A sign-in ends a day after its last refresh, or at `ends_at`; until the row goes, its holder is told so.
  { table: 'auth_sessions', key: 'id', where: "refreshed_at < now() - interval '48 hours'" },
  { table: 'invitations', key: 'token_hash', where: 'expires_at < now()' },
  { table: 'known_addresses', key: 'ctid', where: "seen_at < now() - interval '8760 hours'" },
];

/** How a deletion went. */
export type RetentionRun =
  | { state: 'done'; deleted: Record<string, number> }
  /** Nothing was deleted: the clock has leapt, or the server was away for more than a day. */
  | { state: 'held'; hold: RetentionHold }
  /** Another instance is at it. */
  | { state: 'busy' };

/**
 * Deletes what has been kept for as long as was promised. Safe to run at any time, on many instances, and to interrupt.
 *
 * A clock that leaps ahead would delete everything at once, for good. So a run that comes more than a day after the
 * last one deletes nothing where there would be something to delete: whether the server was away or its clock is wrong
 * cannot be told from within. It is held until {@link confirmClock}, or until the clock has gone on steadily for a
 * week.
 */
export async function runRetention(
  pool: Pool,
  planOf: (db: PoolClient) => Promise<RetentionPlan>,
): Promise<RetentionRun> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK]);
    if (!rows[0]?.mine) return { state: 'busy' };
    // Nobody waits for it: a batch on a busy machine may take longer than an answer may.
    await client.query(SLOW_CONNECTION);
    const run = await runAlone(client, await planOf(client));
    // At once, for whoever runs next: the database notices a closed connection a moment later.
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    return run;
  } finally {
    // A connection that is closed lets the lock go, whatever went wrong; one that goes back to the pool would not.
    client.release(true);
  }
}

async function runAlone(client: PoolClient, plan: RetentionPlan): Promise<RetentionRun> {
  const leapt = await client.query<{ at: Date; now: Date }>(
    `SELECT at, now() AS now FROM last_runs WHERE name = 'retention' AND at < now() - ${CLOCK_LEAP}`,
  );
  const leap = leapt.rows[0];
  const rows = leap ? sum(await countExpired(client, plan)) : 0;
  const hold = leap && rows > 0 ? holdOf(await readHold(client), { lastRunAt: leap.at, now: leap.now, rows }) : null;
  if (hold) {
    await keepLastRun(client, HELD_RUN, hold);
    return { state: 'held', hold };
  }
  const deleted: Record<string, number> = {};
  for (const kind of RETENTION_KINDS) {
    const { table, key } = KIND_TABLES[kind];
    const { text, values } = expiredWhere(kind, plan);
    deleted[table] = await deleteInBatches(client, table, key, text, values);
  }
  for (const { table, key, where } of FIXED_RULES)
    deleted[table] = await deleteInBatches(client, table, key, where, []);
  deleted.visitors = (await slowQuery(client, forgetVisitors(), [])).rowCount ?? 0;
  await keepLastRun(client, 'retention', { deleted });
  await forgetLastRun(client, HELD_RUN);
  return { state: 'done', deleted };
}

/** Rows that a deletion under this plan would take now, by kind. */
export async function countExpired(db: Queries, plan: RetentionPlan): Promise<RetentionPreview> {
  const counts = {} as RetentionPreview;
  for (const kind of RETENTION_KINDS) {
    const { text, values } = expiredWhere(kind, plan);
    const { rows } = await db.query<{ n: string }>(
      `SELECT count(*) AS n FROM ${KIND_TABLES[kind].table} WHERE ${text}`,
      values,
    );
    counts[kind] = Number(rows[0]?.n ?? 0);
  }
  return counts;
}

/** All kinds together. */
export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

/** Somebody says that the clock is right: the next run deletes again. @returns false where nothing was held */
export async function confirmClock(db: PoolClient): Promise<boolean> {
  const wasHeld = await forgetLastRun(db, HELD_RUN);
  if (wasHeld) await keepLastRun(db, 'retention', { confirmed: true });
  return wasHeld;
}

async function deleteInBatches(
  client: PoolClient,
  table: string,
  key: string,
  where: string,
  values: unknown[],
): Promise<number> {
  let deleted = 0;
  let rows = BATCH;
  while (rows === BATCH) {
    const statement = `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${where}
      LIMIT ${BATCH})`;
    rows = (await slowQuery(client, statement, values)).rowCount ?? 0;
    deleted += rows;
  }
  return deleted;
}
