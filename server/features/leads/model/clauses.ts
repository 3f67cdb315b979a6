import { oneOf } from '../../../platform/text/patterns.ts';
import { fold } from '../../../platform/text/words.ts';

/** "Let's say we ...", but not "Let's say we can ...". */
export const LET_US_SAY =
  "let(?:'?s| us) say (?:i|we|you|he|she|they|someone|somebody|that|there|a|an|my|our)\\b" +
  '(?! (?:can|could|will|would|do)\\b)';

export const SUPPOSING = oneOf([
  'suppos(?:e|ing)|imagine (?:i|we|you|that|a|this)|hypothetical(?:ly)?|what if',
  LET_US_SAY,
  "say you(?:'ve| have|'re| are)|pretend|in theory|if (?:i|we|one|someone) (?:had|were|was|ran|won|owned|ever)|as if",
  'role[- ]?play|invented|made[- ]up|fictional|fictitious|for the sake of argument|would typically|typically',
]);

export const HYPOTHETICAL = new RegExp(`\\b${SUPPOSING}\\b`);

export const NOT_HYPOTHETICAL = new RegExp(
  [
    String.raw`\bnot (?:a )?hypothetical|no longer hypothetical`,
    String.raw`joking aside|in earnest|seriously (?:now|though)|for real|ok real talk\b`,
  ].join('|'),
);

export const MOCKING = oneOf([
  'oh sure|oh great|oh wonderful|oh brilliant|yeah right|yeah sure|sure,? because|of course,? because|as hot as',
  'take my money|shut up and take|lol sure|my first-?born|monopoly money|a (?:billion|gazillion|zillion)',
  'all the money in',
]);

export const SARCASTIC = new RegExp(`\\b${MOCKING}\\b|/s\\b`);

export const KIN = oneOf(
  `friend mate buddy pal cousin neighbou?r brother sister uncle aunt auntie nephew niece husband wife father mother dad
  mum mom son daughter brother-in-law sister-in-law father-in-law mother-in-law flatmate roommate girlfriend boyfriend
  partner's ex landlord competitor client's`,
);

export const THIRD = new RegExp(
  [
    `\\b(?:my|a|our|his|her|some) (?:\\w+ )?${KIN}\\b(?:'s)?(?! (?:and (?:i|me)|&)\\b)`,
    "\\b(?:he|she|they)(?:'s| has|'ve| have) (?:got )?(?:tons|loads|lots|plenty|the budget|the money|a budget|money)",
    `\\bon behalf of (?:a|my) ${KIN}\\b`,
  ].join('|'),
);

export const OVER = oneOf([
  'had|was|were|used to|last (?:year|month|week|spring|summer|autumn|fall|winter|time)|years? ago',
  'already (?:paid|spent|paying)|spent|burn(?:ed|t)|wasted|cost (?:us|me|him|her|them)|lost',
  "paid (?:an?|for|him|her|them|the)|are gone|is gone|'s gone|gone on|went on|went to",
]);

export const PAST = new RegExp(`\\b${OVER}\\b`);

export const DENIED = new RegExp(
  [
    String.raw`\b(?:no|not|never|none|nothing|without|cannot|nobody|neither|nor|zero)\b`,
    String.raw`n't\b|\bdont\b|\bwont\b|\bcant\b|\bisnt\b`,
    String.raw`\bkein(?:e|en)?\b|\bnicht\b|\bpas de\b|\bsin\b|\bgeen\b`,
  ].join('|'),
);

/**
 * How a clause is meant. The flags are independent, for a clause may be past and yet about the visitor; each field
 * checks the flags that matter to it.
 */
export interface AssertionStatus {
  hypothetical: boolean;
  sarcastic: boolean;
  third: boolean;
  past: boolean;
  denied: boolean;
}

/** Reads the assertion status of each clause. A supposition holds until the sentence ends or retracts it. */
export function readAssertionStatuses(clauses: readonly Clause[]): AssertionStatus[] {
  let supposed = -1;
  let mocking = false;
  return clauses.map((clause) => {
    const { folded } = clause;
    if (NOT_HYPOTHETICAL.test(folded)) {
      supposed = -1;
      mocking = false;
    } else if (HYPOTHETICAL.test(folded)) supposed = clause.sentence;
    if (SARCASTIC.test(folded)) mocking = true;
    return {
      hypothetical: supposed === clause.sentence,
      sarcastic: mocking,
      third: THIRD.test(folded),
      past: PAST.test(folded),
      denied: DENIED.test(folded),
    };
  });
}

