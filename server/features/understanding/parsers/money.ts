import { NUMBER_WORDS } from '../../../platform/text/words.ts';
import { lowered } from './dates.ts';

/** The words of a list, all lower case. */
const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Signs and codes of currencies, which stand before or after the figure. */
const CURRENCIES = set(
  `€ £ $ ₹ ¥ ₺ ₦ ₵ us$ ca$ nt$ a$ c$ hk$ s$ r$ nz$ mx$ t€ teur euro euros eur dollar dollars usd bucks pound pounds
  gbp quid sterling franc francs chf sfr crown crowns kč czk kronor kroner sek nok dkk zł złoty zloty zlotys pln rupee
  rupees inr rs naira ngn shilling shillings kes ksh lira liras tl peso pesos reais brl yen jpy rmb yuan cny twd cad
  canadian aud birr etb cedi cedis ghs rand zar dirham dirhams aed forint forints huf lei ron leva bgn denar denars
  hryvnia sgd hkd try mxn nzd`,
);
/** Signs that stand right before a figure. */
const SIGNS = set(
  `€ £ $ ₹ ¥ ₺ ₦ ₵ us$ ca$ nt$ a$ c$ hk$ s$ r$ nz$ mx$ eur usd gbp chf cad aud nzd sek nok dkk pln czk huf try inr ngn
  kes zar aed sgd hkd jpy cny rmb twd brl mxn ghs ron bgn etb rs ksh`,
);
/** Words and letters that multiply a figure. */
const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['k', 1_000],
  ['grand', 1_000],
  ['thousand', 1_000],
  ['tausend', 1_000],
  ['tisíc', 1_000],
  ['mille', 1_000],
  ['mil', 1_000],
  ['t€', 1_000],
  ['teur', 1_000],
  ['hundred', 100],
  ['lakh', 100_000],
  ['lakhs', 100_000],
  ['lac', 100_000],
  ['lacs', 100_000],
  ['crore', 10_000_000],
  ['crores', 10_000_000],
  ['m', 1_000_000],
  ['mn', 1_000_000],
  ['mio', 1_000_000],
  ['million', 1_000_000],
  ['millions', 1_000_000],
  ['bn', 1_000_000_000],
]);
const SPOKEN: ReadonlyMap<string, number> = new Map([...NUMBER_WORDS, ['half', 0.5]]);
/** Words before a figure that make it approximate. */
const APPROXIMATELY = set(
  `about around roughly up to 2 max max. maximum at most no more than not hasta under below less over least circa ca
  ca. approx approx. approximately maybe perhaps nearly almost some between from somewhere`,
);
/** Words after a figure that show what it counts. */
const COUNTED = set(
  `people person persons ppl staff employees heads headcount members guests attendees delegates listeners owners
  managers students teachers nurses doctors drivers workers volunteers shops stores sites clubs clinics branches
  schools hotels offices locations desks years year yrs months month weeks week days day hours hour hrs h min mins
  minute minutes seconds s km miles kg tonnes tons emails mails messages orders invoices quotes refunds calls tickets
  requests rows pages words times visitors leads percent am pm copies units pcs pieces cases patients trucks loads
  batches rooms seats of partners lawyers developers engineers guys men women lads souls customers clients farms
  suppliers pupils children kids cups bottles loaves watches steps signatures stamps slides sessions copies decisions
  companies firms partners providers advisers firms offers languages subscribers followers downloads views readers
  users viewers likes clicks`,
);

/** A sum of money as said: characters `from` to `to` (exclusive), including 'about' and 'a month'. */
interface Sum {
  from: number;
  to: number;
  /** Where the figure itself begins. */
  figure: number;
  /** Whether a currency or 'k', 'grand', 'lakh' shows that it is money; otherwise only its size suggests it. */
  sure: boolean;
  /** Approximate amount, in any currency: the last figure of a range. */
  amount: number;
}

/** A word, figure or sign of a text and its place. */
interface Part {
  low: string;
  from: number;
  to: number;
}

const PART = new RegExp(
  [
    // Signs of currencies
    String.raw`(?:us|ca|nt|hk|nz|mx|[acsr])?\$`,
    't€|[€£₹¥₺₦₵]',
    // Figures, with and without separated thousands
    String.raw`\d{1,3}(?:[.,' \u00a0\u202f]\d{3}){1,4}(?!\d)(?:[.,]\d{1,2}(?!\d))?`,
    String.raw`\d+(?:[.,]\d{1,2}(?!\d))?`,
    // Words and other characters
    String.raw`[\p{L}]+`,
    String.raw`[^\s]`,
  ].join('|'),
  'gu',
);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isFigure = (part: Part | undefined): boolean => part !== undefined && isDigit(part.low.charCodeAt(0));

