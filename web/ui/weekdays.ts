import { readerLocale } from './numbers.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;

/** The names of the days in the page's language, Monday first. */
export function weekdayNames(length: 'long' | 'short' = 'long'): string[] {
  const { format } = new Intl.DateTimeFormat(readerLocale(), { weekday: length, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format(MONDAY + day * DAY_MS));
}