/** A span of a line that says one thing; characters `from` to `to` (exclusive) of the sanitized text. */
export interface Clause {
  from: number;
  to: number;
  text: string;
  /** Lower case, without accents. */
  folded: string;
  /** Number of its sentence. */
  sentence: number;
  /** Whether its sentence is a question. */
  asks: boolean;
}

/** Sentences of one line that are separated; the rest is read as one. */
export const MAX_SENTENCES = 60;

/** A sentence's end, a new line, or a dash between two thoughts. */
export const SENTENCE_END = /[.!?;\u2026]+["')\]\u201d]*(?=\s|$)|\n+|\s[\u2014\u2013-]{1,2}\s/gu;

/** A full stop after these ends no sentence. */
const ABBREVIATIONS = `dr mr mrs ms prof st mag ing dipl no nr ca approx incl excl e\\.g i\\.e jan feb mar apr jun jul
  aug sept? oct nov dec dept vs hon capt rev sr jr d c ul \\p{Lu} \\d{1,2}`;

export const ABBREVIATED = new RegExp(String.raw`(?:^|[\s(])${oneOf(ABBREVIATIONS)}$`, 'iu');

/** Words after which the rest may contradict what came before. */
export const CONTRASTS = 'but|however|although|though|except|whereas|aber|mais|pero';

export const CORRECTIONS = 'only that|or no wait|no sorry|no wait|actually no';

export const TURN = new RegExp(`,?\\s(?:${CONTRASTS}|${CORRECTIONS})\\s`, 'gi');

/** Words that start a new thought in speech without punctuation. */
export const STARTING = oneOf('and so because cause which well right yeah then');

export const STARTED = oneOf(
  "i i'm i've i'd we we're we've it it's that's he she they my our the there there's please no",
);

export const SPOKEN_TURN = new RegExp(`\\s${STARTING}\\s(?=${STARTED}\\b)`, 'gi');

/** Places within characters `from` to `to` at which a pattern begins a new clause. */
export function cuts(text: string, from: number, to: number, pattern: RegExp): number[] {
  const places: number[] = [];
  for (const match of text.slice(from, to).matchAll(pattern)) places.push(from + match.index + 1);
  return places;
}

/** The places of a text's sentences. They cover all of it; `understanding` splits only the part that is read. */
function sentenceSpans(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const before = text.slice(Math.max(0, match.index - 8), match.index);
    if (match[0] === '.' && ABBREVIATED.test(before)) continue;
    const to = match.index + match[0].length;
    if (found.length === MAX_SENTENCES) break;
    if (text.slice(from, to).trim()) found.push({ from, to });
    from = to;
  }
  if (text.slice(from).trim()) found.push({ from, to: text.length });
  return found;
}

/** Words of a sentence without commas that counts as speech. */
export const MIN_SPOKEN_WORDS = 12;

/** Splits a text into clauses, in order. Together they cover every word of it. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (const [number, sentence] of sentenceSpans(text).entries()) {
    const whole = text.slice(sentence.from, sentence.to);
    const spoken = !/[,:]/.test(whole) && whole.split(/\s+/, MIN_SPOKEN_WORDS).length >= MIN_SPOKEN_WORDS;
    const places = cuts(text, sentence.from, sentence.to, TURN);
    if (spoken) places.push(...cuts(text, sentence.from, sentence.to, SPOKEN_TURN));
    places.sort((one, other) => one - other);
    const asks = whole.includes('?');
    let from = sentence.from;
    for (const to of [...places, sentence.to]) {
      const part = text.slice(from, to);
      if (part.trim()) clauses.push({ from, to, text: part, folded: fold(part), sentence: number, asks });
      from = to;
    }
  }
  return clauses;
}

/** The clause at a place. */
export const clauseAt = (clauses: readonly Clause[], place: number): Clause | undefined =>
  clauses.find(({ from, to }) => place >= from && place < to);
