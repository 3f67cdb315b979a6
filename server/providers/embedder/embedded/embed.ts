import { EMBEDDING_SIZE } from '@understudy/contract/constants';
import { meaningOf, WORD_VECTORS } from '../../../platform/text/word-vectors.ts';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { type Embedding, normalised } from '../port.ts';

/** Increased with every change that makes other numbers of a text: old ones are then not compared with new ones. */
export const EMBEDDED_EMBEDDER = 'embedded-1';

/** Characters of a text that are read, and words of them whose letters count. */
const TEXT_MOST = 2_000;
const WORDS_MOST = 200;
/** What the words mean counts for 0.8² of the similarity, how they are written for 0.6². */
const MEANING_LENGTH = 0.8;
const LETTERS_LENGTH = 0.6;
/** Three letters in common are less than a word in common. */
const TRIGRAM_WEIGHT = 0.3;
/** A number or an unknown word, a name mostly, says more than a known one. */
const RARE_WEIGHT = 1.5;

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Words and stretches of three letters, each at a place that its hash says (Weinberger and others 2009). */
function addLetters(text: string, folded: string, letters: Float32Array): void {
  const put = (feature: string, weight: number) => {
    const value = hash(feature);
    const at = (value >>> 1) % letters.length;
    letters[at] = (letters[at] ?? 0) + (value & 1 ? weight : -weight);
  };
  for (const word of contentWords(text).slice(0, WORDS_MOST)) {
    put(`w:${word}`, WORD_VECTORS.places.has(word) ? 1 : RARE_WEIGHT);
    for (let at = 0; at + 3 <= word.length; at += 1) put(`t:${word.slice(at, at + 3)}`, TRIGRAM_WEIGHT);
  }
  for (const number of (folded.match(/\d+/g) ?? []).slice(0, WORDS_MOST)) put(`n:${number}`, RARE_WEIGHT);
}

/**
 * Puts a text into numbers without a model: what its words mean (English word vectors) beside how they are written (any
 * script, names and figures too). The same text always gets the same numbers. About 50 µs for a sentence.
 */
export function embed(text: string): Embedding {
  const read = text.slice(0, TEXT_MOST);
  const folded = fold(read);
  const numbers = new Float32Array(EMBEDDING_SIZE);
  const meaning = numbers.subarray(0, WORD_VECTORS.dimensions);
  const letters = numbers.subarray(WORD_VECTORS.dimensions);
  meaning.set(meaningOf(WORD_VECTORS, folded));
  addLetters(read, folded, letters);
  const parts: [Float32Array, number][] = [
    [meaning, MEANING_LENGTH],
    [letters, LETTERS_LENGTH],
  ];
  for (const [part, length] of parts) part.set((normalised(part) ?? part).map((value) => value * length));
  // A text without words is like nothing but another without words.
  return normalised(numbers) ?? Float32Array.from(numbers, (_, at) => (at === EMBEDDING_SIZE - 1 ? 1 : 0));
}
