import { RETENTION_KINDS, type RetentionPreview, type SettingsAnswer } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { ABOUT_VISITORS, forgetVisitors } from '../../platform/database/forget-visitors.ts';
import { forgetLastRun, readLastRun, saveLastRun } from '../../platform/database/last-runs.ts';
import { SLOW_CONNECTION, slowQuery } from '../../platform/database/pool.ts';
import type { Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { leavePersons, lockLinks } from '../leads/index.ts';
import { ALSO_KEPT, expiredWhere, KIND_TABLES, type RetentionPlan } from './retention-rules.ts';

/** Rows deleted per statement, so that no visitor's turn waits for a long deletion. */
const BATCH = 1_000;
/** A run is held if the last one was longer ago than this. */
const MAX_STEP = "interval '24 hours'";
const DAY_MS = 86_400_000;
/** The largest ordinary step of the clock between two checks: a server may be off overnight. */
const MAX_STEP_MS = DAY_MS;
/** The clock is trusted after this much time in ordinary steps: somebody notices a wrong clock within days. */
const TRUSTED_AFTER_MS = 7 * DAY_MS;

/** The name under which a hold is stored. */
const HELD_RUN = 'retention_held';
/** Advisory lock that lets only one instance delete at a time. */
const LOCK = 7_305_001;

/** Rows with a fixed retention: their table, its key and the SQL condition. */
export const FIXED_RULES = [
  // Longer than sign-ins last without a refresh, so that their holders can still be told that they ended.
  { table: 'auth_sessions', key: 'id', where: "refreshed_at < now() - interval '48 hours'" },
  { table: 'invitations', key: 'token_hash', where: 'expires_at < now()' },
  { table: 'desk_links', key: 'token_hash', where: 'expires_at < now()' },
  // Long enough to look up what became of a mail.
  { table: 'outgoing_mails', key: 'id', where: "created_at < now() - interval '2160 hours'" },
  // Of open items, so that the same due day is not told again.
  {
    table: 'reminders',
    key: 'id',
    where: `sent_at < now() - interval '2160 hours' AND NOT EXISTS
      (SELECT FROM action_items a WHERE a.id = reminders.action_item_id AND a.status = 'open')`,
  },
  { table: 'known_addresses', key: 'ctid', where: "seen_at < now() - interval '8760 hours'" },
];

/** The outcome of a run. */
export type RetentionRun =
  | { state: 'done'; deleted: Record<string, number> }
  /** Nothing was deleted, because the clock may be wrong. */
  | { state: 'held'; hold: RetentionHold }
  /** Another instance is running it. */
  | { state: 'busy' };

/**
 * Deletes everything whose retention has passed. Safe to run at any time and on many instances, and to interrupt.
 *
 * A clock that leaps ahead would delete everything at once, for good. If a run comes more than a day after the last one
 * and rows have expired, it deletes nothing, because the server cannot tell whether it was off or its clock is wrong.
 * Deletion is then on hold until {@link confirmClock}, or until the clock has advanced steadily for a week.
 */
export async function runRetention(
  pool: Pool,
  planOf: (db: PoolClient) => Promise<RetentionPlan>,
): Promise<RetentionRun> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK]);
    if (!rows[0]?.mine) return { state: 'busy' };
    // No request waits for this: on a busy machine, a batch may take longer than the limit for responses.
    await client.query(SLOW_CONNECTION);
    try {
      return await runAlone(client, await planOf(client));
    } finally {
      // For the next run, also after an error: the database takes a moment to notice a closed connection.
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    }
  } finally {
    // Closing the connection releases the lock even if it could not be unlocked; returning it to the pool would not.
    client.release(true);
  }
}

/** Runs under the lock. */
async function runAlone(client: PoolClient, plan: RetentionPlan): Promise<RetentionRun> {
  const leapt = await client.query<{ at: Date; now: Date }>(
    `SELECT at, now() AS now FROM last_runs WHERE name = 'retention' AND at < now() - ${MAX_STEP}`,
  );
  const leap = leapt.rows[0];
  const rows = leap ? sum(await countExpired(client, plan)) : 0;
  const hold = leap && rows > 0 ? holdOf(await readHold(client), { lastRunAt: leap.at, now: leap.now, rows }) : null;
  if (hold) {
    await saveLastRun(client, HELD_RUN, hold);
    return { state: 'held', hold };
  }
  const deleted: Record<string, number> = {};
  for (const kind of RETENTION_KINDS) {
    const { table, key } = KIND_TABLES[kind];
    const { text, values } = expiredWhere(kind, plan);
    deleted[table] = await deleteInBatches(client, table, key, text, values);
  }
  for (const also of ALSO_KEPT) {
    const { kind, table, key } = also;
    const { text, values } = expiredWhere(kind, plan, also);
    deleted[table] = await deleteInBatches(client, table, key, text, values);
  }
  for (const { table, key, where } of FIXED_RULES)
    deleted[table] = await deleteInBatches(client, table, key, where, []);
  deleted.visitors = (await slowQuery(client, forgetVisitors(), [])).rowCount ?? 0;
  await leaveForgotten(client);
  await saveLastRun(client, 'retention', { deleted });
  await forgetLastRun(client, HELD_RUN);
  return { state: 'done', deleted };
}

