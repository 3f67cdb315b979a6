/** The thread in which texts are encoded: a few milliseconds each, which the event loop does not have. */
import { parentPort, workerData } from 'node:worker_threads';
import { createTransformer, type EncodePieces, PIECES_READ, STATE_SIZE, VECTOR_SIZE } from './transformer.ts';
import { readWeights } from './weights.ts';
import { createTokenizer, type Tokenize } from './word-pieces.ts';

/** A matrix that makes few numbers of a word's many. */
export interface WordLayer {
  /** `size` rows of as many weights as `reach` words to each side and the word itself have numbers. */
  weights: Float32Array;
  size: number;
  reach: number;
}

/** Texts for the thread, or the words of one; or the matrix to be used for words from now on. */
export type EncoderJob =
  | { id: number; texts: readonly string[] }
  | { id: number; words: readonly string[]; layer: WordLayer | null };

/** The vectors of texts, one after the other; or a text's vector and then its words' numbers. */
export interface EncoderAnswer {
  id: number;
  numbers: Float32Array<ArrayBuffer>;
}

/** Keeps what encoding needs, and lets go of the rest. */
function load(from: string | undefined): { tokenize: Tokenize; encode: EncodePieces } {
  const weights = readWeights(from);
  return { tokenize: createTokenizer(weights.vocabulary), encode: createTransformer(weights) };
}
const { tokenize, encode } = load(workerData.weights);
/** Pieces that are read at once, without the two markers. */
const WINDOW = PIECES_READ - 2;

function vectorsOf(texts: readonly string[]): Float32Array<ArrayBuffer> {
  const vectors = new Float32Array(texts.length * VECTOR_SIZE);
  for (const [at, text] of texts.entries()) vectors.set(encode(tokenize(text)).vector, at * VECTOR_SIZE);
  return vectors;
}

/** The text's vector, then each word's state: the mean of its pieces', as they stand in as many words as fit a window. */
function readWords(words: readonly string[], layer: WordLayer | null): Float32Array<ArrayBuffer> {
  const pieces = words.map((word) => tokenize(word).slice(0, WINDOW));
  const states = new Float32Array(words.length * STATE_SIZE);
  let vector = new Float32Array(VECTOR_SIZE);
  for (let from = 0; from < words.length || from === 0; ) {
    let to = from;
    let count = 0;
    while (to < words.length && count + (pieces[to] as number[]).length <= WINDOW) {
      count += (pieces[to] as number[]).length;
      to += 1;
    }
    const read = encode(pieces.slice(from, to).flat());
    if (from === 0) vector = new Float32Array(read.vector);
    const ofPieces = read.states();
    let place = 0;
    for (let word = from; word < to; word += 1) {
      const own = (pieces[word] as number[]).length;
      for (let piece = place; piece < place + own; piece += 1)
        for (let at = 0; at < STATE_SIZE; at += 1)
          (states[word * STATE_SIZE + at] as number) += (ofPieces[piece * STATE_SIZE + at] as number) / own;
      place += own;
    }
    if (to === 0) break;
    from = to;
  }
  const told = layer ? project(states, layer) : states;
  const numbers = new Float32Array(vector.length + told.length);
  numbers.set(vector);
  numbers.set(told, vector.length);
  return numbers;
}

function project(states: Float32Array, { weights, size, reach }: WordLayer): Float32Array {
  const count = states.length / STATE_SIZE;
  const made = new Float32Array(count * size);
  const width = (2 * reach + 1) * STATE_SIZE;
  for (let word = 0; word < count; word += 1) {
    const first = Math.max(0, word - reach);
    const end = Math.min(count, word + reach + 1);
    for (let row = 0; row < size; row += 1) {
      let sum = 0;
      let weight = row * width + (first - word + reach) * STATE_SIZE;
      for (let at = first * STATE_SIZE; at < end * STATE_SIZE; at += 1, weight += 1)
        sum += (states[at] as number) * (weights[weight] as number);
      made[word * size + row] = sum;
    }
  }
  return made;
}

let layerInUse: WordLayer | null = null;

parentPort?.on('message', (job: EncoderJob) => {
  if ('words' in job && job.layer) layerInUse = job.layer;
  const numbers = 'texts' in job ? vectorsOf(job.texts) : readWords(job.words, layerInUse);
  parentPort?.postMessage({ id: job.id, numbers } satisfies EncoderAnswer, [numbers.buffer]);
});
