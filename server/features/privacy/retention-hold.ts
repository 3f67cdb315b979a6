import type { SettingsAnswer } from '@understudy/contract/settings';
import { readLastRun } from '../../platform/database/last-runs.ts';
import type { Queries } from '../../platform/database/queries.ts';

const DAY_MS = 86_400_000;
/**
 * The largest step of the clock between two checks that is ordinary, for a server that runs or that is off over
 * night.
 */
const ORDINARY_STEP_MS = DAY_MS;
/** The clock is trusted after this much time in ordinary steps; a wrong clock is noticed within days. */
const BELIEVED_AFTER_MS = 7 * DAY_MS;

/** The name under which a hold is stored. */
export const HELD_RUN = 'retention_held';

/** Why deletion is on hold, and its progress. */
export interface RetentionHold {
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

/** The current hold; null if there is none. */
export async function readHold(db: Queries): Promise<RetentionHold | null> {
  return (await readLastRun<RetentionHold>(db, HELD_RUN))?.detail ?? null;
}

/** The current hold in the wire's shape. */
export async function heldRetention(db: Queries): Promise<SettingsAnswer['retention_held']> {
  const hold = await readHold(db);
  if (!hold) return null;
  const { last_run_at, rows, since, seen_at, steady_ms } = hold;
  const deletesAt = new Date(Date.parse(seen_at) + BELIEVED_AFTER_MS - steady_ms);
  return { last_run_at, rows, since, deletes_at: deletesAt.toISOString() };
}
