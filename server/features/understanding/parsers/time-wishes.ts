import { WEEKDAYS } from '@understudy/contract/weekdays';
import { dayAt } from '../../../platform/zones.ts';
import { dayIn } from './dates.ts';
import { timesInEnglish } from './time-words.ts';

/** When somebody would like to meet: every condition has to hold. Times are minutes since midnight on their clock. */
export interface TimeWish {
  /** Days, inclusive, as YYYY-MM-DD: one of these stretches. Empty for any day. */
  days: readonly { from: string; to: string }[];
  /** Days of the week, 0 for Monday; empty for any. */
  weekdays: readonly number[];
  notWeekdays: readonly number[];
  notDays: readonly string[];
  /** Not earlier than this, and earlier than that. */
  notBefore: number;
  notAfter: number;
  /** Exact beginnings; empty for any. */
  at: readonly number[];
}

const NO_WISH: TimeWish = {
  days: [],
  weekdays: [],
  notWeekdays: [],
  notDays: [],
  notBefore: 0,
  notAfter: 1_440,
  at: [],
};

const DAY_MS = 86_400_000;
const NOON = 720;

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const NUMBER = `(?:${NUMBERS.join('|')}|\\d{1,2})`;
const HALF = '(?:am|pm|a\\.m\\.|p\\.m\\.)';
/** A time on the clock; its groups are what {@link clockOf} reads. */
const CLOCK =
  `(half past |quarter past |quarter to )?(noon|midday|midnight|${NUMBER}(?![\\d.]*\\d{3}))` +
  `(?:[:.h](\\d{2}))?(?: ?(${HALF}|o'?clock))?`;

const RULES = {
  between: new RegExp(`\\b(?:between|from) ${CLOCK} (?:and|to|till|until|-|\\u2013) ${CLOCK}`, 'i'),
  notBefore: new RegExp(`\\b(?:not|no|nothing|never)(?: \\w+)? (?:before|earlier than|until) ${CLOCK}`, 'i'),
  notAfter: new RegExp(`\\b(?:not|no|nothing|never)(?: \\w+)? (?:after|later than|past) ${CLOCK}`, 'i'),
  after: new RegExp(
    `\\b(?:after|from|(?<!half |quarter )past|later than|as of|starting(?: at)?|any ?time after) (?:about )?${CLOCK}`,
    'i',
  ),
  before: new RegExp(`\\b(?:before|by|until|till|earlier than) (?:about )?${CLOCK}`, 'i'),
  at: new RegExp(`\\b(?:at|around|about|@) ?${CLOCK}`, 'gi'),
  /** '3pm', '15:30', 'ten o'clock': times without a word before them. */
  bare: new RegExp(
    `\\b(?:(half past |quarter past |quarter to )(${NUMBER})()()|(${NUMBER})[:.](\\d{2})(?: ?(${HALF}))?(?![\\d.])` +
      `|(${NUMBER}) ?(${HALF}|o'?clock)|(noon|midday))(?![\\w%])`,
    'gi',
  ),
};

/** Parts of a day, in minutes. */
const PARTS: readonly [RegExp, from: number, to: number][] = [
  [/\b(?:early|first thing)(?: in the)? ?(?:morning)?\b(?=.*\bmorning|.*first thing)|\bfirst thing\b/i, 0, 600],
  [/\blate(?:r)?(?: in the)? afternoon\b/i, 15 * 60, 19 * 60],
  [/\bearly(?: in the)? afternoon\b/i, NOON, 15 * 60],
  [/\bmornings?\b/i, 0, NOON],
  [/\bafternoons?\b/i, NOON, 18 * 60],
  [/\b(?:evenings?|tonight|after work)\b/i, 17 * 60, 1_440],
  [/\b(?:lunch ?time|over lunch|at lunch|around noon|midday)\b/i, 690, 840],
];

