/** The encoder's thread: each text takes a few milliseconds, too long for the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { createMatrixMemory, FLOAT_BYTES, padded } from './matrix-product.ts';
import { createTransformer, type EncodePieces, PIECES_READ, STATE_SIZE, VECTOR_SIZE } from './transformer.ts';
import { createTokenizer, readWeights, type Tokenize } from './weights.ts';

/** A matrix that reduces a word's vector to a few numbers. */
export interface WordLayer {
  /** `size` rows, each with as many weights as the word and its `reach` neighbours on each side have numbers. */
  weights: Float32Array;
  size: number;
  reach: number;
}

/** Texts to encode, or the words of one, with the matrix for words from now on (null to keep the last one). */
export type EncoderJob = {
  id: number;
  /** Among jobs that are not in the background, the one with the lowest rank comes first. */
  rank: number;
  /** Runs after all jobs that are not in the background. */
  inBackground: boolean;
} & ({ texts: readonly string[] } | { words: readonly string[]; layer: WordLayer | null });

/** Cancels a job that nobody waits for any more, or forgets the vectors of what was read. */
export type EncoderOrder = { cancelled: number } | { forgets: true };

/** The vectors of texts, one after the other; or a text's vector followed by its words' numbers. */
export interface EncodedJob {
  id: number;
  numbers: Float32Array<ArrayBuffer>;
  /** How long it took without the jobs between, in milliseconds. */
  ms: number;
}

/** The first message says that the weights are loaded. */
export type EncoderAnswer = EncodedJob | 'loaded';

/** Loads the weights and keeps what encoding needs of them. */
function load(from: string | undefined): { tokenize: Tokenize; encode: EncodePieces } {
  const weights = readWeights(from);
  return { tokenize: createTokenizer(weights.vocabulary), encode: createTransformer(weights) };
}

const { tokenize, encode } = load(workerData.weights);

/** Number of pieces read at once, without the two markers. */
const WINDOW = PIECES_READ - 2;
/** Maximum number of windows read per text, which 500 words of prose do not fill. Later words get zeros. */
const MAX_WINDOWS = 10;
/** Number of words reduced in one step, which takes about as long as a window. */
const WORDS_PER_STEP = 64;

/** Vectors to keep, of 1.5 kB each. */
const MAX_KNOWN = 2_000;

/** A job in progress; it yields after each window, so that other jobs get their turn. */
type Reading = Generator<void, Float32Array<ArrayBuffer>>;

/**
 * Vectors by their pieces: a line is soon searched for, and compared with the next one. Text and words that have the
 * same pieces have the same vector, so that nothing depends on what was read before.
 */
const known = new LRUCache<string, Float32Array>({ max: MAX_KNOWN });

/** The vector of pieces, read unless it is known. */
function vectorOf(pieces: readonly number[]): Float32Array {
  const key = pieces.slice(0, WINDOW).join();
  const vector = known.get(key) ?? encode(pieces).vector;
  known.set(key, vector);
  return vector;
}

/** The vectors of texts, one after the other. */
function* vectorsOf(texts: readonly string[]): Reading {
  const vectors = new Float32Array(texts.length * VECTOR_SIZE);
  for (const [at, text] of texts.entries()) {
    if (at > 0) yield;
    vectors.set(vectorOf(tokenize(text)), at * VECTOR_SIZE);
  }
  return vectors;
}

/**
 * The text's vector, then each word's state: the mean of its pieces' states, in the context of as many words as fit a
 * window.
 */
function* readWords(words: readonly string[], project: ProjectWords | null): Reading {
  const pieces = words.map((word) => tokenize(word).slice(0, WINDOW));
  const states = new Float32Array(words.length * STATE_SIZE);
  let vector = new Float32Array(VECTOR_SIZE);
  for (let from = 0, windows = 0; (from < words.length && windows < MAX_WINDOWS) || from === 0; windows += 1) {
    if (from > 0) yield;
    let to = from;
    let count = 0;
    while (to < words.length && count + (pieces[to] as number[]).length <= WINDOW) {
      count += (pieces[to] as number[]).length;
      to += 1;
    }
    const window = pieces.slice(from, to).flat();
    const read = encode(window);
    if (from === 0) {
      vector = new Float32Array(read.vector);
      known.set(window.join(), vector);
    }
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
  const reduced = project ? yield* project(states) : states;
  const numbers = new Float32Array(vector.length + reduced.length);
  numbers.set(vector);
  numbers.set(reduced, vector.length);
  return numbers;
}

/** Applies a layer's matrix to each word's state and its neighbours'. */
type ProjectWords = (states: Float32Array) => Generator<void, Float32Array>;

function createWordProjection({ weights, size, reach }: WordLayer): ProjectWords {
  const memory = createMatrixMemory(1);
  const depth = (2 * reach + 1) * STATE_SIZE;
  const outputs = padded(size);
  const matrix = memory.reserve(outputs * depth);
  const rows = memory.reserve((WORDS_PER_STEP + 2 * reach) * STATE_SIZE);
  const product = memory.reserve(WORDS_PER_STEP * outputs);
  matrix.numbers().set(weights);
  return function* (states) {
    const count = states.length / STATE_SIZE;
    const made = new Float32Array(count * size);
    for (let from = 0; from < count; from += WORDS_PER_STEP) {
      if (from > 0) yield;
      const words = Math.min(WORDS_PER_STEP, count - from);
      const first = Math.max(0, from - reach);
      const near = rows.numbers().fill(0);
      const end = Math.min(count, from + words + reach);
      near.set(states.subarray(first * STATE_SIZE, end * STATE_SIZE), (first - from + reach) * STATE_SIZE);
      memory.kernel.multiplyFloats(
        rows.at,
        FLOAT_BYTES * STATE_SIZE,
        matrix.at,
        FLOAT_BYTES * depth,
        product.at,
        FLOAT_BYTES * outputs,
        words,
        outputs,
        depth,
      );
      const sums = product.numbers();
      for (let word = 0; word < words; word += 1)
        made.set(sums.subarray(word * outputs, word * outputs + size), (from + word) * size);
    }
    return made;
  };
}

let projectWords: ProjectWords | null = null;
let jobs: { of: EncoderJob; reading: Reading; ms: number }[] = [];

/** Whether a job comes before another. */
const isBefore = (one: EncoderJob, other: EncoderJob): boolean =>
  one.inBackground === other.inBackground ? one.rank < other.rank : other.inBackground;

/** Processes one window of the next job. */
function step(): void {
  const [first, ...others] = jobs;
  if (!first) return;
  const next = others.reduce((best, job) => (isBefore(job.of, best.of) ? job : best), first);
  const begunAt = performance.now();
  const { done, value } = next.reading.next();
  next.ms += performance.now() - begunAt;
  if (done) {
    jobs = jobs.filter((job) => job !== next);
    parentPort?.postMessage({ id: next.of.id, numbers: value, ms: next.ms } satisfies EncoderAnswer, [value.buffer]);
  }
  if (jobs.length > 0) setImmediate(step);
}

parentPort?.on('message', (message: EncoderJob | EncoderOrder) => {
  if ('forgets' in message) return known.clear();
  if ('cancelled' in message) {
    jobs = jobs.filter(({ of }) => of.id !== message.cancelled);
    return;
  }
  if ('words' in message && message.layer) projectWords = createWordProjection(message.layer);
  const reading = 'texts' in message ? vectorsOf(message.texts) : readWords(message.words, projectWords);
  jobs.push({ of: message, reading, ms: 0 });
  if (jobs.length === 1) setImmediate(step);
});
parentPort?.postMessage('loaded' satisfies EncoderAnswer);
