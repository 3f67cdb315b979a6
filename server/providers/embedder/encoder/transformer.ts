import { createMatrixMemory, FLOAT_BYTES, type FloatBlock, type MatrixMemory, padded } from './matrix-product.ts';
import type { Layer, Normalisation, Weights } from './weights.ts';

/** Size of a sentence's unit vector. */
export const VECTOR_SIZE = 384;
/** Number of pieces read of a text, including the two markers around them; the rest is ignored, as in training. */
export const PIECES_READ = 128;

const HEADS = 12;
const HEAD_SIZE = VECTOR_SIZE / HEADS;
const ATTENTION_SCALE = 1 / Math.sqrt(HEAD_SIZE);
/** Size of a piece's contextual state: the output of the fourth and the last layer. */
export const STATE_SIZE = 2 * VECTOR_SIZE;
/**
 * Middle layers tell most about a word's grammatical kind, the last most about its meaning (Tenney and others 2019).
 */
const MIDDLE_LAYER = 4;

/** Size of a piece's state within the feed-forward network. */
const HIDDEN_SIZE = 4 * VECTOR_SIZE;

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
  const state = memory.reserve(PIECES_READ * VECTOR_SIZE);
  const normalise = createNormalise(memory, embeddingNorm);
  const attend = createAttention(memory);
  const hidden = memory.reserve(PIECES_READ * HIDDEN_SIZE);
  const apply = layers.map((layer) => createLayer(memory, layer, { state, hidden, attend }));
  const [begin, end] = ['[CLS]', '[SEP]'].map((marker) => vocabulary.get(marker) as number) as [number, number];

  return (pieces) => {
    const read = [begin, ...pieces.slice(0, PIECES_READ - 2), end];
    const size = read.length * VECTOR_SIZE;
    const rows = state.numbers();
    for (const [place, piece] of read.entries()) {
      const scale = embeddings.scales[piece] as number;
      const row = place * VECTOR_SIZE;
      for (let at = 0; at < VECTOR_SIZE; at += 1)
        rows[row + at] = (embeddings.values[piece * VECTOR_SIZE + at] as number) * scale + (places[row + at] as number);
    }
    normalise(state, read.length);
    let halfway = rows;
    for (const [at, layer] of apply.entries()) {
      layer(read.length);
      if (at + 1 === MIDDLE_LAYER) halfway = rows.slice(0, size);
    }
    const last = rows.slice(0, size);
    return { vector: unitOf(sumOfRows(last)), states: () => sideBySide(halfway, last, read.length - 2) };
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

/** What the layers share: the rows that they change, space for the feed-forward network, and attention. */
interface Shared {
  state: FloatBlock;
  hidden: FloatBlock;
  attend: Attend;
}

/** One layer, which changes `count` rows: attention, then a feed-forward network, each with a residual connection. */
function createLayer(memory: MatrixMemory, layer: Layer, { state, hidden, attend }: Shared): (count: number) => void {
  const projection = ({ matrix, bias }: Layer['attentionOut']) => memory.load(matrix, bias);
  const queryKeyValue = projection(layer.queryKeyValue);
  const attentionOut = projection(layer.attentionOut);
  const feedForwardIn = projection(layer.feedForwardIn);
  const feedForwardOut = projection(layer.feedForwardOut);
  const normaliseAttention = createNormalise(memory, layer.attentionNorm);
  const normaliseFeedForward = createNormalise(memory, layer.feedForwardNorm);
  const { joined, made, run } = attend;
  return (count) => {
    queryKeyValue(state, joined, count);
    run(count);
    // The queries are not needed any more.
    attentionOut(made, joined, count);
    memory.kernel.add(state.at, joined.at, count * VECTOR_SIZE);
    normaliseAttention(state, count);
    feedForwardIn(state, hidden, count);
    memory.kernel.gelu(hidden.at, count * HIDDEN_SIZE);
    feedForwardOut(hidden, made, count);
    memory.kernel.add(state.at, made.at, count * VECTOR_SIZE);
    normaliseFeedForward(state, count);
  };
}

/** Layer normalisation of `count` rows, in place. */
function createNormalise(memory: MatrixMemory, norm: Normalisation): (rows: FloatBlock, count: number) => void {
  const [scale, bias] = [memory.keep(norm.scale), memory.keep(norm.bias)];
  return (rows, count) => memory.kernel.normalise(rows.at, scale.at, bias.at, count, VECTOR_SIZE);
}

/** Self-attention. */
interface Attend {
  /** Rows that each hold a piece's query, key and value. */
  joined: FloatBlock;
  /** The resulting rows. */
  made: FloatBlock;
  run(count: number): void;
}

function createAttention(memory: MatrixMemory): Attend {
  const joined = memory.reserve(PIECES_READ * 3 * VECTOR_SIZE);
  const scores = memory.reserve(PIECES_READ * PIECES_READ);
  const made = memory.reserve(PIECES_READ * VECTOR_SIZE);
  const step = FLOAT_BYTES * 3 * VECTOR_SIZE;
  const { kernel } = memory;
  return {
    joined,
    made,
    run(count) {
      // Scores beyond the pieces are those of rows that an earlier text left there; softmax makes them zeros.
      const wide = padded(count);
      const stride = FLOAT_BYTES * wide;
      for (let head = 0; head < VECTOR_SIZE; head += HEAD_SIZE) {
        const query = joined.at + FLOAT_BYTES * head;
        const key = query + FLOAT_BYTES * VECTOR_SIZE;
        const value = key + FLOAT_BYTES * VECTOR_SIZE;
        kernel.multiplyFloats(query, step, key, step, scores.at, stride, count, wide, HEAD_SIZE);
        kernel.softmax(scores.at, count, count, stride, ATTENTION_SCALE);
        const to = made.at + FLOAT_BYTES * head;
        kernel.weigh(scores.at, stride, value, step, to, FLOAT_BYTES * VECTOR_SIZE, count, count);
      }
    },
  };
}

function sumOfRows(rows: Rows): Float32Array {
  const sum = new Float32Array(VECTOR_SIZE);
  for (let row = 0; row < rows.length; row += VECTOR_SIZE)
    for (let at = 0; at < VECTOR_SIZE; at += 1) (sum[at] as number) += rows[row + at] as number;
  return sum;
}

/** The vector scaled to length 1. */
function unitOf(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const factor = 1 / Math.sqrt(Math.max(squares, 1e-12));
  return vector.map((value) => value * factor);
}
