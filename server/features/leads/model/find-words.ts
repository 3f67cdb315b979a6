import type { Quote } from '../facts.ts';
import type { VisitorWords } from './transcript.ts';

/** Where words stand: the line, and the place in its sanitized text. */
export interface Place {
  line: VisitorWords;
  from: number;
  /** Exclusive. */
  to: number;
}

/** A text without punctuation, spaces, accents and capitals, with a map back to the original. */
interface Squashed {
  text: string;
  /** Start and end (exclusive) of each character in the original. */
  from: number[];
  to: number[];
}

/** Occurrences to try; a line made of one repeated syllable has thousands. */
const MAX_TRIES = 50;
/** Characters that a squashed text keeps. */
const KEPT = /[\p{L}\p{N}]/u;

/** Squashes a text. @param skip whether to leave out the letter or digit at a place */
export function squash(text: string, skip: (place: number) => boolean = () => false): Squashed {
  const squashed: Squashed = { text: '', from: [], to: [] };
  let at = 0;
  for (const character of text) {
    const next = at + character.length;
    if (!skip(at) && (isPlain(character) || KEPT.test(character))) {
      const plain = isPlain(character) ? character.toLowerCase() : folded(character);
      squashed.text += plain;
      for (let copy = 0; copy < plain.length; copy += 1) {
        squashed.from.push(at);
        squashed.to.push(next);
      }
    }
    at = next;
  }
  return squashed;
}

const isPlain = (character: string): boolean => /^[a-z0-9]$/i.test(character);
const folded = (character: string): string => character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Scripts that put no space between words, so that word boundaries cannot be seen. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const squashedLines = new WeakMap<VisitorWords, Squashed>();

/**
 * Finds words in the visitor's lines, the newest first, from the start of a word to the end of one. Ignores capitals,
 * accents, punctuation and spaces, so that a spelt 'm a r i a' is Maria. A mail or web address, which may hold a name
 * without its capitals and spaces, counts only if they stand nowhere else. Null when they do not occur.
 */
export function findWords(lines: readonly VisitorWords[], words: string): Place | null {
  const wanted = squash(words).text;
  if (wanted === '') return null;
  const spaced = !UNSPACED.test(words);
  for (const isRefused of [isInAddress, () => false]) {
    for (const line of lines.toReversed()) {
      let squashed = squashedLines.get(line);
      if (!squashed) {
        squashed = squash(line.sanitized.text);
        squashedLines.set(line, squashed);
      }
      const place = placeIn(line, squashed, wanted, spaced, isRefused);
      if (place) return place;
    }
  }
  return null;
}

/** In a text without spaces: it is a mail or web address, perhaps without its scheme. */
const ADDRESS = /@|:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u;

/** Whether a place is a part of an address. */
function isInAddress(text: string, from: number, to: number): boolean {
  const before = text.slice(0, from).match(/\S*$/)?.[0] ?? '';
  const after = text.slice(to).match(/^\S*/)?.[0] ?? '';
  const words = text.slice(from, to);
  return (before !== '' || after !== '') && !/\s/.test(words) && ADDRESS.test(before + words + after);
}

/**
 * The last occurrence of `wanted` in a squashed line; null when there is none.
 *
 * @param isRefused whether one at a place in the line's text does not count
 */
export function placeIn(
  line: VisitorWords,
  squashed: Squashed,
  wanted: string,
  spaced: boolean,
  isRefused: (text: string, from: number, to: number) => boolean = () => false,
): Place | null {
  const { text } = line.sanitized;
  let at = squashed.text.lastIndexOf(wanted);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const from = squashed.from[at] ?? 0;
    const to = squashed.to[at + wanted.length - 1] ?? from;
    const isWhole = !spaced || (!KEPT.test(text.charAt(from - 1)) && !KEPT.test(text.charAt(to)));
    if (isWhole && !isRefused(text, from, to)) return { line, from, to };
    if (at === 0) return null;
    at = squashed.text.lastIndexOf(wanted, at - 1);
  }
  return null;
}

/** The words at a place, as evidence in the original line. */
export function quoteAt({ line, from, to }: Place): Quote {
  const [first, last] = [line.sanitized.at(from), line.sanitized.at(to - 1) + 1];
  return { seq: line.seq, from: first, to: last, text: line.text.slice(first, last).toWellFormed() };
}

/** The words at a place, without line breaks. */
export const wordsAt = ({ line, from, to }: Place): string =>
  line.sanitized.text.slice(from, to).replace(/\s+/g, ' ').trim();