/** The number that a figure in digits stands for: '15.000' and '15,5' as well as '15,000'. */
function figureOf(figure: string): number {
  return Number(figure.replace(/[.,' \u00a0\u202f](?=\d{3}(?!\d))/g, '').replace(',', '.')) || 0;
}

/** A number while its parts are read. */
interface NumberRead {
  /** What multipliers have closed ('two thousand'), and what is open after them ('five hundred'). */
  total: number;
  part: number;
  /** Whether anything of a number was read. */
  seen: boolean;
  sure: boolean;
}

/** Multipliers that say nothing of money by themselves. */
const PLAIN_MULTIPLIER = /^(?:thousand|tausend|mille|mil|m|million|millions)$/;
const AFTER_A = /^(?:hundred|thousand|million|lakh|crore|grand)$/;

function multiply(number: NumberRead, word: string, times: number): void {
  number.seen = true;
  if (times === 100) {
    number.part = (number.part || 1) * 100;
    return;
  }
  number.total += (number.part || 1) * times;
  number.part = 0;
  number.sure ||= !PLAIN_MULTIPLIER.test(word) || number.total >= 1_000;
}

/**
 * Reads the next part of a number that begins at part `start`.
 *
 * @returns how many parts belong to it, 0 at its end
 */
function readPart(number: NumberRead, low: string, parts: readonly Part[], start: number, at: number): number {
  const { low: word, from } = parts[at] as Part;
  if (at > start && from - (parts[at - 1]?.to ?? from) > 1) return 0;
  const [before = '', next = '', afterNext = ''] = [parts[at - 1]?.low, parts[at + 1]?.low, parts[at + 2]?.low];
  const times = MULTIPLIERS.get(word);
  const mayMultiply = number.seen || word === 'hundred' || word === 'thousand';
  if (times && mayMultiply && !(word === 'm' && !/\d/.test(before))) {
    multiply(number, word, times);
    return 1;
  }
  const isInWords = !isFigure(parts[start]);
  const spoken = isInWords ? SPOKEN.get(word) : undefined;
  if (spoken !== undefined) {
    number.part += spoken;
    number.seen = true;
    return 1;
  }
  if (word === 'a' && (before === 'half' || (!number.seen && AFTER_A.test(next)))) return 1;
  if (!number.seen) return 0;
  if (word === 'and' && next === 'a' && afterNext === 'half') {
    if (number.part) number.part += 0.5;
    else number.total *= 1.5;
    return 3;
  }
  const digit = SPOKEN.get(next);
  if (digit === undefined) return 0;
  if (word === 'point') {
    number.part += digit / 10;
    return 2;
  }
  const isJoined =
    (word === 'and' && number.total + number.part >= 100) || (word === '-' && isInWords && low[from - 1] !== ' ');
  return isJoined ? 1 : 0;
}

/** A figure in digits or words with its thousands and currency, from part `start`; null when there is none. */
function figureAt(
  low: string,
  parts: readonly Part[],
  start: number,
): { end: number; amount: number; sure: boolean } | null {
  const signed = parts[start + 1]?.low === '.' ? start + 2 : start + 1;
  const sure = SIGNS.has(parts[start]?.low ?? '') && isFigure(parts[signed]);
  const number: NumberRead = { total: 0, part: 0, seen: false, sure };
  let at = sure ? signed : start;
  if (isFigure(parts[at])) {
    number.part = figureOf(parts[at]?.low ?? '');
    number.seen = true;
    at += 1;
  }
  for (let read = 1; read > 0 && at < parts.length; at += read) read = readPart(number, low, parts, start, at);
  if (!number.seen) return null;
  const amount = number.total + number.part;
  const [sign, after] = [parts[at], parts[at + 1]?.low];
  const isCurrency = sign && CURRENCIES.has(sign.low) && sign.from - (parts[at - 1]?.to ?? 0) <= 1;
  if (!isCurrency || sign.low === 'try' || sign.low === 'rs') return { end: at, amount, sure: number.sure };
  const isTwoWords = after === 'canadian' || (sign.low === 'canadian' && after === 'dollars');
  const isInThousands = sign.low === 't€' || sign.low === 'teur';
  return { end: at + (isTwoWords ? 2 : 1), amount: isInThousands ? amount * 1_000 : amount, sure: true };
}

const MAX_SUMS = 16;

const JOINS = /^(?:-|\u2013|to|or|and|bis|à|maybe|perhaps)$/;

/** The end of the words that belong to a sum after its figure: 'all in', 'a month', 'plus the flight'. */
function moreAfter(parts: readonly Part[], start: number): { end: number; money: boolean } {
  let at = start;
  let money = false;
  for (let rounds = 0; rounds < 3; rounds += 1) {
    const [one = '', two = '', three = ''] = [parts[at]?.low, parts[at + 1]?.low, parts[at + 2]?.low];
    if (one === 'ish' || one === 'net' || one === 'total' || one === 'ttc' || one === 'brutto') at += 1;
    else if (one === 'grand' && two === 'total') at += 2;
    else if (one === 'all' && two === 'in') at += 2;
    else if (one === 'all' && two === '-' && three === 'in') at += 3;
    else if (/^(?:a|per|\/)$/.test(one) && two === 'month') at += 2;
    else if (/^(?:plus|\+)$/.test(one) && /^(?:travel|flights?|train|expenses|vat|fare)$/.test(two))
      at += three === 'fare' ? 3 : 2;
    else if (/^(?:plus|\+)$/.test(one) && two === 'the' && /^(?:travel|flight|train|fare)$/.test(three)) at += 3;
    else break;
    money = true;
  }
  return { end: at, money };
}

/** The sums of money in a text, in order; figures that count people, hours or the like are left out. */
export function sumsIn(text: string): Sum[] {
  const low = lowered(text);
  const parts: Part[] = [...low.matchAll(PART)].map((match) => ({
    low: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
  const sums: Sum[] = [];
  for (let at = 0; at < parts.length && sums.length < MAX_SUMS; ) {
    const first = parts[at];
    const one = first && startsSum(low, parts, at) ? figureAt(low, parts, at) : null;
    if (!one || !first) {
      at += 1;
      continue;
    }
    let { end, amount, sure } = one;
    if (JOINS.test(parts[end]?.low ?? '')) {
      const other = figureAt(low, parts, end + 1);
      if (
        other &&
        (other.sure || sure) &&
        other.amount > 0 &&
        (parts[end]?.low !== 'and' || /between/.test(parts[at - 1]?.low ?? ''))
      )
        ({ end, amount, sure } = { end: other.end, amount: other.amount, sure: true });
    }
    const more = moreAfter(parts, end);
    const last = parts[more.end - 1];
    const after = parts[more.end]?.low ?? '';
    const glued = last && parts[more.end]?.from === last.to;
    const counts =
      COUNTED.has(after) ||
      (COUNTED.has(parts[more.end + 1]?.low ?? '') && !sure && !/^[,.;]/.test(after)) ||
      /^(?:%|@|st|nd|rd|th)$/.test(after) ||
      (glued && /^[\p{L}@]/u.test(after));
    const signed = parts.slice(at, end).some((part) => CURRENCIES.has(part.low));
    if (last && amount > 0 && (!counts || signed)) {
      let opened = at;
      while (
        opened > 0 &&
        at - opened < 3 &&
        APPROXIMATELY.has(parts[opened - 1]?.low ?? '') &&
        // 'To' right before the figure counts only in 'up to'.
        !(opened === at && parts[opened - 1]?.low === 'to' && parts[opened - 2]?.low !== 'up')
      )
        opened -= 1;
      // 'at most 5k' adds meaning, 'at 5k' means no more than '5k'.
      if (opened === at - 1 && parts[opened]?.low === 'at') opened = at;
      sums.push({
        from: parts[opened]?.from ?? first.from,
        to: last.to,
        figure: first.from,
        sure: sure || more.money,
        amount,
      });
    }
    at = Math.max(end, at + 1);
  }
  return sums;
}

const STARTS: ReadonlySet<string> = new Set(['a', 'hundred', 'thousand']);

/** Whether a sum may begin here: not inside a word, a link or a longer number. */
function startsSum(low: string, parts: readonly Part[], at: number): boolean {
  const part = parts[at];
  if (!part || !(isFigure(part) || SPOKEN.has(part.low) || SIGNS.has(part.low) || STARTS.has(part.low))) return false;
  const before = low[part.from - 1] ?? ' ';
  if (/[\p{L}\p{N}.,@/#_-]/u.test(before) && !(before === '-' && at > 0 && isFigure(parts[at - 2]))) return false;
  return part.low !== 'a' || /^(?:hundred|thousand|million|lakh|crore|grand)$/.test(parts[at + 1]?.low ?? '');
}

const NUMBER =
  '(?:\\d[\\d.,]*|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|' +
  'forty|fifty|sixty|seventy|eighty|ninety|hundred)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)';
const ABOUT = '(?:(?:about|around|roughly|some|over|under|nearly|almost|up to) )?';
const PEOPLE = '(?:people|ppl|persons?|employees|staff|colleagues|of us|heads|ftes?|team members)';
const OF_PEOPLE = new RegExp(`\\b(${ABOUT}${NUMBER}) ${PEOPLE}\\b`, 'i');
const TEAM_OF = new RegExp(`\\b(?:team|staff|company|firm) of (${ABOUT}${NUMBER})\\b`, 'i');
/** Characters of a line to search. */
const MAX_SEARCHED_CHARS = 2_000;

/**
 * The number of people that a line names ('we are 60 people', '20 ppl', 'a team of twelve'), in the visitor's words:
 * 'about 60'; null when none is named.
 */
export function sizeIn(text: string): string | null {
  const searched = text.slice(0, MAX_SEARCHED_CHARS);
  return OF_PEOPLE.exec(searched)?.[1] ?? TEAM_OF.exec(searched)?.[1] ?? null;
}
