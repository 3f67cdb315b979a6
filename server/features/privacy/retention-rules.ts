import type { RetentionKind, RetentionSettings } from '@understudy/contract/settings';
import type { PoolClient } from 'pg';
import type { Queries } from '../../platform/database/transaction.ts';
import { DEFAULT_SETTINGS, readRetention } from '../settings/index.ts';

/** Job that deletes expired data at once. */
export const DELETE_EXPIRED_NOW_JOB = 'delete_expired_now';

/** A conversation may still start under the previous promise this long, on a page that was open before. */
const PROMISE_LASTS_MS = 86_400_000;

/** A promise of retention periods, and when it was in effect. */
export interface Promised {
  /** Null for the first one. */
  since: Date | null;
  /** Null for the current one. */
  until: Date | null;
  value: RetentionSettings;
}

/** What decides how long rows are kept. */
export interface RetentionPlan {
  /** The current setting. */
  set: RetentionSettings;
  /** All promises so far, oldest first. */
  promises: readonly Promised[];
}

/** A table, its key, the column from which its retention counts, and SQL for when a legal hold (`h`) keeps a row. */
interface KeptTable {
  table: string;
  key: string;
  since: string;
  held: string | null;
}

/**
 * The table of each kind, the column from which its retention counts, and SQL for when a legal hold (`h`) keeps a row.
 * Rows that belong to a session are deleted with it.
 */
export const KIND_TABLES: Record<RetentionKind, KeptTable> = {
  transcripts: { table: 'sessions', key: 'id', since: 'last_active_at', held: 'h.session_id = sessions.id' },
  memories: { table: 'memories', key: 'id', since: 'created_at', held: 'h.session_id = memories.session_id' },
  leads: {
    table: 'leads',
    key: 'visitor_id',
    since: 'last_seen_at',
    held: 'h.session_id IN (SELECT s.id FROM sessions s WHERE s.visitor_id = leads.visitor_id)',
  },
  action_items: {
    table: 'action_items',
    key: 'id',
    since: 'created_at',
    held: 'h.session_id = action_items.session_id',
  },
  notes: { table: 'notes', key: 'id', since: 'created_at', held: 'h.session_id = notes.session_id' },
  waitlist: { table: 'waitlist', key: 'id', since: 'created_at', held: null },
  audit_log: { table: 'audit_log', key: 'id', since: 'at', held: null },
};

/** Tables that are kept as long as another kind: bookings as long as leads, counted from the meeting. */
export const ALSO_KEPT: readonly (KeptTable & { kind: RetentionKind })[] = [
  { kind: 'leads', table: 'bookings', key: 'id', since: 'ends_at', held: 'h.session_id = bookings.session_id' },
];

/** A range of rows and the days for which they are kept; null bounds are open. */
interface Stretch {
  days: number;
  from: Date | null;
  to: Date | null;
}

/**
 * How long rows of a kind are kept, depending on when they were created: as currently set, but never longer than was
 * promised then. Nobody was promised anything about the audit log, and a memory has the promise as its own expiry.
 * Pure.
 * @returns overlapping ranges, of which the shortest applies; none if everything is kept for ever
 */
function stretchesOf(kind: RetentionKind, { set, promises }: RetentionPlan): Stretch[] {
  const now = set[kind];
  const stretches: Stretch[] = now === null ? [] : [{ days: now, from: null, to: null }];
  if (kind === 'audit_log' || kind === 'memories') return stretches;
  for (const { since, until, value } of promises) {
    const days = value[kind];
    if (days === null || (now !== null && days >= now)) continue;
    stretches.push({ days, from: since, to: until && new Date(until.getTime() + PROMISE_LASTS_MS) });
  }
  return stretches;
}

/** Whether any kind would be kept for less time than now. */
export function isShorter(now: RetentionSettings, then: RetentionSettings): boolean {
  return Object.entries(then).some(([kind, days]) => {
    const before = now[kind as RetentionKind];
    return days !== null && (before === null || days < before);
  });
}

/** SQL: the condition for expired rows, and its parameters. A day has 24 hours, even if clocks change. */
export function expiredWhere(
  kind: RetentionKind,
  plan: RetentionPlan,
  { since, held }: Pick<KeptTable, 'since' | 'held'> = KIND_TABLES[kind],
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = stretchesOf(kind, plan).map(({ days, from, to }) => {
    const parts = [`${since} < now() - ${value(days)} * interval '24 hours'`];
    if (from) parts.push(`${since} >= ${value(from)}`);
    if (to) parts.push(`${since} < ${value(to)}`);
    return `(${parts.join(' AND ')})`;
  });
  // Memories have their own expiry too.
  if (kind === 'memories') conditions.push('expires_at < now()');
  const expired = conditions.join(' OR ') || 'false';
  return {
    text: held === null ? expired : `(${expired}) AND NOT EXISTS (SELECT FROM legal_holds h WHERE ${held})`,
    values,
  };
}

/**
 * The current retention plan, read from the database because cached settings may be stale.
 *
 * @param set a setting to check before it applies, in place of the stored one
 * @throws Error if the stored setting is invalid
 */
export async function readRetentionPlan(db: Queries, set?: RetentionPlan['set']): Promise<RetentionPlan> {
  return {
    set: set ?? (await readRetention(db)),
    promises: await readPromises(db, DEFAULT_SETTINGS.retention),
  };
}

/** Records the retention periods promised from now on, in the transaction that sets them. */
export async function savePromise(db: PoolClient, value: RetentionSettings): Promise<void> {
  await db.query('INSERT INTO retention_promises (value) VALUES ($1)', [JSON.stringify(value)]);
}

/**
 * All retention periods ever promised, oldest first.
 * @param usual the defaults, for the time before anything was set and for kinds that an older promise did not include
 */
export async function readPromises(db: Queries, usual: RetentionSettings): Promise<Promised[]> {
  const { rows } = await db.query<{ since: Date; value: Partial<RetentionSettings> }>(
    'SELECT since, value FROM retention_promises ORDER BY since, id',
  );
  const starts = [{ since: null, value: {} }, ...rows];
  return starts.map(({ since, value }, index) => ({
    since,
    until: starts[index + 1]?.since ?? null,
    value: { ...usual, ...value },
  }));
}
