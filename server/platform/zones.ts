import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** By time zone, because making one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Offsets by zone and minute, within which none changes: turns ask again and again for those of a few days. */
const offsets = new LRUCache<string, number>({ max: 2_000 });

/**
 * The zone's offset from UTC at a moment, in milliseconds.
 *
 * @param zone IANA name
 */
export function offsetAt(zone: string, moment: number): number {
  const key = `${zone} ${Math.floor(moment / MINUTE_MS)}`;
  const offset = offsets.get(key) ?? formattedOffset(zone, moment);
  offsets.set(key, offset);
  return offset;
}

function formattedOffset(zone: string, moment: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1_000) * 1_000;
}

/** The zone's local day at a moment, as YYYY-MM-DD. */
export function dayAt(zone: string, moment: number): string {
  return new Date(moment + offsetAt(zone, moment)).toISOString().slice(0, 10);
}

/** The day (YYYY-MM-DD) that is `days` after another. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The weekday of a day (YYYY-MM-DD), 0 for Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The minutes since midnight of a time of day, `09:30`. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * The moment of a wall-clock time on a day in a zone. A time that the clocks skip is the moment after the gap; of a
 * time that comes twice it is the first.
 *
 * @param day YYYY-MM-DD
 * @param minutes since midnight, 1,440 for the end of the day
 */
export function momentAt(zone: string, day: string, minutes: number): number {
  const date = Temporal.PlainDate.from(day).add({ days: Math.floor(minutes / 1_440) });
  const time = Temporal.PlainTime.from('00:00').add({ minutes: minutes % 1_440 });
  return date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
}

/** The first moment of a day in a time zone, in milliseconds since 1970, even if clocks change at midnight. */
export function startOfDay(zone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const offsets = [offsetAt(zone, midnight - DAY_MS), offsetAt(zone, midnight + DAY_MS)];
  const possible = offsets.map((offset) => midnight - offset).filter((at) => at + offsetAt(zone, at) === midnight);
  if (possible.length > 0) return Math.min(...possible);
  // Clocks skip midnight, so that the day begins at the jump.
  return jumpBetween(zone, midnight - DAY_MS, midnight + DAY_MS);
}

/** The moment, to the minute, at which a zone's offset changes between two moments; the later one if it does not. */
export function jumpBetween(zone: string, from: number, to: number): number {
  const before = offsetAt(zone, from);
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
