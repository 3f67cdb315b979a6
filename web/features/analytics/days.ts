/** Days of the consultant's time zone, as YYYY-MM-DD: no clock of the reader's takes part. */
import type { AnalyticsSpan } from '@understudy/contract/analytics';
import { writtenDay } from '../../ui/dates.ts';
import { localDay } from '../../ui/local-day.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** '17 Nov'. */
export const dayWords = (day: string) => writtenDay(day, 'day');
/** 'Tue 17 Nov'. */
export const weekdayWords = (day: string) => writtenDay(day, 'weekday');

/** The day and the time of day of a moment that is written with its zone's offset. */
export const dayOf = (start: string) => start.slice(0, 10);
export const timeOf = (start: string) => start.slice(11, 16);

/** '17 Nov 2026', '24 Aug to 22 Nov 2026', '24 Nov 2025 to 22 Feb 2026'. */
export function spanWords({ from, to }: Pick<AnalyticsSpan, 'from' | 'to'>): string {
  const end = writtenDay(to, 'dayOfYear');
  if (from === to) return end;
  return `${from.slice(0, 4) === to.slice(0, 4) ? dayWords(from) : writtenDay(from, 'dayOfYear')} to ${end}`;
}

/** Days from one to another, both included. */
export const daysFrom = (from: string, to: string) => (at(to).getTime() - at(from).getTime()) / 86_400_000 + 1;

/** Today by the reader's clock, and so many days before. For what stands in a field until somebody changes it. */
export function daysUpTo(now: Date, days: number): { from: string; to: string } {
  return {
    from: localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)),
    to: localDay(now),
  };
}
