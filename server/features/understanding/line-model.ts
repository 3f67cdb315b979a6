import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fold } from '../../platform/text/words.ts';
import { createWordCache } from '../../platform/word-cache.ts';
import type { SentenceEncoder, SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../providers/embedder/encoder/transformer.ts';
import { shippedEntityModel } from './entities.ts';
import {
  denseSums,
  type Features,
  type FitOptions,
  type LinearModel,
  toProbabilities,
  unpackModel,
  wordSums,
} from './linear-model.ts';
import { type Token, windowText } from './sentences.ts';

/** What the line model reads. */
interface LineInput {
  text: string;
  /** Null when no encoder could be loaded: then the words alone decide, with less certainty. */
  vector: SentenceVector | null;
  /** What the twin said before; null at the beginning. */
  before: string | null;
  beforeVector: SentenceVector | null;
  /** Rows of the phrase tables that occur in the text. */
  hints: readonly string[];
}

/** The vectors of the line and of what the twin said before. */
const DENSE_SIZE = VECTOR_SIZE * 2;
/** Scales of features: the encoder's numbers are about 0.04 each, a word's feature would be 1. */
const DENSE_SCALE = 6;
const BEFORE_SCALE = 2;
const WORD_SCALE = 4;
const HINT_SCALE = 3;

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)*|[?!@€£$]/gu;

/** Words and telling marks; digits become nines. */
const wordsOf = (text: string): string[] =>
  Array.from(fold(windowText(text)).matchAll(WORD), ([word]) =>
    /^\d/.test(word) ? '9'.repeat(Math.min(4, word.length)) : word,
  );

/** Words up to trigrams, stems, the beginning and end, the length. */
function wordFeatures(text: string): string[] {
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
  return [...found];
}

/** The words of what the twin said before (`<`). */
function earlierFeatures(before: string | null): string[] {
  if (before === null) return ['<none'];
  const earlier = wordsOf(before).slice(-25);
  const found = new Set<string>();
  if (before.trimEnd().endsWith('?')) found.add('<?');
  for (const [at, word] of earlier.entries()) found.add(`<${word}${earlier[at + 1] ? ` ${earlier[at + 1]}` : ''}`);
  return [...found];
}

/** The value of each word: in a long line, it is weaker evidence. */
const wordValue = (count: number): number => WORD_SCALE / Math.sqrt(count);
const hintFeatures = (hints: readonly string[]) => hints.map((row) => `=${row}`);

/**
 * The features of a line for the line model, which classifies its acts, subjects, requests and flags: one logistic
 * regression per label over the line's meaning (the sentence encoder) and its words.
 */
export function lineFeatures({ text, vector, before, beforeVector, hints }: LineInput): Features {
  const dense = new Float32Array(DENSE_SIZE);
  for (let at = 0; at < VECTOR_SIZE; at += 1) {
    if (vector) dense[at] = DENSE_SCALE * (vector[at] as number);
    if (beforeVector) dense[VECTOR_SIZE + at] = BEFORE_SCALE * (beforeVector[at] as number);
  }
  const words = [...wordFeatures(text), ...earlierFeatures(before)];
  const value = wordValue(words.length);
  const valued = (features: readonly string[], one: number) =>
    features.map((feature): [string, number] => [feature, one]);
  return { dense, sparse: [...valued(words, value), ...valued(hintFeatures(hints), HINT_SCALE)] };
}

/** What a text, or what was said before it, adds to the sums of each label. */
export interface LinePart {
  sums: Float64Array;
  /** Sums of its words, if the value of each were 1. */
  words: Float64Array;
  wordCount: number;
}

function partOf(
  model: LinearModel,
  { vector, scale, from }: { vector: SentenceVector | null; scale: number; from: number },
  words: readonly string[],
): LinePart {
  const sums = vector
    ? denseSums(model, vector, from).map((sum) => scale * sum)
    : new Float64Array(model.labels.length);
  return { sums, words: wordSums(model, words, 1), wordCount: words.length };
}

/** What a line or sentence adds by itself, whatever was said before it. */
export function linePart(model: LinearModel, { text, vector, hints }: Pick<LineInput, 'text' | 'vector' | 'hints'>) {
  const part = partOf(model, { vector, scale: DENSE_SCALE, from: 0 }, wordFeatures(text));
  const ofHints = wordSums(model, hintFeatures(hints), HINT_SCALE);
  return { ...part, sums: part.sums.map((sum, at) => sum + (model.biases[at] as number) + (ofHints[at] as number)) };
}

