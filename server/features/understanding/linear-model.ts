/**
 * Logistic regression over a few hundred numbers and any number of named features (words, hints): one regression per
 * label ('independent'), or one over labels that exclude each other ('exclusive').
 */

/** The input of a model. */
export interface Features {
  dense: Float32Array;
  sparse: readonly [feature: string, value: number][];
}

/**
 * The weights of named features. All of a feature's weights stand together, so that a feature is looked up once and
 * added to all labels in one pass.
 */
export interface WordWeights {
  /** The row of each feature. */
  rows: ReadonlyMap<string, number>;
  /** For each feature, a row with one weight per label; to be multiplied by `scales`. */
  weights: Float32Array | Int8Array;
  /** One per label. */
  scales: readonly number[];
}

/** A fitted model. */
export interface LinearModel {
  kind: 'independent' | 'exclusive';
  labels: readonly string[];
  biases: readonly number[];
  /** For each label, a row with one weight per number of the dense input. */
  dense: Float32Array;
  words: WordWeights;
  /** The probability from which each label holds. */
  thresholds: readonly number[];
}

/** A labelled input. */
export interface Example extends Features {
  labels: ReadonlySet<string>;
  /** Weight of the example; 1 by default. */
  weight?: number;
  /** The labels known to hold or not; all by default. */
  only?: readonly string[];
  /** Prefix of labels that are unknown for this example. */
  unknown?: string;
}

/** How to fit a model. */
export interface FitOptions {
  /** Passes over all examples. */
  rounds: number;
  /** Strength of the L2 penalty on weights. */
  decay: number;
  /** Extra weight of positive examples, for independent labels. */
  emphasis: number;
  /** Minimum number of examples in which a feature must occur. */
  leastExamples: number;
}

/** Learning rates. */
const RATE = 0.1;
const BIAS_RATE = 0.02;
/** Skip labels with a smaller gradient: they are right already. */
const MIN_SLOPE = 1e-3;

