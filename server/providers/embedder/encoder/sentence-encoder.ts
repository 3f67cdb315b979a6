/** The sentence encoder as the product sees it: a thread that exists while it is used. */
import { Worker } from 'node:worker_threads';
import { VECTOR_SIZE } from './transformer.ts';
import type { EncoderAnswer, EncoderJob, WordLayer } from './worker.ts';

export type { WordLayer };

/** After so long without a text the thread ends, and its memory is free. */
const IDLE_MS = 5 * 60_000;
/** The thread's own memory besides the weights. */
const HEAP_MB = 64;

/** {@link VECTOR_SIZE} numbers whose squares add up to 1; texts of like meaning have a large dot product. */
export type SentenceVector = Float32Array;

/** Makes vectors of texts. */
export interface SentenceEncoder {
  /**
   * One vector a text, in their order; null where the encoder cannot be loaded. What is encoded is what the first 128
   * pieces of a text say, about 90 words.
   */
  encode(texts: readonly string[]): Promise<SentenceVector[] | null>;
  /**
   * The vector of a text, given as its words, with what is known of each word where it stands: the rows of `layer`, or
   * all 768 numbers where that is null. Null where the encoder cannot be loaded. A running thread keeps
   * the layer that it was given first.
   */
  encodeWords(
    words: readonly string[],
    layer: WordLayer | null,
  ): Promise<{ vector: SentenceVector; words: Float32Array } | null>;
  /** Why it could not be loaded when it was last tried; null while nothing is known to be wrong. */
  problem(): string | null;
  /** Whether its thread exists. */
  isRunning(): boolean;
  close(): Promise<void>;
}

type Resolve = (numbers: Float32Array | null) => void;

/** What tests change. */
export interface EncoderOptions {
  idleMs?: number;
  /** The package that holds the weights. */
  weights?: string;
}

/** Starts nothing before the first text. */
export function createSentenceEncoder({ idleMs = IDLE_MS, weights }: EncoderOptions = {}): SentenceEncoder {
  const waiting = new Map<number, Resolve>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let problem: string | null = null;
  let lastId = 0;
  /** The thread that has been given the layer for words. */
  let layerOf: Worker | null = null;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
    await ending?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'encoder',
      workerData: { weights },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    started.unref();
    started.on('message', ({ id, numbers }: EncoderAnswer) => {
      problem = null;
      const resolve = waiting.get(id);
      waiting.delete(id);
      clearTimeout(idle);
      if (waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
      resolve?.(numbers);
    });
    started.on('error', (error) => {
      problem = error instanceof Error ? error.message : String(error);
      if (worker === started) void end();
    });
    return started;
  };

  const ask = (job: (id: number) => EncoderJob): Promise<Float32Array | null> => {
    worker ??= start();
    clearTimeout(idle);
    lastId += 1;
    const id = lastId;
    worker.postMessage(job(id));
    return new Promise((resolve) => waiting.set(id, resolve));
  };

  return {
    async encode(texts) {
      if (texts.length === 0) return [];
      const numbers = await ask((id) => ({ id, texts }));
      return numbers && texts.map((_, at) => numbers.subarray(at * VECTOR_SIZE, (at + 1) * VECTOR_SIZE));
    },
    async encodeWords(words, layer) {
      const numbers = await ask((id) => {
        const isNew = layer !== null && layerOf !== worker;
        if (isNew) layerOf = worker;
        return { id, words, layer: isNew ? layer : null };
      });
      return numbers && { vector: numbers.subarray(0, VECTOR_SIZE), words: numbers.subarray(VECTOR_SIZE) };
    },
    problem: () => problem,
    isRunning: () => worker !== null,
    close: end,
  };
}
