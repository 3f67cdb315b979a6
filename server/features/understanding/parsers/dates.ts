import { setImmediate } from 'node:timers/promises';
import { WEEKDAYS } from '@understudy/contract/weekdays';
import { oneOf } from '../../../platform/text/patterns.ts';
import { offsetAt } from '../../../platform/zones.ts';

/** Date words in the languages that visitors slip into, by their tag ({@link DATES}). */
const TAGGED: Readonly<Record<string, string>> = {
  M: `january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec
    januar februar märz mai juni juli oktober dezember okt dez
    janvier février mars avril juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
    januari februari maart mei augustus maj
    leden ledna února března dubna května června července srpna září října listopadu prosince
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października grudnia
    ledna januára februára apríla mája júna júla októbra
    januara februara marta aprila juna jula avgusta septembra oktobra novembra decembra
    ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie
    tammikuussa helmikuussa maaliskuussa huhtikuussa toukokuussa kesäkuussa elokuussa syyskuussa lokakuussa
    marraskuussa joulukuussa
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık`,
  O: `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth`,
  T: 'twenty thirty',
  w: `monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mondays
    tuesdays wednesdays thursdays fridays saturdays sundays
    montag dienstag mittwoch donnerstag freitag samstag lundi mardi mercredi jeudi vendredi lunes martes miércoles
    jueves viernes maandag dinsdag woensdag donderdag vrijdag`,
  k: 'week weeks kw woche semaine semana',
  U: `month months quarter year years semester trimester monat jahr quartal mois mes año academic school financial
    fiscal`,
  S: `spring summer autumn fall winter term season harvest frühjahr frühling sommer herbst printemps été automne
    hiver primavera verano otoño invierno rains`,
  H: `easter christmas xmas diwali ramadan eid pongal thanksgiving fasnacht fasching carnival karneval pentecost
    whitsun midsummer hanukkah passover purim michaelmas timkat meskel nowruz bayram reyes oktoberfest holi onam
    vesak pâques navidad ostern weihnachten songkran tet advent halloween lent epiphany novruz nauryz newroz magal
    reyes mawlid dashain tihar dussehra durga puja navratri baisakhi losar juneteenth noël natale pasqua natal páscoa
    wielkanoc wielkanocą świętami vánoce vánocemi velikonoce uskrs božić jul påske joulu hajj martinmas candlemas
    assumption midsommar`,
  W: 'weekend',
  e: 'end start beginning middle half close turn ende anfang mitte',
  p: 'early mid late later sometime',
  n: 'next this coming following new current nächste nächsten prochain próximo',
  L: 'last',
  m: 'tomorrow morgen demain mañana',
  t: 'the a der die das le la el',
  o: 'of de',
  i: 'in within',
  r: 'or and to till until bis und oder et ou y',
  B: 'between',
  a: 'any',
  N: 'one two three four five six seven eight nine ten eleven twelve few couple',
};

const DATE_TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries(TAGGED).flatMap(([tag, words]) => words.split(/\s+/).map((word) => [word, tag] as const)),
);

/** A date as said: characters `from` to `to` (exclusive), including its 'before' or 'in'. */
interface DateMention {
  from: number;
  to: number;
  /** Where the date itself begins, after 'before', 'by', 'in'. */
  date: number;
  /** Precision: 3 a day, 2 a month or a week, 1 a season, a weekday or an event. */
  exact: number;
  /** The preposition, lower case: 'before', 'by', 'in', ''. */
  lead: string;
}

interface Word {
  low: string;
  from: number;
  to: number;
}

