import type { HoursSettings } from '@understudy/contract/settings';
import { dayAfter, dayAt, minutesOf, momentAt, offsetAt, weekdayOf } from '../../platform/zones.ts';

/** Working hours where the owner has set none: Monday to Friday. */
const USUAL_DAYS = [0, 1, 2, 3, 4];
const USUAL_HOURS = { from: '09:00', to: '17:00' };
const USUAL_OPEN = USUAL_DAYS.map((day) => ({ day, ...USUAL_HOURS }));

/** When urgent things are told on a day without working hours. */
const URGENT_FROM = '09:00';
const MINUTE_MS = 60_000;

const openOf = ({ open }: HoursSettings) => (open.length > 0 ? open : USUAL_OPEN);

/** The local time of day at a moment, as HH:MM. */
const clockAt = (zone: string, moment: number): string =>
  new Date(moment + offsetAt(zone, moment)).toISOString().slice(11, 16);

/** Whether a moment lies within the owner's working hours; Monday to Friday from 9 to 17 where none are set. */
export function isWorkingTime(hours: HoursSettings, moment: number): boolean {
  const weekday = weekdayOf(dayAt(hours.time_zone, moment));
  const clock = clockAt(hours.time_zone, moment);
  return openOf(hours).some(({ day, from, to }) => day === weekday && from <= clock && clock < to);
}

/** When work begins on a day; null if there are no working hours on it. @param day `2026-12-01` */
export function startOfWork(hours: HoursSettings, day: string): number | null {
  const first = openOf(hours).find((span) => span.day === weekdayOf(day));
  return first ? momentAt(hours.time_zone, day, minutesOf(first.from)) : null;
}

/** When to tell of something urgent that is due on a day: as work begins, or in the morning of a free day. */
export const urgentTime = (hours: HoursSettings, day: string): number =>
  startOfWork(hours, day) ?? momentAt(hours.time_zone, day, minutesOf(URGENT_FROM));

/** The beginning of work on the first working day from a day on, or after it. */
export function nextStartOfWork(hours: HoursSettings, from: string): number {
  for (let day = from, n = 0; n < 7; n += 1, day = dayAfter(day)) {
    const start = startOfWork(hours, day);
    if (start !== null) return start;
  }
  return urgentTime(hours, from);
}

/** How long a reminder can be put off. */
export type Snooze = 'hour' | 'tomorrow' | 'week';

/** When a reminder comes that is put off now: in an hour exactly, or as work begins tomorrow or next Monday. */
export function snoozedUntil(hours: HoursSettings, snooze: Snooze, now: number): number {
  if (snooze === 'hour') return now + 60 * MINUTE_MS;
  const today = dayAt(hours.time_zone, now);
  return nextStartOfWork(hours, dayAfter(today, snooze === 'tomorrow' ? 1 : 7 - weekdayOf(today)));
}
