/**
 * Classifies a line's acts, subjects, requests and flags: one logistic regression per label over the line's meaning
 * (the sentence encoder) and its words. Fitted to labelled lines by `npm run train -- lines`.
 */

import { fold } from '../../platform/text/words.ts';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../providers/embedder/encoder/transformer.ts';
import type { Features, FitOptions } from './linear-model.ts';
import { windowText } from './reading-window.ts';

export interface LineInput {
  text: string;
  /** Null when no encoder could be loaded: then the words alone decide, with less certainty. */
  vector: SentenceVector | null;
  /** What the twin said before; null at the beginning. */
  before: string | null;
  beforeVector: SentenceVector | null;
  /** Rows of the phrase tables that occur in the text. */
  hints: readonly string[];
}

const DENSE_SIZE = VECTOR_SIZE * 2;
/** Scales the encoder's numbers, which are about 0.04 each, relative to a word's feature, which is 1. */
const DENSE_SCALE = 6;
const BEFORE_SCALE = 2;
const WORD_SCALE = 4;
const HINT_SCALE = 3;

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)*|[?!@€£$]/gu;

const wordsOf = (text: string): string[] =>
  Array.from(fold(windowText(text)).matchAll(WORD), ([word]) =>
    /^\d/.test(word) ? '9'.repeat(Math.min(4, word.length)) : word,
  );

function wordFeatures(text: string, before: string | null): string[] {
  const words = wordsOf(text);
  const found = new Set<string>();
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    found.add(word);
    if (next) found.add(`${word} ${next}`);
    if (next && words[at + 2]) found.add(`${word} ${next} ${words[at + 2]}`);
    if (word.length > 4) found.add(`${word.slice(0, 4)}*`);
  }
  found.add(`^${words[0] ?? ''}`);
  if (words[1]) found.add(`^${words[0]} ${words[1]}`);
  found.add(`${words.at(-1) ?? ''}$`);
  found.add(
    words.length < 3 ? '#2' : words.length < 6 ? '#5' : words.length < 12 ? '#11' : words.length < 30 ? '#29' : '#30',
  );
  if (before === null) found.add('<none');
  else {
    const earlier = wordsOf(before).slice(-25);
    if (before.trimEnd().endsWith('?')) found.add('<?');
    for (const [at, word] of earlier.entries()) found.add(`<${word}${earlier[at + 1] ? ` ${earlier[at + 1]}` : ''}`);
  }
  return [...found];
}

/** Converts a line to the model's features. */
export function lineFeatures({ text, vector, before, beforeVector, hints }: LineInput): Features {
  const dense = new Float32Array(DENSE_SIZE);
  for (let at = 0; at < VECTOR_SIZE; at += 1) {
    if (vector) dense[at] = DENSE_SCALE * (vector[at] as number);
    if (beforeVector) dense[VECTOR_SIZE + at] = BEFORE_SCALE * (beforeVector[at] as number);
  }
  const words = wordFeatures(text, before);
  // In a long line, each word is weaker evidence.
  const value = WORD_SCALE / Math.sqrt(words.length);
  return {
    dense,
    sparse: [
      ...words.map((word): [string, number] => [word, value]),
      ...hints.map((row): [string, number] => [`=${row}`, HINT_SCALE]),
    ],
  };
}

export const LINE_FIT: FitOptions = { rounds: 20, decay: 3e-3, emphasis: 1, leastExamples: 2 };
