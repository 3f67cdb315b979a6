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

/** 'Mondays' as 'Monday': one day's name for the other. */
export const singularDays = (text: string): string => text.replace(/\b(\p{L}+day)s\b/gu, '$1');

/**
 * The first day that a sentence names from `now` on, as `2026-12-01`. 'Next week' is its Monday. The library is loaded
 * when it is first needed.
 *
 * @param zone IANA name of the time zone in which days begin and end
 */
export async function dayIn(sentence: string, now: Date, zone: string): Promise<string | null> {
  const words = singularDays(sentence);
  const offset = offsetAt(zone, now.getTime());
  // What the zone's clocks show, as if they were those of UTC: days are counted there, not hours.
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
