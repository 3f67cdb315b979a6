/**
 * Relative and exact dates in the reader's time zone: day, month and hour as their country writes them, the month by
 * name to avoid ambiguity. Everything that people read of dates and times is written here.
 */
import { t } from '../platform/texts.ts';
import { readerLocale } from './numbers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const FORMATS = {
  time: { timeStyle: 'short' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  longWeekday: { weekday: 'long', day: 'numeric', month: 'long' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  exact: { dateStyle: 'full', timeStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

// Created on first use and cached: a formatter costs a slow phone tens of milliseconds.
const made = new Map<string, Intl.DateTimeFormat>();
function write(at: Date, name: keyof typeof FORMATS, timeZone?: 'UTC'): string {
  if (Number.isNaN(at.getTime())) return t('ui.unknown');
  const locale = readerLocale();
  const key = `${locale} ${name} ${timeZone ?? ''}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...FORMATS[name], timeZone });
  made.set(key, known);
  return known.format(at);
}

/** Start of the day by the reader's clock. */
const dayOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** '12 min ago', 'Today, 14:05', 'Yesterday, 09:12', '17 Nov, 14:05', '17 Nov 2025, 14:05'. */
export function relativeDate(iso: string, now: number): string {
  const at = new Date(iso);
  const ago = now - at.getTime();
  if (Number.isNaN(ago)) return iso;
  if (ago >= -MINUTE_MS && ago < MINUTE_MS) return t('ui.justNow');
  if (ago > 0 && ago < 60 * MINUTE_MS) return t('ui.minutesAgo', { minutes: Math.floor(ago / MINUTE_MS) });
  // Rounded, since a day on which the clocks change has 23 or 25 hours.
  const days = Math.round((dayOf(new Date(now)) - dayOf(at)) / DAY_MS);
  if (days === 0) return t('ui.today', { time: write(at, 'time') });
  if (days === 1) return t('ui.yesterday', { time: write(at, 'time') });
  return dayAndTime(iso, now);
}

/** 'Tuesday, 17 November 2026 at 14:05:09 CET'. */
export function exactDate(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : write(at, 'exact');
}

/** '17 Nov 2026'. */
export function plainDay(iso: string): string {
  return write(new Date(iso), 'dayOfYear');
}

/** '17 November 2026'. */
export function longDay(iso: string): string {
  return write(new Date(iso), 'long');
}

/** 'Tuesday, 17 November 2026'. */
export function fullDay(iso: string): string {
  return write(new Date(iso), 'full');
}

/** '17 Nov, 14:05', '17 Nov 2025, 14:05': does not change while the page is open. */
export function dayAndTime(iso: string, now: number): string {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  return `${write(at, isThisYear ? 'day' : 'dayOfYear')}, ${write(at, 'time')}`;
}

/**
 * A day as YYYY-MM-DD in any time zone: '17 Nov', 'Tue 17 Nov', 'Tuesday 17 November',
 * '17 Nov 2026'. Independent of the reader's clock.
 */
export function writtenDay(day: string, as: 'day' | 'weekday' | 'longWeekday' | 'dayOfYear'): string {
  return write(new Date(`${day}T00:00:00Z`), as, 'UTC');
}

/** '14:05', or '2:05 PM' for an American. @param at ISO 8601, or milliseconds since 1970 */
export function timeOfDay(at: string | number): string {
  return write(new Date(at), 'time');
}

/** A time of some day in any time zone, '09:00' or with what follows it: '09:00', or '9:00 AM' for an American. */
export function clockTime(time: string): string {
  return write(new Date(`1970-01-01T${time.slice(0, 5)}Z`), 'time', 'UTC');
}

/** A time with its day by the reader's clock: 'Thu 3 Dec, 15:00'. */
export const slotWords = (start: string): string => `${write(new Date(start), 'weekday')}, ${timeOfDay(start)}`;

/** The reader's time zone, IANA name. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone as people call it: 'Lisbon'. */
export const zoneName = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

/** '4m 10s', '1h 2m 0s'. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${hours > 0 ? `${hours}h ` : ''}${minutes}m ${seconds % 60}s`;
}

/** The date by the reader's clock, as YYYY-MM-DD. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
