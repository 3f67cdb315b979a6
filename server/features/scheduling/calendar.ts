import type { CalendarFile, MeetingKind } from '@understudy/contract/calendar-file';
import type { HoursSettings } from '@understudy/contract/settings';
import { WEEKDAYS } from '@understudy/contract/weekdays';
import { minutesOf } from '../../platform/zones.ts';

/** A stretch of a working day, in minutes since midnight on the wall clock. */
export interface Span {
  from: number;
  to: number;
}

/** The consultant's calendar, complete: what the twin's file leaves out comes from the office hours of the settings. */
export interface Calendar {
  timeZone: string;
  /** By weekday, Monday first. */
  hours: readonly (readonly Span[])[];
  kinds: readonly MeetingKind[];
  /** Days without meetings, inclusive, as YYYY-MM-DD. */
  blocked: readonly { from: string; to: string }[];
}

/**
 * The calendar in which visitors book here; null without one, or where they book on a page elsewhere.
 *
 * @param office the office hours of the settings
 */
export function calendarOf(file: CalendarFile | null, office: HoursSettings): Calendar | null {
  if (!file || file.kinds.length === 0) return null;
  const { hours } = file;
  const spansOn = (weekday: number): Span[] =>
    hours
      ? (hours[WEEKDAYS[weekday] as (typeof WEEKDAYS)[number]] ?? []).map((span) => {
          const [from = '', to = ''] = span.split('-');
          return { from: minutesOf(from), to: minutesOf(to) };
        })
      : office.open
          .filter(({ day }) => day === weekday)
          .map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }));
  return {
    timeZone: file.timeZone ?? office.time_zone,
    hours: WEEKDAYS.map((_, weekday) => spansOn(weekday).toSorted((one, other) => one.from - other.from)),
    kinds: file.kinds,
    blocked: file.blocked.map((days) => {
      const [from = '', to = from] = days.split(' to ').map((day) => day.trim());
      return { from, to };
    }),
  };
}
