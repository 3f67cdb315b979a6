/** Days in the consultant's time zone, as YYYY-MM-DD; independent of the reader's clock. */
import { localDay, writtenDay } from '../../ui/dates.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** '17 Nov'. */
export const dayWords = (day: string) => writtenDay(day, 'day');
/** 'Tue 17 Nov'. */
export const weekdayWords = (day: string) => writtenDay(day, 'weekday');

/** Day and time of day of a timestamp written with its zone's offset. */
export const dayOf = (start: string) => start.slice(0, 10);
export const timeOf = (start: string) => start.slice(11, 16);

/** Number of days from one to another, both included. */
export const daysFrom = (from: string, to: string) => (at(to).getTime() - at(from).getTime()) / 86_400_000 + 1;

/** The last `days` days up to today by the reader's clock. Initial values of the fields. */
export function daysUpTo(now: Date, days: number): { from: string; to: string } {
  return {
    from: localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)),
    to: localDay(now),
  };
}
