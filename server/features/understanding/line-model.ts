/**
 * What a line does, asks about, wants and warns of: one logistic regression a label over what the line means (the
 * sentence encoder) and the words in which it is said. Fitted to labelled lines by `npm run train -- lines`.
 */

import { fold } from '../../platform/text/words.ts';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../providers/embedder/encoder/transformer.ts';

/** A line as the model takes it. */
export interface LineInput {
  text: string;
  /** Null where no encoder could be loaded: then the words alone decide, with less certainty. */
  vector: SentenceVector | null;
  /** What the twin had said before; null at the beginning. */
  before: string | null;
  beforeVector: SentenceVector | null;
  /** Rows of the phrase tables that occur in the text. */
  hints: readonly string[];
}

/** Numbers of a line: dense ones, and the words that occur in it. */
interface Features {
  dense: Float32Array;
  sparse: [feature: string, value: number][];
}

/** Weights of one label. */
interface Head {
  bias: number;
  dense: Float32Array;
}

/** Fitted weights of all labels. */
export interface LineModel {
  labels: readonly string[];
  heads: readonly Head[];
  /** A row of one weight a label for each word feature. */
  words: ReadonlyMap<string, Float32Array>;
  /** From what probability on a label holds. */
  thresholds: readonly number[];
}

const DENSE_SIZE = VECTOR_SIZE * 2;
/** The encoder's numbers are about 0.04 each; a word's feature is 1. */
const DENSE_SCALE = 6;
const BEFORE_SCALE = 2;
const WORD_SCALE = 4;
const HINT_SCALE = 3;
/** Words of a line that are looked at. */
const MAX_WORDS = 120;

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)*|[?!@€£$]/gu;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of fold(text.slice(0, 2_000)).matchAll(WORD)) {
    words.push(/^\d/.test(word) ? '9'.repeat(Math.min(4, word.length)) : word);
    if (words.length === MAX_WORDS) break;
  }
  return words;
}

/** The word features of a line. */
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
    const earlier = wordsOf(before.slice(-300)).slice(-25);
    if (before.trimEnd().endsWith('?')) found.add('<?');
    for (const [at, word] of earlier.entries()) found.add(`<${word}${earlier[at + 1] ? ` ${earlier[at + 1]}` : ''}`);
  }
  return [...found];
}

function featuresOf({ text, vector, before, beforeVector, hints }: LineInput): Features {
  const dense = new Float32Array(DENSE_SIZE);
  for (let at = 0; at < VECTOR_SIZE; at += 1) {
    if (vector) dense[at] = DENSE_SCALE * (vector[at] as number);
    if (beforeVector) dense[VECTOR_SIZE + at] = BEFORE_SCALE * (beforeVector[at] as number);
  }
  const words = wordFeatures(text, before);
  // A long line has many words, of which each says less.
  const value = WORD_SCALE / Math.sqrt(words.length);
  return {
    dense,
    sparse: [
      ...words.map((word): [string, number] => [word, value]),
      ...hints.map((row): [string, number] => [`=${row}`, HINT_SCALE]),
    ],
  };
}

/** How probable each label is, in the order of the model's labels. */
export function probabilitiesOf(model: LineModel, line: LineInput): Float64Array {
  const { dense, sparse } = featuresOf(line);
  const sums = Float64Array.from(model.heads, ({ bias, dense: weights }) => {
    let sum = bias;
    for (let at = 0; at < DENSE_SIZE; at += 1) sum += (weights[at] as number) * (dense[at] as number);
    return sum;
  });
  for (const [feature, value] of sparse) {
    const row = model.words.get(feature);
    if (row) for (let at = 0; at < sums.length; at += 1) (sums[at] as number) += value * (row[at] as number);
  }
  return sums.map((sum) => 1 / (1 + Math.exp(-sum)));
}

/** A line with the labels that hold of it. */
export interface LabelledLine extends LineInput {
  labels: ReadonlySet<string>;
  /** The one label of which it is known whether it holds; all of them unless given. */
  only?: string;
}

/** How a model is fitted. */
export interface FitOptions {
  rounds: number;
  /** How strongly large weights are held back. */
  decay: number;
  /** How much more an example of a label counts than one against it. */
  emphasis: number;
  /** Lines in which a word must occur to count. */
  leastLines: number;
}

const FIT: FitOptions = { rounds: 20, decay: 2e-4, emphasis: 2, leastLines: 2 };

