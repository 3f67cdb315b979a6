import { createMatrixMemory, type MatrixMemory, type Multiply, padded } from './matrix-product.ts';
import type { Layer, Normalisation, Projection, Weights } from './weights.ts';

/** Size of a sentence's unit vector. */
export const VECTOR_SIZE = 384;
/** Number of pieces read of a text, including the two markers around them; the rest is ignored, as in training. */
export const PIECES_READ = 128;

const HEADS = 12;
const HEAD_SIZE = VECTOR_SIZE / HEADS;
const ATTENTION_SCALE = 1 / Math.sqrt(HEAD_SIZE);
const EPSILON = 1e-12;
/** Size of a piece's contextual state: the output of the fourth and the last layer. */
export const STATE_SIZE = 2 * VECTOR_SIZE;
/**
 * Middle layers tell most about a word's grammatical kind, the last most about its meaning (Tenney and others 2019).
 */
const MIDDLE_LAYER = 4;

/** The range in which GELU is looked up, and the steps of that table on each side of 0. */
const GELU_REACH = 8;
const GELU_STEPS = 8192;

/** Rows of {@link VECTOR_SIZE} numbers, one after the other. */
type Rows = Float32Array;

/** The encoding of a text's pieces. */
interface EncodedPieces {
  /** Vector of the whole text. */
  vector: Float32Array;
  /** {@link STATE_SIZE} numbers for each piece that was read. */
  states(): Float32Array;
}

/** Encodes the first {@link PIECES_READ} - 2 pieces, given by their ids. */
export type EncodePieces = (pieces: readonly number[]) => EncodedPieces;

/**
 * Creates a sentence encoder: six transformer layers (all-MiniLM-L6-v2; Wang and others 2020, Reimers and Gurevych
 * 2019) and the mean of their output over all pieces. Copies the weights, which are not needed afterwards.
 */
export function createTransformer({ vocabulary, embeddings, places, embeddingNorm, layers }: Weights): EncodePieces {
  const memory = createMatrixMemory(PIECES_READ);
  const projection = ({ matrix, bias }: Projection): Multiply => memory.load(matrix, bias);
  const attend = createAttention(memory);
  const apply = layers.map((layer) => createLayer(layer, projection, attend));
  const [begin, end] = ['[CLS]', '[SEP]'].map((marker) => vocabulary.get(marker) as number) as [number, number];

  return (pieces) => {
    const read = [begin, ...pieces.slice(0, PIECES_READ - 2), end];
    let state: Rows = new Float32Array(read.length * VECTOR_SIZE);
    for (const [place, piece] of read.entries()) {
      const scale = embeddings.scales[piece] as number;
      const row = place * VECTOR_SIZE;
      for (let at = 0; at < VECTOR_SIZE; at += 1)
        state[row + at] =
          (embeddings.values[piece * VECTOR_SIZE + at] as number) * scale + (places[row + at] as number);
    }
    normaliseRows(state, embeddingNorm);
    let halfway = state;
    for (const [at, layer] of apply.entries()) {
      state = layer(state, read.length);
      if (at + 1 === MIDDLE_LAYER) halfway = state;
    }
    return { vector: normalise(sumOfRows(state)), states: () => sideBySide(halfway, state, read.length - 2) };
  };
}

/** Joins the output of two layers for each piece, without the markers. */
function sideBySide(halfway: Rows, last: Rows, count: number): Float32Array {
  const made = new Float32Array(count * STATE_SIZE);
  for (let row = 0; row < count; row += 1) {
    const [from, to] = [(row + 1) * VECTOR_SIZE, (row + 2) * VECTOR_SIZE];
    made.set(halfway.subarray(from, to), row * STATE_SIZE);
    made.set(last.subarray(from, to), row * STATE_SIZE + VECTOR_SIZE);
  }
  return made;
}

/** One layer: attention, then a feed-forward network, each with a residual connection. */
function createLayer(layer: Layer, projection: (of: Projection) => Multiply, attend: Attend) {
  const queryKeyValue = projection(layer.queryKeyValue);
  const attentionOut = projection(layer.attentionOut);
  const feedForwardIn = projection(layer.feedForwardIn);
  const feedForwardOut = projection(layer.feedForwardOut);
  return (state: Rows, count: number): Rows => {
    const attended = attend(queryKeyValue(state, count), count);
    const middle = normaliseRows(add(attentionOut(attended, count), state), layer.attentionNorm);
    const hidden = gelu(feedForwardIn(middle, count));
    return normaliseRows(add(feedForwardOut(hidden, count), middle), layer.feedForwardNorm);
  };
}

