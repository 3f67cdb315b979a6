const DAY_MS = 86_400_000;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SPANS: Record<string, number> = { day: 1, week: 7, fortnight: 14, month: 31, quarter: 92, season: 92, year: 366 };
const SEASON_ENDS: Record<string, number> = { spring: 4, summer: 7, autumn: 10, fall: 10, winter: 1 };
const COUNTS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  few: 5,
  couple: 2,
};

const IN_SPAN =
  /\b(?:in|within|for) (?:the )?(?:next )?(?:a )?(\d{1,3}|a|an|one|two|three|four|five|six|few|couple)(?: of)? (day|week|fortnight|month|year)s?\b/;
const NEXT_SPAN = /\b(?:this|next|coming|end of the|end of this) (week|month|quarter|season|year)\b/;
const MONTH_NAME = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH_NAME}\\b`);
const MONTH_DAY = new RegExp(`\\b${MONTH_NAME} (\\d{1,2})\\b`);
// 'may' alone is a verb more often than a month.
const MONTH = new RegExp(`\\b(?:in|by|before|until|till|from|this|next|end of|early|late|mid) ${MONTH_NAME}\\b`);
const WEEKDAY = /\b(sun|mon|tues?|wed|wednes|thurs?|fri|sat|satur)(?:day)?\b/;
const SEASON = /\b(spring|summer|autumn|fall|winter)\b/;

/**
 * About when a date is over that a text names, by the day; null when it names none. Roughly, since it only says how long a
 * memory is of use, and in microseconds: a library that reads dates exactly takes tens of milliseconds for each text.
 */
export function dayNamedIn(text: string, now: Date): Date | null {
  const said = text.toLowerCase();
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  if (/\b(?:today|tonight|right now|this (?:morning|afternoon|evening))\b/.test(said)) return now;
  if (/\btomorrow\b/.test(said)) return inDays(1);
  const span = IN_SPAN.exec(said);
  if (span) return inDays((COUNTS[span[1] ?? ''] ?? Number(span[1])) * (SPANS[span[2] ?? ''] ?? 1));
  const dayMonth = DAY_MONTH.exec(said);
  if (dayMonth) return comingDate(MONTHS.indexOf(dayMonth[2] ?? ''), Number(dayMonth[1]), now);
  const monthDay = MONTH_DAY.exec(said);
  if (monthDay) return comingDate(MONTHS.indexOf(monthDay[1] ?? ''), Number(monthDay[2]), now);
  const month = MONTH.exec(said);
  if (month) return comingDate(MONTHS.indexOf(month[1] ?? ''), 28, now);
  const weekday = WEEKDAY.exec(said);
  if (weekday) return inDays((WEEKDAYS.indexOf((weekday[1] ?? '').slice(0, 3)) - now.getUTCDay() + 7) % 7 || 7);
  const next = NEXT_SPAN.exec(said);
  if (next) return inDays(2 * (SPANS[next[1] ?? ''] ?? 1));
  const season = SEASON.exec(said);
  return season ? comingDate(SEASON_ENDS[season[1] ?? ''] ?? 0, 31, now) : null;
}

/** That day of this year or, when it is over, the next. */
function comingDate(month: number, day: number, now: Date): Date {
  const date = new Date(Date.UTC(now.getUTCFullYear(), month, day));
  return date.getTime() + DAY_MS > now.getTime() ? date : new Date(Date.UTC(now.getUTCFullYear() + 1, month, day));
}