/** Fits a model; the same lines give the same model. Stochastic gradient descent with AdaGrad's rates (Duchi 2011). */
export function fitLines(lines: readonly LabelledLine[], labels: readonly string[], options = FIT): LineModel {
  const features = lines.map(featuresOf);
  const counts = new Map<string, number>();
  for (const [at, { sparse }] of features.entries())
    if (lines[at]?.only === undefined) for (const [word] of sparse) counts.set(word, (counts.get(word) ?? 0) + 1);
  const count = labels.length;
  const vocabulary = new Map([...counts].filter(([, n]) => n >= options.leastLines).map(([word], at) => [word, at]));
  const known = features.map(({ sparse }) =>
    sparse.flatMap(([word, value]): [number, number][] => {
      const at = vocabulary.get(word);
      return at === undefined ? [] : [[at, value]];
    }),
  );
  const truth = lines.map(({ labels: own }) => labels.map((label) => (own.has(label) ? 1 : 0)));
  const dense = new Float64Array(DENSE_SIZE * count);
  const denseRates = new Float64Array(DENSE_SIZE * count).fill(1e-3);
  const words = new Float64Array(vocabulary.size * count);
  const wordRates = new Float64Array(vocabulary.size * count).fill(1e-3);
  const bias = new Float64Array(count).fill(-3);
  let seed = 11;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const order = lines.map((_, at) => at);
  const slope = new Float64Array(count);
  for (let round = 0; round < options.rounds; round += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    for (const index of order) {
      const { dense: x } = features[index] as Features;
      const own = known[index] as [number, number][];
      const sums = Float64Array.from(bias);
      for (let d = 0; d < DENSE_SIZE; d += 1) {
        const value = x[d] as number;
        if (value !== 0)
          for (let l = 0; l < count; l += 1) (sums[l] as number) += value * (dense[d * count + l] as number);
      }
      for (const [w, scale] of own)
        for (let l = 0; l < count; l += 1) (sums[l] as number) += scale * (words[w * count + l] as number);
      let steep = false;
      for (let l = 0; l < count; l += 1) {
        const y = truth[index]?.[l] as number;
        const p = 1 / (1 + Math.exp(-(sums[l] as number)));
        const isKnown = lines[index]?.only === undefined || lines[index].only === labels[l];
        const g = isKnown ? (p - y) * (y === 1 ? options.emphasis : 1) : 0;
        slope[l] = Math.abs(g) < 1e-3 ? 0 : g;
        if (slope[l] !== 0) steep = true;
        (bias[l] as number) -= 0.02 * g;
      }
      if (!steep) continue;
      for (let d = 0; d < DENSE_SIZE; d += 1) {
        const value = x[d] as number;
        if (value === 0) continue;
        for (let l = 0; l < count; l += 1) {
          if (slope[l] === 0) continue;
          const k = d * count + l;
          const g = (slope[l] as number) * value + options.decay * (dense[k] as number);
          (denseRates[k] as number) += g * g;
          (dense[k] as number) -= (0.1 * g) / Math.sqrt(denseRates[k] as number);
        }
      }
      for (const [w, scale] of own) {
        for (let l = 0; l < count; l += 1) {
          if (slope[l] === 0) continue;
          const k = w * count + l;
          const g = (slope[l] as number) * scale + options.decay * (words[k] as number);
          (wordRates[k] as number) += g * g;
          (words[k] as number) -= (0.1 * g) / Math.sqrt(wordRates[k] as number);
        }
      }
    }
  }
  return {
    labels,
    heads: labels.map((_, l) => ({
      bias: bias[l] as number,
      dense: Float32Array.from({ length: DENSE_SIZE }, (_, d) => dense[d * count + l] as number),
    })),
    words: new Map(
      [...vocabulary].map(([word, w]) => [word, Float32Array.from(words.subarray(w * count, (w + 1) * count))]),
    ),
    thresholds: labels.map(() => 0.5),
  };
}

/** A model as its file holds it: weights as bytes, each label's scaled by its largest. */
export interface PackedLineModel {
  labels: readonly string[];
  thresholds: readonly number[];
  biases: readonly number[];
  denseScales: readonly number[];
  dense: string;
  wordScales: readonly number[];
  words: readonly string[];
  wordWeights: string;
}

const LARGEST_BYTE = 127;
/** Words all of whose weights are smaller than this share of the largest tell nothing. */
const LEAST_SHARE = 0.08;

const round = (value: number): number => Number(value.toPrecision(5));
const largestOf = (values: Iterable<number>): number => {
  let largest = 1e-9;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
};

/** Makes a model small: a byte for a weight, and no words that tell nothing. */
export function packLineModel({ labels, heads, words, thresholds }: LineModel): PackedLineModel {
  const denseScales = heads.map(({ dense }) => largestOf(dense) / LARGEST_BYTE);
  const rows = [...words];
  const wordScales = labels.map((_, l) => largestOf(rows.map(([, row]) => row[l] as number)) / LARGEST_BYTE);
  const share = ([, row]: [string, Float32Array]): number =>
    largestOf(row.map((weight, l) => weight / ((wordScales[l] as number) * LARGEST_BYTE)));
  const telling = rows.filter((row) => share(row) >= LEAST_SHARE);
  const dense = heads.flatMap(({ dense: weights }, l) =>
    Array.from(weights, (weight) => Math.round(weight / (denseScales[l] as number))),
  );
  const wordWeights = telling.flatMap(([, row]) =>
    Array.from(row, (weight, l) => Math.round(weight / (wordScales[l] as number))),
  );
  return {
    labels,
    thresholds: thresholds.map(round),
    biases: heads.map(({ bias }) => round(bias)),
    denseScales: denseScales.map(round),
    dense: Buffer.from(Int8Array.from(dense).buffer).toString('base64'),
    wordScales: wordScales.map(round),
    words: telling.map(([word]) => word),
    wordWeights: Buffer.from(Int8Array.from(wordWeights).buffer).toString('base64'),
  };
}

/** The model that a file holds. */
export function unpackLineModel(packed: PackedLineModel): LineModel {
  const { labels, thresholds, biases, denseScales, wordScales } = packed;
  const dense = new Int8Array(Buffer.from(packed.dense, 'base64'));
  const weights = new Int8Array(Buffer.from(packed.wordWeights, 'base64'));
  return {
    labels,
    thresholds,
    heads: labels.map((_, l) => ({
      bias: biases[l] as number,
      dense: Float32Array.from(
        dense.subarray(l * DENSE_SIZE, (l + 1) * DENSE_SIZE),
        (byte) => byte * (denseScales[l] as number),
      ),
    })),
    words: new Map(
      packed.words.map((word, at) => [
        word,
        Float32Array.from(
          weights.subarray(at * labels.length, (at + 1) * labels.length),
          (byte, l) => byte * (wordScales[l] as number),
        ),
      ]),
    ),
  };
}
