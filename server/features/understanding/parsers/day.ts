import { setImmediate as others } from 'node:timers/promises';
import { WEEKDAYS } from '@understudy/contract/weekdays';
import { offsetAt } from '../../../platform/zones.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS = WEEKDAYS.map((day) => day.toLowerCase());
const NEXT_WEEK = /\bnext week\b/i;
const WEEKDAY = new RegExp(`\\b(${DAYS.join('|')})\\b`, 'i');
/** A day of the month without its month. */
const NTH =
  /\bthe (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of |jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|floor|time|person|century|employee))/i;

/** Replaces 'Mondays' with 'Monday', and likewise every other day. */
export const singularDays = (text: string): string => text.replace(/\b(\p{L}+day)s\b/gu, '$1');

/**
 * The first day that a sentence names from `now` on, as `2026-12-01`. 'Next week' is its Monday. The library is loaded
 * on first use.
 *
 * @param zone IANA name of the time zone that bounds the days
 */
export async function dayIn(sentence: string, now: Date, zone: string): Promise<string | null> {
  const words = singularDays(sentence);
  const offset = offsetAt(zone, now.getTime());
  // The zone's local time as if it were UTC, because days are counted and not hours.
  const local = new Date(now.getTime() + offset);
  if (NEXT_WEEK.test(words)) return isoDay(nextWeek(words, local));
  if (!DATED.test(words)) return null;
  loaded ??= loadDates();
  const { parse } = await loaded;
  const [first] = parse(words, { instant: now, timezone: offset / MINUTE_MS }, { forwardDate: true });
  if (!first) return isoDay(nextNth(Number(NTH.exec(words)?.[1] ?? 0), local));
  const part = (name: 'year' | 'month' | 'day') => first.start.get(name) ?? 1;
  return isoDay(new Date(Date.UTC(part('year'), part('month') - 1, part('day'))));
}

const isoDay = (date: Date | null): string | null => date?.toISOString().slice(0, 10) ?? null;

/** The named weekday of next week; its Monday when none is named. */
function nextWeek(sentence: string, now: Date): Date {
  const named = WEEKDAY.exec(sentence)?.[1]?.toLowerCase();
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() + (7 - sinceMonday + (named ? DAYS.indexOf(named) : 0)) * DAY_MS);
}

/** The next day with this number in its month; null for 0 and for numbers that no month has. */
function nextNth(day: number, now: Date): Date | null {
  if (day < 1 || day > 31) return null;
  const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  // 62 days suffice: no two consecutive months both lack a day.
  for (let ahead = 0; ahead <= 62; ahead += 1, date.setUTCDate(date.getUTCDate() + 1)) {
    if (date.getUTCDate() === day) return date;
  }
  return null;
}

type Dates = typeof import('chrono-node/en');
let loaded: Promise<Dates> | null = null;
/** A pattern is compiled in two steps, at its first and second use. */
const ROUNDS = 2;

/**
 * Loads the library and compiles its patterns, which otherwise happens at first use and would block the event loop for
 * some 200 ms. Yields between any two patterns.
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

/** A sentence without one of these names no day, and does not load the library. */
const DATED =
  /\b(?:today|tonight|this (?:morning|afternoon|evening)|tomorrow|week|weeks|month|months|year|days?|mon|tues?|wednes|thurs?|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:day|uary|ruary|ch|il|e|y|ust|tember|ober|ember)?s?\b|\d(?:st|nd|rd|th)\b|\d[./-]\d/i;
