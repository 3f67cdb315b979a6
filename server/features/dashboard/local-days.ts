import type { CountedSpan } from '@understudy/contract/admin';
import type { AskedDays } from '@understudy/contract/admin-calls';
import { RANGE_DAYS } from '@understudy/contract/constants';
import { dayAfter, dayAt, jumpBetween, offsetAt, startOfDay } from '../../platform/zones.ts';
import type { AdminScope } from '../accounts/index.ts';
import { readSetting } from '../settings/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Splits the time between two moments into stretches with a constant offset. */
export function offsetsBetween(zone: string, from: number, to: number): { from: number; to: number; offset: number }[] {
  const stretches: { from: number; to: number; offset: number }[] = [];
  for (let at = from; at < to; ) {
    const offset = offsetAt(zone, at);
    let end = at;
    while (end < to && offsetAt(zone, Math.min(end + DAY_MS, to)) === offset) end = Math.min(end + DAY_MS, to);
    const next = end < to ? jumpBetween(zone, end, Math.min(end + DAY_MS, to)) : to;
    stretches.push({ from: at, to: next, offset });
    at = next;
  }
  return stretches;
}

/**
 * The starts of the days of a span, and its end. Days may have 23 or 25 hours.
 * @param to the last day, inclusive
 */
export function dayBounds(zone: string, from: string, to: string): number[] {
  const bounds: number[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) bounds.push(startOfDay(zone, day));
  return [...bounds, startOfDay(zone, dayAfter(to))];
}

/**
 * The starts of the hours between two moments, and the end: full hours of the zone's clock, the first one at or after
 * `start`. When clocks are set back, the repeated hour occurs twice.
 */
export function hourBounds(zone: string, start: number, end: number): number[] {
  const bounds: number[] = [];
  for (const stretch of offsetsBetween(zone, start, end)) {
    for (let at = stretch.from; at < stretch.to; at = nextHour(at, stretch.offset)) bounds.push(at);
  }
  return [...bounds, end];
}

/** The next full hour of a zone's clock after a moment. */
const nextHourAt = (zone: string, moment: number): number => nextHour(moment, offsetAt(zone, moment));

/** The same, given the zone's offset from UTC. */
const nextHour = (moment: number, offset: number) => (Math.floor((moment + offset) / HOUR_MS) + 1) * HOUR_MS - offset;

/** A moment as ISO 8601 with the zone's offset: `2026-11-22T00:00:00+01:00`. */
export function withOffset(zone: string, moment: number): string {
  const offset = offsetAt(zone, moment);
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  const pad = (value: number) => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const local = new Date(moment + offset).toISOString().slice(0, 19);
  return `${local}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** A counted span with its start (inclusive) and end (exclusive), in milliseconds since 1970. */
export interface DateRange extends CountedSpan {
  start: number;
  end: number;
}

/**
 * Resolves the requested days: explicit days, the last 24 hours ('1d'), or a number of whole days in the time zone,
 * including today.
 */
function dateRangeOf({ range, from, to }: AskedDays, zone: string, now: Date): DateRange {
  const moment = now.getTime();
  const today = dayAt(zone, moment);
  if (from === undefined && to === undefined && range === '1d') {
    const start = moment - DAY_MS;
    const end = nextHourAt(zone, moment);
    return { from: dayAt(zone, start), to: today, time_zone: zone, since: withOffset(zone, start), start, end };
  }
  const last = to ?? today;
  const first = from ?? dayAfter(last, 1 - RANGE_DAYS[range]);
  const [start, end] = [startOfDay(zone, first), startOfDay(zone, dayAfter(last))];
  return { from: first, to: last, time_zone: zone, since: null, start, end };
}

/** The days that a call of the dashboard covers, in the owner's time zone; the same for cards, lists and charts. */
export async function spanFor({ pool, now }: Pick<AdminScope, 'pool' | 'now'>, asked: AskedDays): Promise<DateRange> {
  const { time_zone: zone } = await readSetting(pool, 'hours');
  return dateRangeOf(asked, zone, now());
}
