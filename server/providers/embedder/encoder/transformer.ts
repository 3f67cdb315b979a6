/**
 * The Universal Sentence Encoder (lite): two layers of a transformer and the mean of what they make of each piece
 * (Cer and others 2018; Vaswani and others 2017). Products of matrices are computed on whole numbers in WebAssembly
 * (`matmul.wat`), everything else here.
 */
import { createMatrixMemory } from './matrix-product.ts';
import type { Layer, Projection, Weights } from './weights.ts';

/** Numbers of a sentence's vector, whose squares add up to 1. */
export const VECTOR_SIZE = 512;
/** Pieces of a text that are read; the rest is left out, as in training. */
export const PIECES_READ = 128;

const HEADS = 4;
const EPSILON = 1e-6;
/** Rows of numbers, one after the other. */
interface Rows {
  count: number;
  width: number;
  numbers: Float32Array;
}

type Project = (rows: Rows) => Rows;

const rowsOf = (count: number, width: number): Rows => ({ count, width, numbers: new Float32Array(count * width) });

/** Makes a sentence's vector of the ids of its pieces. */
export type EncodePieces = (pieces: readonly number[]) => Float32Array;

/** Puts the weights where the products are computed; they are not needed afterwards. */
export function createTransformer(weights: Weights): EncodePieces {
  const memory = createMatrixMemory(PIECES_READ);
  const projection = ({ matrix, bias }: Projection): Project => {
    const multiply = memory.load(matrix);
    return ({ count, numbers }) => {
      const made = { count, width: matrix.outputs, numbers: multiply(numbers, count) };
      for (let at = 0; at < made.numbers.length; at += 1) {
        (made.numbers[at] as number) += bias[at % matrix.outputs] as number;
      }
      return made;
    };
  };

  const layers = weights.layers.map((layer) => createLayer(layer, projection));
  const widen = projection(weights.widen);
  const pooled = projection(weights.pooled);
  const { embeddings, timescales } = weights;

  return (pieces) => {
    const read = pieces.slice(0, PIECES_READ);
    let state = rowsOf(read.length, embeddings.depth);
    const half = timescales.length;
    for (const [position, piece] of read.entries()) {
      // The model adds the piece twice: once as it is, once with its place.
      const scale = 2 * (embeddings.scales[piece] as number);
      for (let at = 0; at < embeddings.depth; at += 1) {
        const angle = position * (timescales[at % half] as number);
        const value = (embeddings.values[piece * embeddings.depth + at] as number) * scale;
        state.numbers[position * embeddings.depth + at] = value + (at < half ? Math.sin(angle) : Math.cos(angle));
      }
    }
    for (const [number, layer] of layers.entries()) state = layer(state, number === 0 ? widen(state) : state);
    return normalise(tanh(pooled(mean(state))));
  };
}

/** One layer: attention, then a network, each with what went in added to what comes out. */
function createLayer(layer: Layer, projection: (of: Projection) => Project) {
  const queryKeyValue = projection(layer.queryKeyValue);
  const attentionOut = projection(layer.attentionOut);
  const feedForwardIn = projection(layer.feedForwardIn);
  const feedForwardOut = projection(layer.feedForwardOut);
  return (state: Rows, around: Rows): Rows => {
    const attended = attentionOut(attend(queryKeyValue(standardise(state, layer.attentionNorm)), state.width));
    const middle = plus(attended, around);
    const hidden = feedForwardIn(standardise(middle, layer.feedForwardNorm));
    for (let at = 0; at < hidden.numbers.length; at += 1) {
      if ((hidden.numbers[at] as number) < 0) hidden.numbers[at] = 0;
    }
    return plus(feedForwardOut(hidden), middle);
  };
}

/** Each row with mean 0 and variance 1, scaled and shifted. */
function standardise({ count, width, numbers }: Rows, norm: { scale: Float32Array; bias: Float32Array }): Rows {
  const made = rowsOf(count, width);
  for (let row = 0; row < count; row += 1) {
    const begin = row * width;
    let sum = 0;
    for (let at = begin; at < begin + width; at += 1) sum += numbers[at] as number;
    const mean = sum / width;
    let squares = 0;
    for (let at = begin; at < begin + width; at += 1) squares += ((numbers[at] as number) - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / width + EPSILON);
    for (let at = 0; at < width; at += 1) {
      const value = ((numbers[begin + at] as number) - mean) * factor;
      made.numbers[begin + at] = value * (norm.scale[at] as number) + (norm.bias[at] as number);
    }
  }
  return made;
}

/** What each piece takes from the others. A row of `joined` holds a piece's query, key and value. */
function attend({ count, width: joinedWidth, numbers: joined }: Rows, width: number): Rows {
  const made = rowsOf(count, width);
  const size = width / HEADS;
  const factor = 1 / Math.sqrt(size);
  const shares = new Float32Array(count);
  for (let head = 0; head < HEADS; head += 1) {
    const from = head * size;
    for (let row = 0; row < count; row += 1) {
      const query = row * joinedWidth + from;
      let most = Number.NEGATIVE_INFINITY;
      for (let other = 0; other < count; other += 1) {
        const key = other * joinedWidth + width + from;
        let sum = 0;
        for (let at = 0; at < size; at += 1) sum += (joined[query + at] as number) * (joined[key + at] as number);
        shares[other] = sum * factor;
        most = Math.max(most, sum * factor);
      }
      let total = 0;
      for (let other = 0; other < count; other += 1) {
        shares[other] = Math.exp((shares[other] as number) - most);
        total += shares[other] as number;
      }
      for (let other = 0; other < count; other += 1) {
        const share = (shares[other] as number) / total;
        const value = other * joinedWidth + 2 * width + from;
        for (let at = 0; at < size; at += 1) {
          (made.numbers[row * width + from + at] as number) += share * (joined[value + at] as number);
        }
      }
    }
  }
  return made;
}

function plus(one: Rows, other: Rows): Rows {
  for (let at = 0; at < one.numbers.length; at += 1) (one.numbers[at] as number) += other.numbers[at] as number;
  return one;
}

function mean({ count, width, numbers }: Rows): Rows {
  const made = rowsOf(1, width);
  for (let at = 0; at < numbers.length; at += 1)
    (made.numbers[at % width] as number) += (numbers[at] as number) / count;
  return made;
}

const tanh = (rows: Rows): Float32Array => rows.numbers.map(Math.tanh);

function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const factor = 1 / Math.sqrt(Math.max(squares, 1e-12));
  return vector.map((value) => value * factor);
}