const WEEKDAY = new RegExp(
  '\\b(not |except |but not |no |anything but )?(?:on )?' +
    '(mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:days?|\\b)',
  'gi',
);
const DAY_STEMS = WEEKDAYS.map((name) => name.slice(0, 3).toLowerCase());
/** A weekday that the wish is about, in a line that mentions more: 'next Thursday', 'any Thursday'. */
const EVERY_WEEK =
  /\b(?:any|every|each) (?:mon|tue|wed|thu|fri|sat|sun)|(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/i;

/** Minutes since midnight of a time on the clock. Meetings take place by day: 'at three' is 15:00. */
function clockOf(lead = '', hour = '', minute = '', half = ''): number | null {
  const low = hour.toLowerCase();
  if (low === 'noon' || low === 'midday') return NOON;
  if (low === 'midnight') return 1_440;
  const named = NUMBERS.indexOf(low);
  const told = named >= 0 ? named + 1 : Number(low);
  const minutes = Number(minute || 0);
  if (!Number.isInteger(told) || told > 24 || minutes > 59) return null;
  const isPm = /^p/i.test(half);
  const isAm = /^a/i.test(half);
  let hours = told;
  if (isPm && told < 12) hours += 12;
  else if (isAm && told === 12) hours = 0;
  else if (!isAm && !isPm && told >= 1 && told <= 6 && !/^0/.test(low)) hours += 12;
  const past = /half past/i.test(lead) ? 30 : /quarter past/i.test(lead) ? 15 : /quarter to/i.test(lead) ? -15 : 0;
  return hours * 60 + minutes + past;
}

const first = (found: RegExpExecArray | null, at = 1): number | null =>
  found && clockOf(found[at], found[at + 1], found[at + 2], found[at + 3]);

/** A number that counts something else: a telephone number, people, money. */
const NO_TIME =
  /\+?\d(?:[ ()./-]{0,2}\d){6,}|[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:%|k\b|euros?|people|minutes?|hours?|days?)/gi;

/** What a line says about the time of day. */
function clockWishes(text: string): Pick<TimeWish, 'notBefore' | 'notAfter' | 'at'> | null {
  const words = text.replace(NO_TIME, ' ');
  const between = RULES.between.exec(words);
  if (between) {
    const [from, to] = [first(between), first(between, 5)];
    if (from !== null && to !== null && from < to) return { notBefore: from, notAfter: to, at: [] };
  }
  let [notBefore, notAfter, isSaid] = [0, 1_440, false];
  let rest = words;
  const bound = (rule: RegExp, set: (minutes: number) => void) => {
    const found = rule.exec(rest);
    const minutes = first(found);
    if (!found || minutes === null) return;
    isSaid = true;
    set(minutes);
    rest = rest.replace(found[0], ' ');
  };
  const setFrom = (minutes: number) => {
    notBefore = Math.max(notBefore, minutes);
  };
  const setTo = (minutes: number) => {
    notAfter = Math.min(notAfter, minutes);
  };
  bound(RULES.notBefore, setFrom);
  bound(RULES.notAfter, (minutes) => setTo(minutes + 1));
  bound(RULES.after, setFrom);
  bound(RULES.before, setTo);
  const at = [...rest.matchAll(RULES.at)].flatMap((found) => first(found as unknown as RegExpExecArray) ?? []);
  const left = rest.replace(RULES.at, ' ');
  for (const found of left.matchAll(RULES.bare)) {
    const [, lead, leadHour, , , hour, minute, half, hourOnly, halfOnly, noon] = found;
    const minutes = clockOf(lead, leadHour ?? hour ?? hourOnly ?? noon, minute, half ?? halfOnly);
    if (minutes !== null) at.push(minutes);
  }
  if (!isSaid || at.length === 0) {
    const part = PARTS.find(([words]) => words.test(text));
    if (part && at.length === 0) {
      setFrom(part[1]);
      setTo(part[2]);
      isSaid = true;
    }
  }
  return isSaid || at.length > 0 ? { notBefore, notAfter: Math.max(notAfter, notBefore), at: [...new Set(at)] } : null;
}

const isoDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Weeks and months that a line names, as stretches of days. @param today local day as UTC midnight */
function longStretches(text: string, today: number): { from: string; to: string }[] {
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const week = (ahead: number) => {
    const monday = today + (7 * ahead - sinceMonday) * DAY_MS;
    return { from: isoDay(Math.max(monday, today)), to: isoDay(monday + 6 * DAY_MS) };
  };
  if (/\bweek after(?: next| the next)?\b|\bnext but one week\b/i.test(text)) return [week(2)];
  if (/\bnext week\b/i.test(text)) return [week(1)];
  if (/\b(?:this|the current) week\b|\blater this week\b/i.test(text)) return [week(0)];
  const inWeeks =
    /\bin (a|an|one|two|three|four|five|six|\d) weeks?\b|\b(two|three|four) weeks (?:from now|out)\b/i.exec(text);
  if (inWeeks) {
    const said = (inWeeks[1] ?? inWeeks[2] ?? '').toLowerCase();
    const named = NUMBERS.indexOf(said) + 1;
    return [week(said.startsWith('a') ? 1 : named > 0 ? named : Number(said))];
  }
  if (/\bnext month\b/i.test(text)) {
    const date = new Date(today);
    const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    return [{ from: isoDay(from), to: isoDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)) }];
  }
  if (/\bend of (?:the|this) month\b|\bthis month\b/i.test(text)) {
    const date = new Date(today);
    return [{ from: isoDay(today), to: isoDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)) }];
  }
  return [];
}

