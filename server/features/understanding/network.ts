/**
 * A small neural network that labels each word of a text: one hidden layer over the encoder's states of the word and
 * its neighbours, plus weights of named features, which are hashed into a fixed number of rows (Weinberger and others
 * 2009).
 */
import type { WordLayer } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { STATE_SIZE } from '../../providers/embedder/encoder/transformer.ts';
import { dotProduct, shuffled } from './linear-model.ts';

/** Rows that the features share. */
const ROWS = 1 << 15;
/** Number of neighbouring words on each side. */
const REACH = 1;
const WIDTH = (2 * REACH + 1) * STATE_SIZE;
const HIDDEN = 96;

/** A fitted network. */
export interface Network {
  /** Number of labels. */
  labels: number;
  /** Computed in the encoder's worker: the sums that enter the hidden layer, without its bias. */
  layer: WordLayer;
  hiddenBias: Float32Array;
  /** For each label, a row of {@link HIDDEN} weights. */
  output: Float32Array;
  outputBias: Float32Array;
  /** For each hash, a row with one weight per label. */
  features: Float32Array;
}

/** A text as a training example. */
export interface LabelledText {
  /** {@link STATE_SIZE} numbers per word. */
  states: Float32Array;
  /** The rows of each word's features. */
  rows: readonly Uint16Array[];
  labels: readonly number[];
}

/** Hashes features to rows (FNV-1a). */
export function rowsOf(features: readonly string[]): Uint16Array {
  return Uint16Array.from(features, (feature) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 15)) & (ROWS - 1);
  });
}

/**
 * Log-probabilities of each label for each word, in rows of one number per label.
 *
 * @param sums the hidden layer's, {@link HIDDEN} per word; null when there is no encoder
 */
export function scoresOf(network: Network, sums: Float32Array | null, rows: readonly Uint16Array[]): Float64Array {
  const { labels, hiddenBias } = network;
  const hidden = new Float32Array(HIDDEN);
  const scores = new Float64Array(rows.length * labels);
  for (const [word, own] of rows.entries()) {
    for (let unit = 0; unit < HIDDEN; unit += 1) {
      const entering = sums ? (sums[word * HIDDEN + unit] as number) : 0;
      hidden[unit] = Math.max(0, entering + (hiddenBias[unit] as number));
    }
    score(network, hidden, own, scores, word * labels);
  }
  return scores;
}

/** Writes the log-probability of each label for one word, from a place on. */
function score(
  { labels, output, outputBias, features }: Network,
  hidden: Float32Array,
  rows: Uint16Array,
  into: Float64Array,
  from: number,
): void {
  for (let label = 0; label < labels; label += 1)
    into[from + label] = (outputBias[label] as number) + dotProduct(output, label * HIDDEN, hidden);
  // A row's weights stand together.
  for (let at = 0; at < rows.length; at += 1)
    for (let label = 0, place = (rows[at] as number) * labels; label < labels; label += 1, place += 1)
      (into[from + label] as number) += features[place] as number;
  // Log-softmax.
  let largest = Number.NEGATIVE_INFINITY;
  for (let at = from; at < from + labels; at += 1) largest = Math.max(largest, into[at] as number);
  let total = 0;
  for (let at = from; at < from + labels; at += 1) total += Math.exp((into[at] as number) - largest);
  const subtracted = Math.log(total) + largest;
  for (let at = from; at < from + labels; at += 1) (into[at] as number) -= subtracted;
}

/** Passes over all texts. */
const ROUNDS = 6;
/** Words per weight update. */
const BATCH = 128;
/** Adam's learning rate, and the share of it that is left at the end; AdaGrad's for features. */
const RATE = 2e-3;
const LAST_RATE = 0.02;
const FEATURE_RATE = 0.05;
const DECAY = 1e-2;
/** Dropout: share of numbers hidden during training, so that the network relies on none (Srivastava 2014). */
const DROPPED = 0.3;
const FEATURES_DROPPED = 0.1;
/** Share of training texts shown without the encoder's numbers, for when it cannot be loaded. */
const BLIND = 0.1;

/**
 * Fits a network with Adam (Kingma and Ba 2015), and AdaGrad for named features. Deterministic: the same texts give the
 * same network.
 */
