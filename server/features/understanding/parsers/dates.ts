import { DATE_TAGS } from './date-words.ts';

/** A date or time as said: characters `from` to `to` (exclusive), including its 'before' or 'in'. */
export interface DateMention {
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
    ['P.{1,2}', 1.4],
    ['t?S', 1.2],
    ['i[NDta][Uk](?!o)', 1.3],
  ] as const
).map(([source, exact]) => [new RegExp(source, 'y'), exact]);
/** DATES cannot match without one of these tags. */
const DATED = /[MOwkUSHqmP]/;
const NUMERIC = /(?<![\d.,/])(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.)(?![\d])/g;
const LEADS =
  /^(?:before|by|until|till|til|after|from|in|on|around|during|for|within|b4|vor|bis|ab|avant|après|im|am|antes|krajem|początkiem|koncem|when|of|to|since|near)$/;
const MANNER = /^(?:sometime|somewhere|straight|right|not|latest|starting|beginning)$/;
/** Words that are a date only after a word that introduces one: not in 'it may be', 'they sat down'. */
const DOUBTFUL =
  /^(?:may|mar|mart|march|jan|sat|sun|wed|mon|fall|spring|maj|mai|lent|eid|holi|second|first|marta|reyes)$/;

/** 'before the home show in march': an event before the date belongs to it. */
const EVENT_BEFORE =
  /(?:^|[^a-z])((?:before|after|until|till|when|in time for|ahead of)\s+(?:[^\s.,;:!?()]+\s+){1,7})$/;
/** 'before the harvest': an event without a date. */
const EVENT =
  /\b(before|after|until|ahead of|in time for|by) (?:the|our|my|their|her|his) ([^\s.,;:!?()]+(?: [^\s.,;:!?()]+){0,2})/g;
const EVENT_STOPS =
  /^(?:a|the|and|or|i|we|me|us|he|she|it|they|that|which|who|end|start|beginning|time|way|book|door|owner|founder|boss|director|manager|hour|board|moment|others?|same|next|first|last|customer|client|is|are|was|in|on|at|so|but|to|of|with|for)$/;

const MAX_DATES = 16;

/** The text in lower case, with unchanged offsets. */
export function lowered(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The dates and times in a text, in order. They are not resolved to days. */
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

function dateAt(tags: string, at: number): { length: number; exact: number } | null {
  for (const [pattern, exact] of DATES) {
    pattern.lastIndex = at;
    const match = pattern.exec(tags);
    if (match) return { length: match[0].length, exact };
  }
  return null;
}

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
