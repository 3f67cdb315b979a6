/**
 * The engine that finds free times: pure, without clock and database. Days and opening hours are those of the
 * calendar's zone, wishes are read in the visitor's, and everything in between is in milliseconds since 1970.
 */
import type { MeetingKind } from '@understudy/contract/calendar-file';
import { dayAfter, dayAt, momentAt, offsetAt, weekdayOf } from '../../platform/zones.ts';
import type { TimeWish } from '../understanding/index.ts';
import type { Calendar } from './calendar.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Times are offered every half hour, and more often where meetings are shorter. */
const STEP_MINUTES = 30;

/** A stretch of time, in milliseconds since 1970; `end` is exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** A confirmed booking. */
export interface Booked extends Stretch {
  kind: string;
  /** With its buffers: nothing else may overlap this. */
  blocked: Stretch;
}

/** What free times are looked for. */
export interface SlotQuery {
  calendar: Calendar;
  kind: MeetingKind;
  /** Times at which the consultant is busy, in any order; they may overlap. */
  busy: readonly Stretch[];
  bookings: readonly Booked[];
  now: number;
  /** Only times that begin in this range; the kind's notice and days ahead bound it further. */
  from?: number;
  to?: number;
  /** The visitor's wish, and the zone in which it is meant. */
  wish?: TimeWish | null;
  visitorZone: string;
  /** How many at most. */
  limit?: number;
}

/** Stretches in order, those that overlap or touch merged. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const sorted = stretches.filter(({ start, end }) => end > start).sort((one, other) => one.start - other.start);
  const all: Stretch[] = [];
  for (const { start, end } of sorted) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/** A meeting with its buffers. */
export function blockedBy({ bufferBefore, bufferAfter }: MeetingKind, { start, end }: Stretch): Stretch {
  return { start: start - bufferBefore * MINUTE_MS, end: end + bufferAfter * MINUTE_MS };
}

/**
 * Reads a zone's offset for many moments: a day that begins and ends with the same one has it all day, so that most
 * moments need no look at the zone's rules.
 */
function offsetReader(zone: string): (moment: number) => number {
  const days = new Map<number, number | null>();
  return (moment) => {
    const day = Math.floor(moment / DAY_MS);
    let offset = days.get(day);
    if (offset === undefined) {
      const [first, last] = [offsetAt(zone, day * DAY_MS), offsetAt(zone, (day + 1) * DAY_MS)];
      offset = first === last ? first : null;
      days.set(day, offset);
    }
    return offset ?? offsetAt(zone, moment);
  };
}

/** Whether a moment of the visitor's clock fits their wish. @param local the moment on that clock, as if it were UTC */
function fitsWish(wish: TimeWish, local: number): boolean {
  const day = new Date(local).toISOString().slice(0, 10);
  const minutes = Math.floor((((local % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
  const weekday = weekdayOf(day);
  if (wish.days.length > 0 && !wish.days.some(({ from, to }) => from <= day && day <= to)) return false;
  if (wish.weekdays.length > 0 && !wish.weekdays.includes(weekday)) return false;
  if (wish.notWeekdays.includes(weekday)) return false;
  if (wish.notDays.includes(day)) return false;
  if (wish.at.length > 0) return wish.at.includes(minutes);
  return minutes >= wish.notBefore && minutes < wish.notAfter;
}

/** Free times in order, as the visitor may book them. */
export function slots(query: SlotQuery): Stretch[] {
  const { calendar, kind, now, wish, visitorZone, limit = Number.POSITIVE_INFINITY } = query;
  const earliest = Math.max(now + kind.noticeHours * HOUR_MS, query.from ?? Number.NEGATIVE_INFINITY);
  const today = dayAt(calendar.timeZone, now);
  const lastDay = dayAfter(today, kind.daysAhead);
  const latest = query.to ?? Number.POSITIVE_INFINITY;
  const taken = merged([...query.busy, ...query.bookings.map(({ blocked }) => blocked)]);
  const booked = bookedByDay(query);
  const visitorOffset = offsetReader(visitorZone);
  const found: Stretch[] = [];
  const isLater = query.from !== undefined && Number.isFinite(query.from) && query.from > now;
  let day = isLater ? laterOf(today, dayAt(calendar.timeZone, query.from as number)) : today;
  for (let at = 0; day <= lastDay && found.length < limit; day = dayAfter(day)) {
    if (calendar.blocked.some(({ from, to }) => from <= day && day <= to)) continue;
    if (kind.perDay !== undefined && (booked.get(day) ?? 0) >= kind.perDay) continue;
    for (const span of calendar.hours[weekdayOf(day)] ?? []) {
      const opens = momentAt(calendar.timeZone, day, span.from);
      const closes = momentAt(calendar.timeZone, day, span.to);
      if (opens > latest) return found;
      // A zone that crosses the date line skips a day: its times would be those of the next one.
      if (dayAt(calendar.timeZone, opens) !== day) continue;
      for (const start of startsIn(opens, closes, kind)) {
        if (start < earliest) continue;
        if (start > latest || found.length >= limit) break;
        const slot = { start, end: start + kind.minutes * MINUTE_MS };
        const blocked = blockedBy(kind, slot);
        // Buffers differ by less than a day, so that the index never has to go back further than this.
        while (at > 0 && (taken[at - 1]?.end ?? 0) > blocked.start) at -= 1;
        while (at < taken.length && (taken[at] as Stretch).end <= blocked.start) at += 1;
        if ((taken[at]?.start ?? Number.POSITIVE_INFINITY) < blocked.end) continue;
        if (wish && !fitsWish(wish, start + visitorOffset(start))) continue;
        found.push(slot);
      }
    }
  }
  return found;
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/** The beginnings of meetings that end within opening hours. */
function* startsIn(opens: number, closes: number, { minutes }: MeetingKind): Generator<number> {
  const step = (minutes < STEP_MINUTES ? Math.max(10, minutes) : STEP_MINUTES) * MINUTE_MS;
  for (let start = opens; start + minutes * MINUTE_MS <= closes; start += step) yield start;
}

/** How many meetings of the kind are booked, by their day in the calendar's zone. */
function bookedByDay({ calendar, kind, bookings }: SlotQuery): Map<string, number> {
  const days = new Map<string, number>();
  if (kind.perDay === undefined) return days;
  for (const booking of bookings) {
    if (booking.kind !== kind.id) continue;
    const day = dayAt(calendar.timeZone, booking.start);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
}

/** Whether this time is one that may be booked now. */
export function isFree(
  query: Omit<SlotQuery, 'from' | 'to' | 'wish' | 'limit' | 'visitorZone'>,
  start: number,
): boolean {
  const [found] = slots({ ...query, from: start, to: start, visitorZone: query.calendar.timeZone, limit: 1 });
  return found?.start === start;
}
