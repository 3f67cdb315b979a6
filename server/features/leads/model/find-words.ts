import type { Quote } from '../facts.ts';
import type { VisitorWords } from './transcript.ts';

/** Where words stand: in which line, and where in its sanitized text. */
export interface Place {
  line: VisitorWords;
  from: number;
  /** Exclusive. */
  to: number;
}

/** A text without marks, spaces, accents and capitals, with the way back. */
export interface Squashed {
  text: string;
  /** Where each of its characters began, and where it ended (exclusive). */
  from: number[];
  to: number[];
}

const KEPT = /[\p{L}\p{N}]/u;

/** Squashes a text. @param skip whether the character at a place is left out, although it is a letter or digit */
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

/** Scripts that put no space between words, so that a word's border cannot be seen. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const squashedLines = new WeakMap<VisitorWords, Squashed>();

/**
 * Finds words in the visitor's lines, the newest first, from the beginning of a word to the end of one; capitals,
 * accents, marks and spaces are all the same, so that a spelt 'm a r i a' is Maria. Null when they do not stand there.
 */
export function findWords(lines: readonly VisitorWords[], words: string): Place | null {
  const wanted = squash(words).text;
  if (wanted === '') return null;
  const spaced = !UNSPACED.test(words);
  for (const line of lines.toReversed()) {
    let squashed = squashedLines.get(line);
    if (!squashed) {
      squashed = squash(line.sanitized.text);
      squashedLines.set(line, squashed);
    }
    const place = placeIn(line, squashed, wanted, spaced);
    if (place) return place;
  }
  return null;
}

/** The last place of `wanted` in a squashed line; null when there is none. */
export function placeIn(line: VisitorWords, squashed: Squashed, wanted: string, spaced: boolean): Place | null {
  const { text } = line.sanitized;
  let at = squashed.text.lastIndexOf(wanted);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const from = squashed.from[at] ?? 0;
    const to = squashed.to[at + wanted.length - 1] ?? from;
    if (!spaced || (!KEPT.test(text.charAt(from - 1)) && !KEPT.test(text.charAt(to)))) return { line, from, to };
    if (at === 0) return null;
    at = squashed.text.lastIndexOf(wanted, at - 1);
  }
  return null;
}

/** Places that are looked at; a line made of one repeated syllable has thousands. */
const MAX_TRIES = 50;

/** The words at a place, as evidence: in the line as it was written. */
export function quoteAt({ line, from, to }: Place): Quote {
  const [first, last] = [line.sanitized.at(from), line.sanitized.at(to - 1) + 1];
  return { seq: line.seq, from: first, to: last, text: line.text.slice(first, last).toWellFormed() };
}

/** The words at a place as they are told, without breaks. */
export const wordsAt = ({ line, from, to }: Place): string =>
  line.sanitized.text.slice(from, to).replace(/\s+/g, ' ').trim();
