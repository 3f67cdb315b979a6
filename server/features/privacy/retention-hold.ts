import type { SettingsAnswer } from '@understudy/contract/settings';
import { readLastRun } from '../../platform/database/last-runs.ts';
import type { Queries } from '../../platform/database/queries.ts';

const DAY_MS = 86_400_000;
/** A step of the clock from one look to the next that a server which runs, or rests over night, takes. */
const ORDINARY_STEP_MS = DAY_MS;
/** So much time in ordinary steps shows that the clock can be believed: a wrong one is found within days. */
const BELIEVED_AFTER_MS = 7 * DAY_MS;

/** Under this name a hold is kept. */
export const HELD_RUN = 'retention_held';

/** Why nothing is deleted, and for how long yet. */
export interface RetentionHold {
  last_run_at: string;
  /** What would be deleted. */
  rows: number;
  since: string;
  /** When it was looked at last. */
  seen_at: string;
  /** Time that went by in ordinary steps since the hold began. */
  steady_ms: number;
}

/**
 * The hold as it is after one more look; null once the clock is believed. A server that is away for a weekend only
 * waits longer; a leap over more than a week begins the hold anew. Pure.
 */
export function holdOf(
  before: RetentionHold | null,
  look: { lastRunAt: Date; now: Date; rows: number },
): RetentionHold | null {
  const now = look.now.getTime();
  const step = before ? now - Date.parse(before.seen_at) : Number.POSITIVE_INFINITY;
  const anew = !before || step > BELIEVED_AFTER_MS;
  const steady = anew ? 0 : before.steady_ms + (step <= ORDINARY_STEP_MS ? Math.max(0, step) : 0);
  if (steady >= BELIEVED_AFTER_MS) return null;
  return {
    last_run_at: look.lastRunAt.toISOString(),
    rows: look.rows,
    since: anew ? look.now.toISOString() : before.since,
    seen_at: look.now.toISOString(),
    steady_ms: steady,
  };
}

/** Null where nothing is held. */
export async function readHold(db: Queries): Promise<RetentionHold | null> {
  return (await readLastRun<RetentionHold>(db, HELD_RUN))?.detail ?? null;
}

/** The hold as it goes out. */
export async function heldRetention(db: Queries): Promise<SettingsAnswer['retention_held']> {
  const hold = await readHold(db);
  if (!hold) return null;
  const { last_run_at, rows, since, seen_at, steady_ms } = hold;
  const deletesAt = new Date(Date.parse(seen_at) + BELIEVED_AFTER_MS - steady_ms);
  return { last_run_at, rows, since, deletes_at: deletesAt.toISOString() };
}
