import { datesIn } from './dates.ts';

/** The old value and the new one, both in the visitor's words. */
export interface Correction {
  from: string;
  to: string;
}

/** Kinds of values that can replace each other, with their words other than digits. */
const KINDS = [
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
   eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred`,
  'january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday',
].map((words) => words.split(/\s+/));
const MONTHS = KINDS[1] as string[];
/** Index of the kind of dates. */
const DATES = KINDS.length;
/** A word, or a number as typed: only the digits of '£15,200' and '12kW'. */
const WORD = /\d+(?:[.,]\d+)*|\p{L}+/gu;
/** Words that take back the value after them. */
const TAKES_BACK = new Set(['not', 'than', 'no']);
/** Characters of a line to search. */
const MAX_SEARCHED_CHARS = 2_000;

/** A number, date, month or day in a text. */
interface Value {
  /** Index in {@link KINDS}, or {@link DATES}. */
  kind: number;
  /** The same for '15,200' and '15200', and for 'Three' and '3'. */
  key: string;
  word: string;
  isRetracted: boolean;
}

/** Whether a value after these words is taken back. */
const isTakenBackAfter = (before: string): boolean => TAKES_BACK.has(before.match(WORD)?.at(-1)?.toLowerCase() ?? '');

function valuesIn(text: string): Value[] {
  const searched = text.slice(0, MAX_SEARCHED_CHARS);
  const words = searched.match(WORD) ?? [];
  // Dates are looked for only if a month is named: a long conversation's lines are all read again in each turn.
  const hasMonth = words.some((word) => MONTHS.includes(word.toLowerCase()));
  const dates = (hasMonth ? datesIn(searched) : []).flatMap(({ date, to }) => {
    const word = searched.slice(date, to).replace(/^the /i, '');
    const parts: readonly string[] = word.toLowerCase().match(WORD) ?? [];
    const [day, other] = parts.filter((part) => /^\d/.test(part));
    const month = parts.find((part) => MONTHS.includes(part));
    if (!day || other || !month) return [];
    return [{ kind: DATES, key: `${day} ${month}`, word, isRetracted: isTakenBackAfter(searched.slice(0, date)) }];
  });
  const single = words.flatMap((word, at) => {
    const low = word.toLowerCase();
    const isRetracted = TAKES_BACK.has(words[at - 1]?.toLowerCase() ?? '');
    if (/^\d/.test(word)) return [{ kind: 0, key: word.replace(/[.,](?=\d{3}(?!\d))/g, ''), word, isRetracted }];
    const kind = KINDS.findIndex((own) => own.includes(low));
    if (kind < 0) return [];
    const place = KINDS[kind]?.indexOf(low) as number;
    return [{ kind, key: kind === 0 && place <= 20 ? String(place) : low, word, isRetracted }];
  });
  return [...dates, ...single];
}

/**
 * The correction in a line ('sorry, 15, not 35'), if it names a value said before, or takes one back, and gives a new
 * one instead.
 *
 * @param line a line known to correct something
 * @param earlier what the visitor said before, oldest first
 * @returns null when it is not clear which value replaces which
 */
export function correctionIn(line: string, earlier: readonly string[]): Correction | null {
  const said = earlier.flatMap(valuesIn);
  const named = valuesIn(line);
  // A correction that gives only the new value refers to the previous line.
  const ofLast = valuesIn(earlier.at(-1) ?? '');
  // Match whole dates before their days and months.
  for (const kind of [DATES, ...KINDS.keys()]) {
    const own = named.filter((value) => value.kind === kind);
    const isOld = ({ key, isRetracted }: Value) =>
      isRetracted || said.some((value) => value.kind === kind && value.key === key);
    const [old, fresh] = [own.filter(isOld), own.filter((value) => !isOld(value))];
    const [to, another] = fresh;
    if (!to || another) continue;
    const [from, second] = old.length > 0 ? old : ofLast.filter((value) => value.kind === kind);
    if (from && !second && from.key !== to.key) return { from: from.word, to: to.word };
  }
  return null;
}
