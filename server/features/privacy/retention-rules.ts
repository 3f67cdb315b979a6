import type { RetentionKind, RetentionSettings } from '@understudy/contract/settings';

/** A stretch of time in which something was promised. */
export interface Promised {
  /** Null: from the beginning. */
  since: Date | null;
  /** Null: it holds now. */
  until: Date | null;
  value: RetentionSettings;
}

/** What is set now, and what was promised before. */
export interface RetentionPlan {
  set: RetentionSettings;
  promises: readonly Promised[];
}

/** Where rows of a kind stand and from when on they are kept. What hangs on a session goes with it. */
export const KIND_TABLES: Record<RetentionKind, { table: string; key: string; since: string }> = {
  transcripts: { table: 'sessions', key: 'id', since: 'last_active_at' },
  memories: { table: 'memories', key: 'id', since: 'created_at' },
  leads: { table: 'leads', key: 'visitor_id', since: 'last_seen_at' },
  action_items: { table: 'action_items', key: 'id', since: 'created_at' },
  notes: { table: 'notes', key: 'id', since: 'created_at' },
  waitlist: { table: 'waitlist', key: 'id', since: 'created_at' },
  audit_log: { table: 'audit_log', key: 'id', since: 'at' },
};

/** A page may have been open for a while with the promise of before on it, and a conversation begun under it. */
const PROMISE_LASTS_MS = 86_400_000;

/** A stretch of rows and the days for which those are kept; null bounds are open. */
export interface Stretch {
  days: number;
  from: Date | null;
  to: Date | null;
}

/**
 * For how long rows of a kind are kept, by when they were made: as long as is set now, and never longer than was
 * promised then. The log of the owner's side was promised to nobody; memories carry their promise themselves. Pure.
 * @returns overlapping stretches, of which the shortest counts; none where all is kept for ever
 */
export function stretchesOf(kind: RetentionKind, { set, promises }: RetentionPlan): Stretch[] {
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

/** Whether any kind would be kept for a shorter time than now. */
export function isShorter(now: RetentionSettings, then: RetentionSettings): boolean {
  return Object.entries(then).some(([kind, days]) => {
    const before = now[kind as RetentionKind];
    return days !== null && (before === null || days < before);
  });
}

/** SQL of what has been kept for long enough, with its values. Days are of 24 hours, whatever the clocks do. */
export function expiredWhere(kind: RetentionKind, plan: RetentionPlan): { text: string; values: unknown[] } {
  const { since } = KIND_TABLES[kind];
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = stretchesOf(kind, plan).map(({ days, from, to }) => {
    const parts = [`${since} < now() - ${value(days)} * interval '24 hours'`];
    if (from) parts.push(`${since} >= ${value(from)}`);
    if (to) parts.push(`${since} < ${value(to)}`);
    return `(${parts.join(' AND ')})`;
  });
  // Each memory says itself until when, too.
  if (kind === 'memories') conditions.push('expires_at < now()');
  return { text: conditions.join(' OR ') || 'false', values };
}
