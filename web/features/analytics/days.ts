/** Days of the consultant's time zone, as YYYY-MM-DD: no clock of the reader's takes part. */
import type { AnalyticsSpan } from '@understudy/contract/analytics';

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
let formats: Record<'day' | 'weekday' | 'year', Intl.DateTimeFormat> | null = null;
function format() {
  formats ??= {
    day: inUtc({ day: 'numeric', month: 'short' }),
    weekday: inUtc({ weekday: 'short', day: 'numeric', month: 'short' }),
    year: inUtc({ day: 'numeric', month: 'short', year: 'numeric' }),
  };
  return formats;
}
const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** '17 Nov'. */
export const dayWords = (day: string) => format().day.format(at(day));
/** 'Tue 17 Nov'. */
export const weekdayWords = (day: string) => format().weekday.format(at(day));

/** The day and the time of day of a moment that is written with its zone's offset. */
export const dayOf = (start: string) => start.slice(0, 10);
export const timeOf = (start: string) => start.slice(11, 16);

/** '17 Nov 2026', '24 Aug to 22 Nov 2026', '24 Nov 2025 to 22 Feb 2026'. */
export function spanWords({ from, to }: Pick<AnalyticsSpan, 'from' | 'to'>): string {
  const end = format().year.format(at(to));
  if (from === to) return end;
  return `${from.slice(0, 4) === to.slice(0, 4) ? dayWords(from) : format().year.format(at(from))} to ${end}`;
}

/** Days from one to another, both included. */
export const daysFrom = (from: string, to: string) => (at(to).getTime() - at(from).getTime()) / 86_400_000 + 1;

/** Today by the reader's clock, and so many days before. For what stands in a field until somebody changes it. */
export function daysUpTo(now: Date, days: number): { from: string; to: string } {
  const written = (date: Date) =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  return {
    from: written(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)),
    to: written(now),
  };
}