/** Logistic function or softmax of a model's sums. */
export function toProbabilities(kind: LinearModel['kind'], sums: Float64Array): Float64Array {
  if (kind === 'independent') return sums.map((sum) => 1 / (1 + Math.exp(-sum)));
  const largest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The dot product of numbers with weights, from a place on. */
export function dotProduct(weights: Float32Array, from: number, numbers: Float32Array): number {
  const { length } = numbers;
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += (weights[from + at] as number) * (numbers[at] as number);
  return sum;
}

/** Sums per label that numbers of the dense input add. @param from place of the first number in the input */
export function denseSums({ labels, dense }: LinearModel, numbers: Float32Array, from = 0): Float64Array {
  const width = dense.length / labels.length;
  const sums = new Float64Array(labels.length);
  for (let label = 0; label < sums.length; label += 1) sums[label] = dotProduct(dense, label * width + from, numbers);
  return sums;
}

/** Adds a named feature to the sums per label, before they are scaled. */
function addWord({ rows, weights }: WordWeights, sums: Float64Array, feature: string, value: number): void {
  const row = rows.get(feature);
  if (row === undefined) return;
  for (let at = 0, from = row * sums.length; at < sums.length; at += 1, from += 1)
    (sums[at] as number) += value * (weights[from] as number);
}

/** Sums per label that named features add, all with the same value. */
export function wordSums({ labels, words }: LinearModel, features: readonly string[], value: number): Float64Array {
  const sums = new Float64Array(labels.length);
  for (const feature of features) addWord(words, sums, feature, value);
  for (let at = 0; at < sums.length; at += 1) (sums[at] as number) *= words.scales[at] as number;
  return sums;
}

/** The probability of each label, in the order of the model's labels. */
export function probabilitiesOf(model: LinearModel, { dense, sparse }: Features): Float64Array {
  const { biases, words } = model;
  const sums = denseSums(model, dense);
  const ofWords = new Float64Array(sums.length);
  for (const [feature, value] of sparse) addWord(words, ofWords, feature, value);
  for (let at = 0; at < sums.length; at += 1)
    (sums[at] as number) += (biases[at] as number) + (ofWords[at] as number) * (words.scales[at] as number);
  return toProbabilities(model.kind, sums);
}

/**
 * Fits a model by stochastic gradient descent with AdaGrad's rates (Duchi 2011). Deterministic: the same examples give
 * the same model.
 *
 * @param beside examples that cover only a few labels; interleaved with the others, so that other labels are unaffected
 */
export function fitLinear(
  kind: LinearModel['kind'],
  examples: readonly Example[],
  labels: readonly string[],
  options: FitOptions,
  beside: readonly Example[] = [],
): LinearModel {
  const all = [...examples, ...beside];
  const size = examples[0]?.dense.length ?? 0;
  const count = labels.length;
  const whole = examples.filter(({ only }) => only === undefined);
  const frequent = wordsOf(whole, options.leastExamples);
  // Words that are frequent only in the `beside` examples count only for the labels of those.
  const frequentBeside = wordsOf([...whole, ...beside], options.leastExamples);
  const vocabulary = new Map([...new Set([...frequent, ...frequentBeside])].map((word, at) => [word, at]));
  const labelsBeside = new Set(beside.flatMap(({ only }) => only ?? labels));
  const isBeside = labels.map((label) => labelsBeside.has(label));
  const known = all.map(({ sparse }) =>
    sparse.flatMap(([word, value]): [number, number][] => {
      const at = vocabulary.get(word);
      return at === undefined ? [] : [[at, value]];
    }),
  );
  const dense = new Float64Array(size * count);
  const denseRates = new Float64Array(size * count).fill(1e-3);
  const words = new Float64Array(vocabulary.size * count);
  const wordRates = new Float64Array(vocabulary.size * count).fill(1e-3);
  const bias = new Float64Array(count).fill(kind === 'independent' ? -3 : 0);
  const slope = new Float64Array(count);

  const descend = (weights: Float64Array, rates: Float64Array, row: number, value: number, isRare = false) => {
    for (let l = 0; l < count; l += 1) {
      if (slope[l] === 0 || (isRare && !isBeside[l])) continue;
      const k = row * count + l;
      const g = (slope[l] as number) * value + options.decay * (weights[k] as number);
      (rates[k] as number) += g * g;
      (weights[k] as number) -= (RATE * g) / Math.sqrt(rates[k] as number);
    }
  };
  const add = (sums: Float64Array, weights: Float64Array, row: number, value: number) => {
    for (let l = 0; l < count; l += 1) (sums[l] as number) += value * (weights[row * count + l] as number);
  };

  for (const index of ordered(examples.length, beside.length, options.rounds)) {
    const { dense: numbers, labels: own, weight = 1, only, unknown } = all[index] as Example;
    const sums = Float64Array.from(bias);
    for (let d = 0; d < size; d += 1) if (numbers[d] !== 0) add(sums, dense, d, numbers[d] as number);
    for (const [w, value] of known[index] as [number, number][]) add(sums, words, w, value);
    const probabilities = toProbabilities(kind, sums);
    let isSteep = false;
    for (const [l, label] of labels.entries()) {
      const holds = own.has(label);
      const emphasis = kind === 'independent' && holds ? options.emphasis : 1;
      const isKnown = (only?.includes(label) ?? true) && (unknown === undefined || !label.startsWith(unknown));
      const g = isKnown ? weight * emphasis * ((probabilities[l] as number) - (holds ? 1 : 0)) : 0;
      slope[l] = Math.abs(g) < MIN_SLOPE ? 0 : g;
      if (slope[l] !== 0) isSteep = true;
      (bias[l] as number) -= BIAS_RATE * g;
    }
    if (!isSteep) continue;
    for (let d = 0; d < size; d += 1) if (numbers[d] !== 0) descend(dense, denseRates, d, numbers[d] as number);
    for (const [w, value] of known[index] as [number, number][])
      descend(words, wordRates, w, value, w >= frequent.length);
  }
  return {
    kind,
    labels,
    biases: [...bias],
    dense: Float32Array.from(dense, (_, at) => dense[(at % size) * count + Math.floor(at / size)] as number),
    words: { rows: vocabulary, weights: Float32Array.from(words), scales: labels.map(() => 1) },
    thresholds: labels.map(() => 0.5),
  };
}

/** The words that occur in at least `least` of the examples. */
function wordsOf(examples: readonly Example[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const { sparse } of examples) for (const [word] of sparse) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].flatMap(([word, count]) => (count >= least ? word : []));
}

