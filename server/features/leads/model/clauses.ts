import { fold } from '../../../platform/text/words.ts';

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

/** A sentence's end, a new line, or a dash between two thoughts. */
const SENTENCE_END = /[.!?;\u2026]+["')\]\u201d]*(?=\s|$)|\n+|\s[\u2014\u2013-]{1,2}\s/gu;
/** A full stop after these ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|mag|ing|dipl|no|nr|ca|approx|incl|excl|e\.g|i\.e|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|dept|vs|hon|capt|rev|sr|jr|d|c|ul|\p{Lu}|\d{1,2})$/iu;
/** Words after which the rest may contradict what came before. */
const TURN =
  /,?\s(?:but|however|although|though|except|whereas|aber|mais|pero|only that|or no wait|no sorry|no wait|actually no)\s/gi;
/** Words that start a new thought in speech without punctuation. */
const SPOKEN_TURN =
  /\s(?:and|so|because|cause|which|well|right|yeah|then)\s(?=(?:i|i'm|i've|i'd|we|we're|we've|it|it's|that's|he|she|they|my|our|the|there|there's|please|no)\b)/gi;

function cuts(text: string, from: number, to: number, pattern: RegExp): number[] {
  const places: number[] = [];
  for (const match of text.slice(from, to).matchAll(pattern)) places.push(from + match.index + 1);
  return places;
}

function sentencesOf(text: string): { from: number; to: number }[] {
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

/** Maximum number of sentences of one line that are separated; the rest is read as one. */
const MAX_SENTENCES = 60;
/** A sentence without commas counts as speech from this many words on. */
const SPOKEN_WORDS = 12;

/** Splits a text into clauses, in order. Together they cover every word of it. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (const [number, sentence] of sentencesOf(text).entries()) {
    const whole = text.slice(sentence.from, sentence.to);
    const spoken = !/[,:]/.test(whole) && whole.split(/\s+/, SPOKEN_WORDS).length >= SPOKEN_WORDS;
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
