/** Dates as people say them, and exactly. All in the reader's own time zone and language of dates. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

// Made when the first date is shown: a formatter costs a slow phone tens of milliseconds.
let formats: Record<'time' | 'day' | 'dayOfYear' | 'exact', Intl.DateTimeFormat> | null = null;
function format(): NonNullable<typeof formats> {
  formats ??= {
    time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }),
    day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }),
    dayOfYear: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }),
    exact: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' }),
  };
  return formats;
}

/** Midnight before a moment, by the reader's clock. */
const dayOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** '12 min ago', 'Today, 14:05', 'Yesterday, 09:12', '17 Nov, 14:05', '17 Nov 2025, 14:05'. */
export function relativeDate(iso: string, now: number): string {
  const at = new Date(iso);
  const ago = now - at.getTime();
  if (Number.isNaN(ago)) return iso;
  if (ago >= -MINUTE_MS && ago < MINUTE_MS) return 'Just now';
  if (ago > 0 && ago < 60 * MINUTE_MS) return `${Math.floor(ago / MINUTE_MS)} min ago`;
  const { time, day, dayOfYear } = format();
  // Rounded, since a day on which the clocks change has 23 or 25 hours.
  const days = Math.round((dayOf(new Date(now)) - dayOf(at)) / DAY_MS);
  if (days === 0) return `Today, ${time.format(at)}`;
  if (days === 1) return `Yesterday, ${time.format(at)}`;
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  return `${(isThisYear ? day : dayOfYear).format(at)}, ${time.format(at)}`;
}

/** 'Tuesday, 17 November 2026 at 14:05:09 CET'. */
export function exactDate(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format().exact.format(at);
}

/** '17 Nov 2026'. */
export function plainDay(iso: string): string {
  return format().dayOfYear.format(new Date(iso));
}

/** '14:05'. */
export function timeOfDay(iso: string): string {
  return format().time.format(new Date(iso));
}

/** '4m 10s', '1h 2m 0s'. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${hours > 0 ? `${hours}h ` : ''}${minutes}m ${seconds % 60}s`;
}