/** The order of `count` examples, with all of `beside` spread evenly among them in each round. */
function* ordered(count: number, beside: number, rounds: number): Iterable<number> {
  const others = shuffled(beside, rounds, createRandom());
  let due = 0;
  for (const index of shuffled(count, rounds, createRandom())) {
    yield index;
    for (due += beside; due >= count; due -= count) yield count + others.next().value;
  }
}

/** A deterministic generator of numbers from 0 to 1 (linear congruential). */
function createRandom(): () => number {
  let seed = 11;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
}

/** All of `count` indexes, `rounds` times, each round in another order (Fisher and Yates). */
export function* shuffled(count: number, rounds: number, random: () => number): Generator<number, number> {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] as number, order[at] as number];
    }
    yield* order;
  }
  return 0;
}

/** A model in its file format: weights as bytes, scaled by each label's largest. */
interface PackedModel {
  kind: LinearModel['kind'];
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
/** Words whose weights are all smaller than this share of the largest are dropped. */
const MIN_SHARE = 0.08;

const round = (value: number): number => Number(value.toPrecision(5));
const largestOf = (values: Iterable<number>): number => {
  let largest = 1e-9;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
};

/** Compresses a model: one byte per weight, and no words without effect. */
export function packModel({ kind, labels, biases, dense, words, thresholds }: LinearModel): PackedModel {
  const count = labels.length;
  const width = dense.length / count;
  const denseScales = labels.map((_, l) => largestOf(dense.subarray(l * width, (l + 1) * width)) / LARGEST_BYTE);
  const rows = [...words.rows].map(([word, row]): [string, number[]] => [
    word,
    labels.map((_, l) => (words.weights[row * count + l] as number) * (words.scales[l] as number)),
  ]);
  const wordScales = labels.map((_, l) => largestOf(rows.map(([, row]) => row[l] as number)) / LARGEST_BYTE);
  const share = ([, row]: [string, number[]]): number =>
    largestOf(row.map((weight, l) => weight / ((wordScales[l] as number) * LARGEST_BYTE)));
  const telling = rows.filter((row) => share(row) >= MIN_SHARE);
  const wordWeights = telling.flatMap(([, row]) =>
    row.map((weight, l) => Math.round(weight / (wordScales[l] as number))),
  );
  return {
    kind,
    labels,
    thresholds: thresholds.map(round),
    biases: biases.map(round),
    denseScales: denseScales.map(round),
    dense: Buffer.from(
      Int8Array.from(dense, (weight, at) => Math.round(weight / (denseScales[Math.floor(at / width)] as number)))
        .buffer,
    ).toString('base64'),
    wordScales: wordScales.map(round),
    words: telling.map(([word]) => word),
    wordWeights: Buffer.from(Int8Array.from(wordWeights).buffer).toString('base64'),
  };
}

/** Decodes a model from its file format. The weights of words stay bytes: they are added up as they are. */
export function unpackModel(packed: PackedModel): LinearModel {
  const { kind, labels, thresholds, biases, denseScales, wordScales } = packed;
  const dense = new Int8Array(Buffer.from(packed.dense, 'base64'));
  const width = dense.length / labels.length;
  return {
    kind,
    labels,
    thresholds,
    biases,
    dense: Float32Array.from(dense, (byte, at) => byte * (denseScales[Math.floor(at / width)] as number)),
    words: {
      rows: new Map(packed.words.map((word, at) => [word, at])),
      weights: new Int8Array(Buffer.from(packed.wordWeights, 'base64')),
      scales: wordScales,
    },
  };
}