/** Takes visitors of whom nothing else is kept out of the links, in one transaction. */
async function leaveForgotten(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  try {
    await lockLinks(client);
    await leavePersons(client, await forgottenInLinks(client));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Visitors in links of whom nothing else is kept. */
async function forgottenInLinks(client: PoolClient): Promise<string[]> {
  const nothing = ABOUT_VISITORS.map((table) => `NOT EXISTS (SELECT FROM ${table} o WHERE o.visitor_id = k.id)`);
  const { rows } = await slowQuery<{ id: string }>(
    client,
    `SELECT id FROM (SELECT visitor_id AS id FROM person_links UNION SELECT other_id FROM person_links) AS k
     WHERE id IS NOT NULL AND ${nothing.join(' AND ')}`,
    [],
  );
  return rows.map(({ id }) => id);
}

/** How many rows a run under this plan would delete now, by kind. */
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
  for (const also of ALSO_KEPT) {
    const { kind, table } = also;
    const { text, values } = expiredWhere(kind, plan, also);
    const { rows } = await db.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} WHERE ${text}`, values);
    counts[kind] += Number(rows[0]?.n ?? 0);
  }
  return counts;
}

/** The total over all kinds. */
export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

/** @param confirmed the number that the caller has confirmed @throws AppError `confirmation_needed` for another one */
export function requireConfirmed(rows: number, confirmed: number | undefined, things = ['record', 'records']): void {
  if (confirmed === rows) return;
  const sentence = `This deletes ${rows} ${things[rows === 1 ? 0 : 1]}. Please confirm that number.`;
  throw new AppError('confirmation_needed', sentence, { rows });
}

/** Confirms that the clock is right, so that the next run deletes again. @returns false if there was no hold */
export async function confirmClock(db: PoolClient): Promise<boolean> {
  const wasHeld = await forgetLastRun(db, HELD_RUN);
  if (wasHeld) await saveLastRun(db, 'retention', { confirmed: true });
  return wasHeld;
}

/** @returns how many rows were deleted */
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

/** Why deletion is on hold, and its progress. */
interface RetentionHold {
  last_run_at: string;
  /** How many rows would be deleted. */
  rows: number;
  since: string;
  /** The time of the last check. */
  seen_at: string;
  /** Time that has passed in ordinary steps since the hold began, in milliseconds. */
  steady_ms: number;
}

/**
 * Updates a hold after another check; null once the clock is trusted. A server that is off for a weekend only waits
 * longer; a leap of more than a week restarts the hold. Pure.
 *
 * @param before null for a hold that begins
 * @param check.rows how many rows would be deleted
 */
export function holdOf(
  before: RetentionHold | null,
  check: { lastRunAt: Date; now: Date; rows: number },
): RetentionHold | null {
  const now = check.now.getTime();
  const step = before ? now - Date.parse(before.seen_at) : Number.POSITIVE_INFINITY;
  const anew = !before || step > TRUSTED_AFTER_MS;
  const steady = anew ? 0 : before.steady_ms + (step <= MAX_STEP_MS ? Math.max(0, step) : 0);
  if (steady >= TRUSTED_AFTER_MS) return null;
  return {
    last_run_at: check.lastRunAt.toISOString(),
    rows: check.rows,
    since: anew ? check.now.toISOString() : before.since,
    seen_at: check.now.toISOString(),
    steady_ms: steady,
  };
}

/** The current hold; null if there is none. */
async function readHold(db: Queries): Promise<RetentionHold | null> {
  return (await readLastRun<RetentionHold>(db, HELD_RUN))?.detail ?? null;
}

/** The current hold in the wire's shape. */
export async function heldRetention(db: Queries): Promise<SettingsAnswer['retention_held']> {
  const hold = await readHold(db);
  if (!hold) return null;
  const { last_run_at, rows, since, seen_at, steady_ms } = hold;
  const deletesAt = new Date(Date.parse(seen_at) + TRUSTED_AFTER_MS - steady_ms);
  return { last_run_at, rows, since, deletes_at: deletesAt.toISOString() };
}