/** A day named by its number in a month: those weekdays do not name. */
const MONTH = '(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const DATED = new RegExp(
  [
    '\\b\\d{1,2}(?:st|nd|rd|th)\\b|\\b\\d{1,2}[./]\\d{1,2}\\b|\\d{4}-\\d\\d-\\d\\d',
    `\\b${MONTH}\\.? \\d|\\b\\d{1,2} (?:of )?(?:${MONTH}|may)\\b|\\bmay \\d`,
  ].join('|'),
  'i',
);

/**
 * When a line would like to meet, as a booking reads it, in English, German or Spanish; null if it says nothing about
 * that.
 *
 * @param zone IANA name of the visitor's time zone
 */
export async function timeWishIn(line: string, now: Date, zone: string): Promise<TimeWish | null> {
  const text = timesInEnglish(line);
  const today = Date.parse(`${dayAt(zone, now.getTime())}T00:00:00Z`);
  const wish = { ...NO_WISH, ...clockWishes(text.replace(DATED_TIMES, ' ')) };
  let isSaid = wish.at.length > 0 || wish.notBefore > 0 || wish.notAfter < 1_440;
  const days = longStretches(text, today);
  const weekdays = new Set<number>();
  const notWeekdays = new Set<number>();
  for (const [, not, stem = ''] of text.matchAll(WEEKDAY)) {
    const at = DAY_STEMS.indexOf(stem.slice(0, 3).toLowerCase());
    if (at >= 0) (not ? notWeekdays : weekdays).add(at);
  }
  const notDays: string[] = [];
  const relative = (words: RegExp, ahead: number) => {
    const found = words.exec(text);
    if (!found) return;
    if (found[1]) notDays.push(isoDay(today + ahead * DAY_MS));
    else days.push({ from: isoDay(today + ahead * DAY_MS), to: isoDay(today + ahead * DAY_MS) });
  };
  relative(/\b(not )?(?:the )?day after tomorrow\b/i, 2);
  if (!/day after tomorrow/i.test(text)) relative(/\b(not )?tomorrow\b/i, 1);
  relative(/\b(not )?(?:today|tonight|this (?:morning|afternoon|evening))\b/i, 0);
  if (/\bweekend\b/i.test(text) && weekdays.size === 0) for (const day of [5, 6]) weekdays.add(day);
  if (DATED.test(text)) {
    // A date may name its weekday too, which then says nothing more.
    const day = await dayIn(text, now, zone);
    if (day) {
      days.push({ from: day, to: day });
      weekdays.clear();
    }
  } else if (weekdays.size === 1 && days.length === 0 && !EVERY_WEEK.test(text)) {
    // 'Thursday' is the next one; on a Thursday it may be today's or that of next week.
    const [weekday = 0] = weekdays;
    const ahead = (weekday - ((new Date(today).getUTCDay() + 6) % 7) + 7) % 7;
    for (const later of ahead === 0 ? [0, 7] : [ahead]) {
      const day = isoDay(today + later * DAY_MS);
      days.push({ from: day, to: day });
    }
  }
  isSaid ||= days.length + weekdays.size + notWeekdays.size + notDays.length > 0;
  return isSaid ? { ...wish, days, weekdays: [...weekdays], notWeekdays: [...notWeekdays], notDays } : null;
}

/** Dates in figures, which are no times. */
const DATED_TIMES = /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{4}-\d\d-\d\d\b/g;

/** Both wishes together: what the newer says of days or of the clock replaces what the older said of it. */
export function joinWishes(older: TimeWish | null, newer: TimeWish): TimeWish {
  if (!older) return newer;
  const saysDay = newer.days.length + newer.weekdays.length > 0;
  const saysClock = newer.at.length > 0 || newer.notBefore > 0 || newer.notAfter < 1_440;
  const { notBefore, notAfter, at } = saysClock ? newer : older;
  const { days, weekdays } = saysDay ? newer : older;
  const both = <Value>(one: readonly Value[], other: readonly Value[]) => [...new Set([...one, ...other])];
  return {
    ...{ days, weekdays, notBefore, notAfter, at },
    notWeekdays: both(saysDay ? [] : older.notWeekdays, newer.notWeekdays),
    notDays: both(saysDay ? [] : older.notDays, newer.notDays),
  };
}
