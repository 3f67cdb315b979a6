import { setImmediate as others } from 'node:timers/promises';
import { WEEKDAYS } from '@understudy/contract/weekdays';

const DAY_MS = 86_400_000;
const DAYS = WEEKDAYS.map((day) => day.toLowerCase());
const NEXT_WEEK = /\bnext week\b/i;
const WEEKDAY = new RegExp(`\\b(${DAYS.join('|')})\\b`, 'i');
/** A day of the month without its month. */
const NTH =
  /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of |jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|floor|time|person|century|employee))/i;

/**
 * The first day that a sentence names from `now` on, as `2026-12-01`; days begin and end in UTC. 'Next week' is its
 * Monday. The library is loaded when it is first needed.
 */
export async function dayIn(sentence: string, now: Date): Promise<string | null> {
  if (NEXT_WEEK.test(sentence)) return dayOf(nextWeek(sentence, now));
  if (!DATED.test(sentence)) return null;
  loaded ??= loadDates();
  const { parse } = await loaded;
  const [first] = parse(sentence, { instant: now, timezone: 0 }, { forwardDate: true });
  return dayOf(first?.start.date() ?? nextNth(Number(NTH.exec(sentence)?.[1] ?? 0), now));
}

const dayOf = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/** The named weekday of the week after this one, its Monday where none is named. */
function nextWeek(sentence: string, now: Date): Date {
  const named = WEEKDAY.exec(sentence)?.[1]?.toLowerCase();
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() + (7 - sinceMonday + (named ? DAYS.indexOf(named) : 0)) * DAY_MS);
}

/** The next day with this number in its month; null for 0 and for what no month has. */
function nextNth(day: number, now: Date): Date | null {
  if (day < 1 || day > 31) return null;
  const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  // No two months in a row lack a day.
  for (let ahead = 0; ahead <= 62; ahead += 1, date.setUTCDate(date.getUTCDate() + 1)) {
    if (date.getUTCDate() === day) return date;
  }
  return null;
}

type Dates = typeof import('chrono-node/en');
let loaded: Promise<Dates> | null = null;
/** Patterns are made ready in two steps, at their first use and at their second. */
const ROUNDS = 2;

/**
 * The library, ready to read: it compiles each of its patterns when that is first used, which at once would hold up
 * everybody for some 200 ms. Here others may go between any two of them.
 */
async function loadDates(): Promise<Dates> {
  const dates = await import('chrono-node/en');
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const parser of dates.casual.parsers) {
      await others();
      new dates.Chrono({ parsers: [parser], refiners: [] }).parse('on Tuesday, 3 June 2026 at 5pm, in two weeks');
    }
  }
  return dates;
}

/** Without one of these a sentence names no day, and nothing is loaded for it. */
const DATED =
  /\b(?:today|tonight|this (?:morning|afternoon|evening)|tomorrow|week|weeks|month|months|year|days?|mon|tues?|wednes|thurs?|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:day|uary|ruary|ch|il|e|y|ust|tember|ober|ember)?s?\b|\d(?:st|nd|rd|th)\b|\d[./-]\d/i;
