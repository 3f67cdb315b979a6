import { fold, NUMBER_WORDS, stem } from '../../platform/text/words.ts';

/** Words that do not affect whether two answers mean the same. */
const HONORIFICS = new Set(
  'mr mrs ms miss mx dr prof professor sir dame madam herr frau mag dipl ing dkfm lord lady'.split(' '),
);
const LEGAL_FORMS = new Set(
  'gmbh ag ltd limited inc llc llp plc bv nv sa srl sarl kg co corp company pvt oy ab as the and'.split(' '),
);
const FILLERS = new Set(
  'a an the in on at by of to for before until till from this next and or is about around roughly up max'.split(' '),
);

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Overlap of two lists of words: the harmonic mean of the shares that they have in common (F1), 0 to 1. */
export function overlap(one: readonly string[], other: readonly string[]): number {
  const ours = new Set(one);
  const theirs = new Set(other);
  if (ours.size === 0 || theirs.size === 0) return 0;
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  return (2 * shared) / (ours.size + theirs.size);
}

/** The words without the dropped ones, or all of them if nothing would be left. */
const without = (words: readonly string[], dropped: ReadonlySet<string>): string[] => {
  const kept = words.filter((word) => !dropped.has(word));
  return kept.length > 0 ? kept : [...words];
};

/** Whether a predicted text matches the labelled one. */
export type Matcher = (predicted: string, labelled: string) => boolean;

/**
 * Names match when the words are the same apart from accents, case and honorifics; one part of a long name may be
 * missing.
 */
export const sameName: Matcher = (predicted, labelled) =>
  overlap(without(wordsOf(predicted), HONORIFICS), without(wordsOf(labelled), HONORIFICS)) >= 0.75;

/** Companies match when the words are the same apart from the legal form. */
export const sameCompany: Matcher = (predicted, labelled) => {
  const ours = without(wordsOf(predicted), LEGAL_FORMS);
  const theirs = without(wordsOf(labelled), LEGAL_FORMS);
  return ours.join('') === theirs.join('') || overlap(ours, theirs) >= 0.66;
};

/** Roles match when they share most words. */
export const sameRole: Matcher = (predicted, labelled) =>
  overlap(without(wordsOf(predicted), FILLERS).map(stem), without(wordsOf(labelled), FILLERS).map(stem)) >= 0.5;

/** Email addresses match when they are identical. */
export const sameEmail: Matcher = (predicted, labelled) =>
  predicted.trim().toLowerCase() === labelled.trim().toLowerCase();

/** The amounts in a text: 12k, 12,000, 12.000, 'twelve thousand', 'five thousand four hundred'. */
export function figuresOf(text: string): number[] {
  const folded = fold(text).replace(/(\d)[.,' ](?=\d{3}\b)/g, '$1');
  const found: number[] = [];
  let sum = 0;
  let open = false;
  const close = () => {
    if (open) found.push(sum);
    sum = 0;
    open = false;
  };
  for (const [token] of folded.matchAll(/\d+(?:[.,]\d+)?|[a-z]+/g)) {
    const digits = Number.parseFloat(token.replace(',', '.'));
    const value = Number.isNaN(digits) ? NUMBER_WORDS.get(token) : digits;
    if (value !== undefined) {
      // 'twenty five' continues a figure, '12 15' does not.
      if (open && !Number.isNaN(digits)) close();
      sum += value;
      open = true;
    } else if (open && /^(?:k|thousand|grand|mille|tsd)$/.test(token)) sum *= 1_000;
    else if (open && token === 'hundred') sum += (sum % 100) * 99;
    else if (open && /^(?:lakhs?|lacs?)$/.test(token)) sum *= 100_000;
    else if (open && /^(?:million|mio|m)$/.test(token)) sum *= 1_000_000;
    else if (token !== 'and') close();
  }
  close();
  return found;
}

/** Budgets match when they share a figure or, without figures, most words. */
export const sameBudget: Matcher = (predicted, labelled) => {
  const theirs = figuresOf(labelled);
  const ours = figuresOf(predicted);
  if (theirs.length > 0 && ours.length > 0) return ours.some((figure) => theirs.includes(figure));
  return overlap(without(wordsOf(predicted), FILLERS), without(wordsOf(labelled), FILLERS)) >= 0.5;
};

/** Dates and periods match when they share half of the words that say when. */
export const sameTimeline: Matcher = (predicted, labelled) =>
  overlap(without(wordsOf(predicted), FILLERS).map(stem), without(wordsOf(labelled), FILLERS).map(stem)) >= 0.5;

/** Pain points match when they share half of the shorter one's content words, and at least one. */
export const samePain: Matcher = (predicted, labelled) => {
  const ours = new Set(without(wordsOf(predicted), FILLERS).map(stem));
  const theirs = new Set(without(wordsOf(labelled), FILLERS).map(stem));
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  return shared > 0 && shared / Math.min(ours.size, theirs.size) >= 0.5;
};

/** How many values were found, invented and missed. */
interface Counts {
  right: number;
  wrong: number;
  missed: number;
}

/** Adds to the counts: each found value matches at most one labelled value. */
export function countMatches(
  counts: Counts,
  labelled: readonly string[],
  found: readonly string[],
  matches: Matcher,
): void {
  const left = [...labelled];
  for (const value of found) {
    const at = left.findIndex((label) => matches(value, label));
    if (at < 0) counts.wrong += 1;
    else {
      counts.right += 1;
      left.splice(at, 1);
    }
  }
  counts.missed += left.length;
}
