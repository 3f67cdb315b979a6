/**
 * Logistic regression over a few hundred numbers and any number of named features (words, hints): one regression per
 * label ('independent'), or one over labels that exclude each other ('exclusive').
 */

/** The input of a model. */
export interface Features {
  dense: Float32Array;
  sparse: readonly [feature: string, value: number][];
}

/** A fitted model. */
export interface LinearModel {
  kind: 'independent' | 'exclusive';
  labels: readonly string[];
  heads: readonly { bias: number; dense: Float32Array }[];
  /** For each named feature, a row with one weight per label. */
  words: ReadonlyMap<string, Float32Array>;
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
function toProbabilities(kind: LinearModel['kind'], sums: Float64Array): Float64Array {
  if (kind === 'independent') return sums.map((sum) => 1 / (1 + Math.exp(-sum)));
  const largest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The probability of each label, in the order of the model's labels. */
export function probabilitiesOf(model: LinearModel, { dense, sparse }: Features): Float64Array {
  const sums = Float64Array.from(model.heads, ({ bias, dense: weights }) => {
    let sum = bias;
    for (let at = 0; at < dense.length; at += 1) sum += (weights[at] as number) * (dense[at] as number);
    return sum;
  });
  for (const [feature, value] of sparse) {
    const row = model.words.get(feature);
    if (row) for (let at = 0; at < sums.length; at += 1) (sums[at] as number) += value * (row[at] as number);
  }
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
    heads: labels.map((_, l) => ({
      bias: bias[l] as number,
      dense: Float32Array.from({ length: size }, (_, d) => dense[d * count + l] as number),
    })),
    words: new Map(
      [...vocabulary].map(([word, w]) => [word, Float32Array.from(words.subarray(w * count, (w + 1) * count))]),
    ),
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
export function packModel({ kind, labels, heads, words, thresholds }: LinearModel): PackedModel {
  const denseScales = heads.map(({ dense }) => largestOf(dense) / LARGEST_BYTE);
  const rows = [...words];
  const wordScales = labels.map((_, l) => largestOf(rows.map(([, row]) => row[l] as number)) / LARGEST_BYTE);
  const share = ([, row]: [string, Float32Array]): number =>
    largestOf(row.map((weight, l) => weight / ((wordScales[l] as number) * LARGEST_BYTE)));
  const telling = rows.filter((row) => share(row) >= MIN_SHARE);
  const dense = heads.flatMap(({ dense: weights }, l) =>
    Array.from(weights, (weight) => Math.round(weight / (denseScales[l] as number))),
  );
  const wordWeights = telling.flatMap(([, row]) =>
    Array.from(row, (weight, l) => Math.round(weight / (wordScales[l] as number))),
  );
  return {
    kind,
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

/** Decodes a model from its file format. */
export function unpackModel(packed: PackedModel): LinearModel {
  const { kind, labels, thresholds, biases, denseScales, wordScales } = packed;
  const dense = new Int8Array(Buffer.from(packed.dense, 'base64'));
  const weights = new Int8Array(Buffer.from(packed.wordWeights, 'base64'));
  const size = dense.length / labels.length;
  return {
    kind,
    labels,
    thresholds,
    heads: labels.map((_, l) => ({
      bias: biases[l] as number,
      dense: Float32Array.from(dense.subarray(l * size, (l + 1) * size), (byte) => byte * (denseScales[l] as number)),
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