const WORD = /q[1-4](?![\p{L}\d])|\d+(?:st|nd|rd|th|\.(?=\s\p{Ll}))?|[\p{L}'-]+|[^\s\p{L}\d]/gu;

/** A word that is in no list and does not have the form of a date. */
const PLAIN_WORD = /^[a-z]{3,}$/;

/** The tag of a word: one letter for its role in a date, '.' for anything else. */
function tagOf({ low }: Word): string {
  const known = DATE_TAGS.get(low);
  if (known) return known;
  if (PLAIN_WORD.test(low)) return '.';
  if (/^\d+$/.test(low)) return low.length === 4 ? 'Y' : Number(low) <= 53 ? 'D' : '.';
  if (/^\d+(?:st|nd|rd|th|\.)$/.test(low)) return 'O';
  if (/^[-\u2013/]$/.test(low)) return 'r';
  if (low === ',') return ',';
  if (/^q[1-4]$/.test(low)) return 'q';
  if (/'s$/.test(low)) return DATE_TAGS.get(low.slice(0, -2)) ? 'P' : '.';
  if (/^(?:twenty|thirty)-\p{L}+/u.test(low)) return 'O';
  const [first = ''] = low.split('-');
  if (first !== low && DATE_TAGS.get(first) === 'p' && DATE_TAGS.get(low.slice(first.length + 1)) === 'M') return 'M';
  return '.';
}

/**
 * Dates in tags: M month, O ordinal, D figure, T twenty or thirty, w weekday, k week, U unit of time, S season,
 * H holiday, W weekend, e end or start, p early or late, n next or this, L last, m tomorrow, q quarter, t the, o of,
 * i in, r or, B between, a any, N a number, Y year, P possessive, ',' comma. The first match at a place wins.
 */
const DAY = '(?:TO|T-?O|O|D)';
const DATES: readonly (readonly [RegExp, number])[] = (
  [
    [`Bt?${DAY}o?M?rt?${DAY}o?MY?`, 3],
    [`(?:w,?)?(?:t?ko)?t?(?:Wo)?t?${DAY}(?:rt?${DAY})?o?t?MY?(?:nU)?`, 3],
    [`(?:t?ko)?t?(?:Wo)?(?:w,?)?Mt?${DAY}(?:rt?${DAY})?(?:,?Y)?(?:nU)?`, 3],
    ['t?[OL]w[oi]M', 3],
    [`wt?${DAY}(?![.]k)`, 3],
    ['tT?O(?![kUSwe])', 2.4],
    ['t?(?:p|eo|[OL][keWU]?[oi]|ko|Wo|a.?i)t?M(?:nU)?', 2.5],
    [`t?${DAY}(?:rt?${DAY})?o?nU`, 2.6],
    ['MrM', 2],
    ['MY?(?:nU)?', 2],
    ['t?kD', 2],
    ['qo?Y?', 2],
    ['t?[OL]?e[oi]t?n?[UkS]+', 2],
    ['t?n[UkS]{1,2}(?:iM)?', 1.6],
    ['pi?t?n?[UkS]+', 1.2],
    ['nw(?:rn?w)?', 2],
    ['wnk|(?:w|m)rw|wi?t?O?Wnk', 2],
    ['w', 1.2],
    ['P.{1,2}', 1.3],
    ['m', 1.3],
    ['t?H(?:U|k|S)?', 1.8],
    ['t?S', 1.2],
    ['i[NDta][Uk](?!o)', 1.3],
  ] as const
).map(([source, exact]) => [new RegExp(source, 'y'), exact]);
/** DATES cannot match without one of these tags. */
const DATED = /[MOwkUSHqmP]/;
const NUMERIC = /(?<![\d.,/])(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.)(?![\d])/g;
/** Words that introduce a date. */
const LEAD_WORDS = `before by until till til after from in on around during for within b4 vor bis ab avant après im am
  antes krajem początkiem koncem when of to since near`;
const LEADS = new RegExp(`^${oneOf(LEAD_WORDS)}$`);
const MANNER = /^(?:sometime|somewhere|straight|right|not|latest|starting|beginning)$/;
/** Words that are a date only after a word that introduces one: not in 'it may be', 'they sat down'. */
const DOUBTFUL =
  /^(?:may|mar|mart|march|jan|sat|sun|wed|mon|fall|spring|maj|mai|lent|eid|holi|second|first|marta|reyes)$/;

/** 'before the home show in march': an event before the date belongs to it. */
const EVENT_BEFORE =
  /(?:^|[^a-z])((?:before|after|until|till|when|in time for|ahead of)\s+(?:[^\s.,;:!?()]+\s+){1,7})$/;
/** A word without punctuation. */
const PLAIN = String.raw`[^\s.,;:!?()]+`;
/** 'before the harvest': an event without a date. */
const EVENT = new RegExp(
  `\\b(before|after|until|ahead of|in time for|by) (?:the|our|my|their|her|his) (${PLAIN}(?: ${PLAIN}){0,2})`,
  'g',
);
/** Words that name no event, or come after its name. */
const NO_EVENT = `a the and or i we me us he she it they that which who end start beginning time way book door owner
  founder boss director manager hour board moment others? same next first last customer client is are was in on at so
  but to of with for`;
const EVENT_STOPS = new RegExp(`^${oneOf(NO_EVENT)}$`);

const MAX_DATES = 16;

/** The text in lower case, with unchanged offsets. */
export function lowered(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The dates in a text, in order. They are not resolved to days; {@link dayIn} does that. */
export function datesIn(text: string): DateMention[] {
  const low = lowered(text);
  const words: Word[] = [...low.matchAll(WORD)].map((match) => ({
    low: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
  const tags = words.map(tagOf).join('');
  const found: DateMention[] = [];
  const any = DATED.test(tags);
  for (let at = 0; any && at < words.length && found.length < MAX_DATES; ) {
    const taken = tags[at] === '.' ? null : dateAt(tags, at);
    if (!taken) {
      at += 1;
      continue;
    }
    const one = mentionAt(low, words, at, at + taken.length, taken.exact, found.at(-1)?.to ?? 0);
    if (one) found.push(one);
    at += taken.length;
  }
  for (const match of low.matchAll(NUMERIC))
    addUnlessKnown(found, {
      from: match.index,
      to: match.index + match[0].length,
      date: match.index,
      exact: 3,
      lead: '',
    });
  for (const match of low.matchAll(EVENT)) {
    const kept: string[] = [];
    for (const word of (match[2] ?? '').split(' ')) {
      if (EVENT_STOPS.test(word)) break;
      kept.push(word);
    }
    const to = match.index + match[0].length - (match[2] ?? '').length + kept.join(' ').length;
    if (kept.length > 0)
      addUnlessKnown(found, { from: match.index, to, date: match.index, exact: 0.6, lead: match[1] ?? '' });
  }
  return found.sort((one, other) => one.from - other.from);
}

function addUnlessKnown(found: DateMention[], one: DateMention): void {
  if (!found.some(({ from, to }) => from < one.to && one.from < to)) found.push(one);
}

/** The first date pattern that matches the tags at an index. */
function dateAt(tags: string, at: number): { length: number; exact: number } | null {
  for (const [pattern, exact] of DATES) {
    pattern.lastIndex = at;
    const match = pattern.exec(tags);
    if (match) return { length: match[0].length, exact };
  }
  return null;
}

/**
 * The mention of words `start` to `end` (exclusive), with what introduces it; null when the words are no date.
 *
 * @param previous end of the mention before it
 */
function mentionAt(
  low: string,
  words: readonly Word[],
  start: number,
  end: number,
  exact: number,
  previous: number,
): DateMention | null {
  const first = words[start];
  const last = words[end - 1];
  if (!first || !last) return null;
  let lead = start - 1;
  while (lead >= 0 && /^(?:uh|um|the|on|in)$/.test(words[lead]?.low ?? '') && LEADS.test(words[lead - 1]?.low ?? ''))
    lead -= 1;
  if (exact === 2.4 && /^an?$/.test(first.low)) return null;
  const leads = LEADS.test(words[lead]?.low ?? '');
  const said = low.slice(first.from, last.to);
  // 'The first six months', 'the third person': an ordinal alone is a day only when it counts nothing.
  if (
    /^the (?:\p{L}|-)+$/u.test(said) &&
    exact === 2.4 &&
    /^\s+\p{L}/u.test(low.slice(last.to)) &&
    !/^\s+(?:or|and|is|at|of|if|so|works|in|would|please|for|then|but|it|he|she)\b/.test(low.slice(last.to))
  )
    return null;
  if (DOUBTFUL.test(said) && !leads) return null;
  const opened = leads && MANNER.test(words[lead - 1]?.low ?? '') ? lead - 1 : lead;
  let from = leads ? (words[opened]?.from ?? first.from) : first.from;
  let word = leads ? low.slice(from, words[lead]?.to ?? from) : '';
  if (word === '' || /^(?:in|on|at|of)$/.test(word)) {
    const event = EVENT_BEFORE.exec(low.slice(Math.max(0, from - 70), from))?.[1];
    if (event && from - event.length >= previous) {
      from -= event.length;
      word = event.split(/\s/)[0] ?? '';
    }
  }
  return { from, to: last.to, date: first.from, exact, lead: word };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS = WEEKDAYS.map((day) => day.toLowerCase());
const NEXT_WEEK = /\bnext week\b/i;
const WEEKDAY = new RegExp(`\\b(${DAYS.join('|')})\\b`, 'i');
/** What follows an ordinal that has its month, or that counts something else. */
const AFTER_NTH = 'of |jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|floor|time|person|century|employee';
/** A day of the month without its month. */
const NTH = new RegExp(`\\bthe (\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:${AFTER_NTH}))`, 'i');

/** Replaces 'Mondays' with 'Monday', and likewise every other day. */
export const singularDays = (text: string): string => text.replace(/\b(\p{L}+day)s\b/gu, '$1');

/**
 * The first day that a sentence names from `now` on, as `2026-12-01`; null when it names none. 'Next week' is its
 * Monday. The library is loaded on first use.
 *
 * @param zone IANA name of the time zone that bounds the days
 */
export async function dayIn(sentence: string, now: Date, zone: string): Promise<string | null> {
  const words = singularDays(sentence);
  const offset = offsetAt(zone, now.getTime());
  // The zone's local time as if it were UTC, because days are counted and not hours.
  const local = new Date(now.getTime() + offset);
  if (NEXT_WEEK.test(words)) return isoDay(nextWeek(words, local));
  if (!WITH_DATE.test(words)) return null;
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
      await setImmediate();
      new dates.Chrono({ parsers: [parser], refiners: [] }).parse('on Tuesday, 3 June 2026 at 5pm, in two weeks');
    }
  }
  return dates;
}

/** Beginnings and endings of words for days, weeks and months. */
const DATE_STEMS =
  'today|tonight|this (?:morning|afternoon|evening)|tomorrow|week|weeks|month|months|year|days?' +
  '|mon|tues?|wednes|thurs?|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec';
const DATE_ENDINGS = 'day|uary|ruary|ch|il|e|y|ust|tember|ober|ember';
/** A sentence without one of these names no day, and does not load the library. */
const WITH_DATE = new RegExp(
  [`\\b(?:${DATE_STEMS})(?:${DATE_ENDINGS})?s?\\b`, '\\d(?:st|nd|rd|th)\\b', '\\d[./-]\\d'].join('|'),
  'i',
);

/** Days and times of day, as people name them for a call. */
const DAY_WORDS = [
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow',
  'this (?:afternoon|morning|evening|week)|next week|next month',
  '(?:in|after) (?:an?|one|two|three|four|five|ten|\\d+) (?:minutes?|hours?|days?|weeks?|months?)',
  'in the (?:morning|afternoon|evening)',
  '\\d{1,2}(?:st|nd|rd|th)',
  '(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber',
].join('|');
const HOUR = [
  '\\d{1,2}(?:[:.]\\d{2})?(?! ?(?:%|k|euro|people))',
  'noon|lunch|midday|half past|nine|ten|eleven|twelve|one|two|three|four|five|six',
].join('|');
const CLOCK = [
  `(?:at|after|before|around|from|by|between|till|until) (?:about )?(?:${HOUR})(?: ?(?:am|pm|o'clock))?`,
  "\\d{1,2}(?::\\d{2})? ?(?:am|pm|o'clock)",
].join('|');
/** A day or a time of day. */
export const TIME = new RegExp(`\\b(?:${DAY_WORDS})\\b|\\b(?:${CLOCK})\\b`, 'i');

/** Including negations: 'not Friday', 'not before ten'. */
const EACH_TIME = new RegExp(`(?:\\b(?:not|except|but|no) (?:on )?)?(?:${TIME.source})`, 'gi');
const SENTENCE_END = /(?<=[.!?])\s+/;

/** The words of a sentence from its first day or time to its last; all words when it names none. */
export function timeWordsOf(words: string): string {
  const sentence = words.split(SENTENCE_END).find((one) => TIME.test(one)) ?? words;
  const named = [...sentence.matchAll(EACH_TIME)];
  const last = named.at(-1);
  return last ? sentence.slice(named[0]?.index, last.index + last[0].length) : words;
}