/** What the words before add to all lines and sentences after them. */
export const earlierPart = (model: LinearModel, before: string | null, vector: SentenceVector | null): LinePart =>
  partOf(model, { vector, scale: BEFORE_SCALE, from: VECTOR_SIZE }, earlierFeatures(before));

/** The probability of each label from both parts; the same as that of {@link lineFeatures}. */
export function lineProbabilities(model: LinearModel, line: LinePart, earlier: LinePart): Float64Array {
  const value = wordValue(line.wordCount + earlier.wordCount);
  const sums = line.sums.map(
    (sum, at) =>
      sum + (earlier.sums[at] as number) + value * ((line.words[at] as number) + (earlier.words[at] as number)),
  );
  return toProbabilities(model.kind, sums);
}

/** How `npm run train -- lines` fits the model to labelled lines. */
export const LINE_FIT: FitOptions = { rounds: 20, decay: 3e-3, emphasis: 1, leastExamples: 2 };

/** Where `npm run train -- lines` writes the model. */
export const LINE_MODEL_FILE = path.join(import.meta.dirname, 'line-model.json');

let shipped: LinearModel | undefined;

/** The fitted model that ships with the product; read once. */
export function shippedLineModel(): LinearModel {
  shipped ??= unpackModel(JSON.parse(readFileSync(LINE_MODEL_FILE, 'utf8')));
  return shipped;
}

/** Vectors of sentences, and of the twin's lines, to cache. */
const MAX_CACHED_TEXTS = 2_000;
/** Numbers to cache for visitors' lines, because a whole conversation is read again at its end. */
const MAX_CACHED_NUMBERS = 1_500_000;

/** The encoder's output for a line; all null when it cannot be loaded. */
export interface LineVectors {
  line: SentenceVector | null;
  /** Per token. */
  words: Float32Array | null;
  /** Per sentence. */
  sentences: readonly (SentenceVector | null)[];
  /** For what the twin said before. */
  before: SentenceVector | null;
}

/** A line encoded from its tokens. */
interface EncodedLine {
  vector: SentenceVector;
  words: Float32Array;
}

/**
 * Creates the function that encodes a line with its sentences and what the twin said before, with a cache for repeated
 * readings. A line is encoded from its tokens, whose states entities need, and everything else from its text. The two
 * differ for unusual tokens, so they are cached separately: a reading must not depend on what was read before.
 */
export function createLineVectors(encoder: SentenceEncoder | null) {
  const texts = createWordCache<SentenceVector>({ max: MAX_CACHED_TEXTS });
  const lines = createWordCache<EncodedLine>({
    maxSize: MAX_CACHED_NUMBERS,
    sizeCalculation: ({ vector, words }) => vector.length + words.length,
  });

  const encodeLine = async (line: string, tokens: readonly Token[]): Promise<EncodedLine | null> => {
    const known = lines.get(line);
    if (known || !encoder) return known ?? null;
    const words = tokens.map(({ text }) => text);
    const encoded = await encoder.encodeWords(words, shippedEntityModel().network.layer);
    if (encoded) lines.set(line, encoded);
    return encoded;
  };

  const encodeTexts = async (wanted: Iterable<string>): Promise<ReadonlyMap<string, SentenceVector>> => {
    const found = new Map<string, SentenceVector>();
    const missing: string[] = [];
    for (const text of new Set(wanted)) {
      const known = texts.get(text);
      if (known) found.set(text, known);
      else missing.push(text);
    }
    const made = missing.length > 0 && encoder ? await encoder.encode(missing) : null;
    for (const [at, vector] of (made ?? []).entries()) {
      const text = missing[at] as string;
      // Vectors of one batch share a buffer, and each would keep all of it alive.
      const own = vector.slice();
      texts.set(text, own);
      found.set(text, own);
    }
    return found;
  };

  return async (
    line: string,
    tokens: readonly Token[],
    sentences: readonly string[],
    before: string | null,
  ): Promise<LineVectors> => {
    const others = sentences.filter((text) => text !== line);
    const [encoded, vectors] = await Promise.all([
      encodeLine(line, tokens),
      encodeTexts(before === null ? others : [...others, before]),
    ]);
    return {
      line: encoded?.vector ?? null,
      words: encoded?.words ?? null,
      sentences: sentences.map((text) => (text === line ? encoded?.vector : vectors.get(text)) ?? null),
      before: before === null ? null : (vectors.get(before) ?? null),
    };
  };
}