/** Layer normalisation, in place: gives each row mean 0 and variance 1, then scales and shifts it. */
function normaliseRows(rows: Rows, { scale, bias }: Normalisation): Rows {
  for (let begin = 0; begin < rows.length; begin += VECTOR_SIZE) {
    let sum = 0;
    let squares = 0;
    for (let at = begin; at < begin + VECTOR_SIZE; at += 1) sum += rows[at] as number;
    const mean = sum / VECTOR_SIZE;
    for (let at = begin; at < begin + VECTOR_SIZE; at += 1) squares += ((rows[at] as number) - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / VECTOR_SIZE + EPSILON);
    for (let at = 0; at < VECTOR_SIZE; at += 1)
      rows[begin + at] = ((rows[begin + at] as number) - mean) * factor * (scale[at] as number) + (bias[at] as number);
  }
  return rows;
}

/** Self-attention over `count` rows, each of which holds a piece's query, key and value. */
type Attend = (joined: Float32Array, count: number) => Rows;

function createAttention(memory: MatrixMemory): Attend {
  const step = 3 * VECTOR_SIZE;
  const rows = memory.reserve(PIECES_READ * step);
  const scores = memory.reserve(PIECES_READ * PIECES_READ);
  /** A head's values, by place in the head, so that they are weighted by one product. */
  const turned = memory.reserve(HEAD_SIZE * PIECES_READ);
  const made = memory.reserve(PIECES_READ * VECTOR_SIZE);
  return (joined, count) => {
    rows.numbers().set(joined);
    const [shares, values] = [scores.numbers(), turned.numbers()];
    const wide = padded(count);
    for (let head = 0; head < VECTOR_SIZE; head += HEAD_SIZE) {
      const query = { block: rows, from: head, stride: step };
      const key = { block: rows, from: VECTOR_SIZE + head, stride: step };
      memory.multiplyFloats(
        query,
        key,
        { block: scores, stride: wide },
        { rows: count, outputs: wide, depth: HEAD_SIZE },
      );
      for (let row = 0; row < count; row += 1) softmax(shares, row * wide, count, wide);
      for (let piece = 0; piece < count; piece += 1) {
        const value = piece * step + 2 * VECTOR_SIZE + head;
        for (let at = 0; at < HEAD_SIZE; at += 1) values[at * wide + piece] = joined[value + at] as number;
      }
      memory.multiplyFloats(
        { block: scores, stride: wide },
        { block: turned, stride: wide },
        { block: made, from: head, stride: VECTOR_SIZE },
        { rows: count, outputs: HEAD_SIZE, depth: wide },
      );
    }
    return made.numbers().subarray(0, count * VECTOR_SIZE);
  };
}

/** Turns a row of scores into shares of 1, in place; those beyond `count`, up to `wide`, become 0. */
function softmax(scores: Float32Array, from: number, count: number, wide: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = from; at < from + count; at += 1) most = Math.max(most, scores[at] as number);
  let total = 0;
  for (let at = from; at < from + count; at += 1) {
    const share = Math.exp(((scores[at] as number) - most) * ATTENTION_SCALE);
    scores[at] = share;
    total += share;
  }
  for (let at = from; at < from + count; at += 1) (scores[at] as number) /= total;
  scores.fill(0, from + count, from + wide);
}

/** GELU (Hendrycks and Gimpel 2016) between ±{@link GELU_REACH}; 0 below, the input itself above. */
const GELU = Float32Array.from({ length: 2 * GELU_STEPS + 2 }, (_, step) => {
  const x = ((step - GELU_STEPS) * GELU_REACH) / GELU_STEPS;
  return x * normalShare(x);
});

/** The normal distribution function at `x`, by Abramowitz and Stegun 26.2.17; error below 1e-7. */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x < 0 ? above : 1 - above;
}

/** Applies GELU in place. */
function gelu(numbers: Float32Array): Float32Array {
  for (let at = 0; at < numbers.length; at += 1) {
    const value = numbers[at] as number;
    if (value >= GELU_REACH) continue;
    if (value <= -GELU_REACH) {
      numbers[at] = 0;
      continue;
    }
    const place = (value / GELU_REACH + 1) * GELU_STEPS;
    const step = Math.floor(place);
    const below = GELU[step] as number;
    numbers[at] = below + (place - step) * ((GELU[step + 1] as number) - below);
  }
  return numbers;
}

/** Adds in place. */
function add(one: Rows, other: Rows): Rows {
  for (let at = 0; at < one.length; at += 1) (one[at] as number) += other[at] as number;
  return one;
}

function sumOfRows(rows: Rows): Float32Array {
  const sum = new Float32Array(VECTOR_SIZE);
  for (let row = 0; row < rows.length; row += VECTOR_SIZE)
    for (let at = 0; at < VECTOR_SIZE; at += 1) (sum[at] as number) += rows[row + at] as number;
  return sum;
}

/** The vector scaled to length 1. */
function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const factor = 1 / Math.sqrt(Math.max(squares, 1e-12));
  return vector.map((value) => value * factor);
}