export function fitNetwork(texts: readonly LabelledText[], labels: number): Network {
  const random = generator();
  const spread = Math.sqrt(1 / WIDTH);
  const layer: WordLayer = {
    weights: Float32Array.from({ length: HIDDEN * WIDTH }, () => (2 * random() - 1) * spread),
    size: HIDDEN,
    reach: REACH,
  };
  const network: Network = {
    labels,
    layer,
    hiddenBias: new Float32Array(HIDDEN),
    output: Float32Array.from({ length: labels * HIDDEN }, () => (2 * random() - 1) / Math.sqrt(HIDDEN)),
    outputBias: new Float32Array(labels),
    features: new Float32Array(ROWS * labels),
  };
  const dense = [layer.weights, network.hiddenBias, network.output, network.outputBias].map(createAdam);
  const [toLayer, toHiddenBias, toOutput, toOutputBias] = dense as [Adam, Adam, Adam, Adam];
  const featureRates = new Float32Array(ROWS * labels).fill(1e-2);
  const words = texts.reduce((sum, { labels: own }) => sum + own.length, 0);
  const steps = Math.ceil((words * ROUNDS) / BATCH);
  const input = new Float32Array(WIDTH);
  const hidden = new Float32Array(HIDDEN);
  const kept = new Float64Array(HIDDEN);
  const slopes = new Float64Array(labels);
  let step = 0;
  let inBatch = 0;

  const learnWord = ({ states, rows, labels: right }: LabelledText, word: number, isBlind: boolean): void => {
    input.fill(0);
    for (let offset = -REACH; offset <= REACH && !isBlind; offset += 1) {
      const from = (word + offset) * STATE_SIZE;
      if (from < 0 || from >= states.length) continue;
      const to = (offset + REACH) * STATE_SIZE;
      for (let at = 0; at < STATE_SIZE; at += 1)
        input[to + at] = random() < DROPPED ? 0 : (states[from + at] as number) / (1 - DROPPED);
    }
    for (let unit = 0; unit < HIDDEN; unit += 1) {
      kept[unit] = random() < DROPPED ? 0 : 1 / (1 - DROPPED);
      let sum = network.hiddenBias[unit] as number;
      if (kept[unit] === 0) sum = 0;
      else if (!isBlind)
        for (let at = 0, weight = unit * WIDTH; at < WIDTH; at += 1, weight += 1)
          sum += (input[at] as number) * (layer.weights[weight] as number);
      hidden[unit] = Math.max(0, sum) * (kept[unit] as number);
    }
    const seen = (rows[word] as Uint16Array).filter(() => random() >= FEATURES_DROPPED);
    score(network, hidden, seen, slopes, 0);
    for (let label = 0; label < labels; label += 1) slopes[label] = Math.exp(slopes[label] as number);
    (slopes[right[word] as number] as number) -= 1;

    for (let unit = 0; unit < HIDDEN; unit += 1) {
      if (hidden[unit] === 0) continue;
      let slope = 0;
      for (let label = 0; label < labels; label += 1) {
        slope += (slopes[label] as number) * (network.output[label * HIDDEN + unit] as number);
        (toOutput.slopes[label * HIDDEN + unit] as number) += (slopes[label] as number) * (hidden[unit] as number);
      }
      slope *= kept[unit] as number;
      (toHiddenBias.slopes[unit] as number) += slope;
      if (isBlind || Math.abs(slope) < 1e-5) continue;
      for (let at = 0, weight = unit * WIDTH; at < WIDTH; at += 1, weight += 1)
        (toLayer.slopes[weight] as number) += slope * (input[at] as number);
    }
    for (let label = 0; label < labels; label += 1) {
      const slope = slopes[label] as number;
      (toOutputBias.slopes[label] as number) += slope;
      if (Math.abs(slope) < 1e-4) continue;
      for (const row of seen) {
        const at = row * labels + label;
        (featureRates[at] as number) += slope * slope;
        (network.features[at] as number) -= (FEATURE_RATE * slope) / Math.sqrt(featureRates[at] as number);
      }
    }
  };

  for (const index of shuffled(texts.length, ROUNDS, random)) {
    const text = texts[index] as LabelledText;
    const isBlind = random() < BLIND;
    for (let word = 0; word < text.labels.length; word += 1) learnWord(text, word, isBlind);
    inBatch += text.labels.length;
    if (inBatch < BATCH) continue;
    step += 1;
    for (const one of dense) one.step(step, inBatch, RATE * Math.max(LAST_RATE, 1 - step / steps));
    inBatch = 0;
  }
  return network;
}

/** The optimizer of one array of weights. */
interface Adam {
  /** Sums of gradients since the last step. */
  slopes: Float32Array;
  step(count: number, words: number, rate: number): void;
}

function createAdam(weights: Float32Array): Adam {
  const slopes = new Float32Array(weights.length);
  const first = new Float32Array(weights.length);
  const second = new Float32Array(weights.length);
  return {
    slopes,
    step(count, words, rate) {
      const [biased, biasedSquare] = [1 - 0.9 ** count, 1 - 0.999 ** count];
      for (let at = 0; at < weights.length; at += 1) {
        const slope = (slopes[at] as number) / words;
        slopes[at] = 0;
        first[at] = 0.9 * (first[at] as number) + 0.1 * slope;
        second[at] = 0.999 * (second[at] as number) + 0.001 * slope * slope;
        const size = (first[at] as number) / biased / (Math.sqrt((second[at] as number) / biasedSquare) + 1e-8);
        (weights[at] as number) -= rate * (size + DECAY * (weights[at] as number));
      }
    },
  };
}

/** A deterministic generator of numbers from 0 to 1 (xorshift; Marsaglia 2003). */
function generator(): () => number {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A network in its file format: one byte per weight, scaled by the largest of each part. */
export interface PackedNetwork {
  labels: number;
  parts: { scale: number; weights: string }[];
}

const LARGEST_BYTE = 127;

/** Compresses a network: one byte per weight. */
export function packNetwork({ labels, layer, hiddenBias, output, outputBias, features }: Network): PackedNetwork {
  const parts = [layer.weights, hiddenBias, output, outputBias, features].map((weights) => {
    const scale = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 1e-9) / LARGEST_BYTE;
    const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
    return { scale: Number(scale.toPrecision(5)), weights: Buffer.from(bytes.buffer).toString('base64') };
  });
  return { labels, parts };
}

/** Decodes a network from its file format. */
export function unpackNetwork({ labels, parts }: PackedNetwork): Network {
  const [weights, hiddenBias, output, outputBias, features] = parts.map(unpackPart) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return { labels, layer: { weights, size: HIDDEN, reach: REACH }, hiddenBias, output, outputBias, features };
}

function unpackPart({ scale, weights }: PackedNetwork['parts'][number]): Float32Array {
  const bytes = new Int8Array(Buffer.from(weights, 'base64'));
  const unpacked = new Float32Array(bytes.length);
  // A loop, since `from` with a function takes twenty times as long for 700,000 weights.
  for (let at = 0; at < bytes.length; at += 1) unpacked[at] = (bytes[at] as number) * scale;
  return unpacked;
}
