/** The sentence encoder as the product sees it: a thread that exists while it is used. */
import { Worker } from 'node:worker_threads';
import { VECTOR_SIZE } from './transformer.ts';
import type { EncoderAnswer, EncoderJob } from './worker.ts';

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
  /** Why it could not be loaded when it was last tried; null while nothing is known to be wrong. */
  problem(): string | null;
  /** Whether its thread exists. */
  isRunning(): boolean;
  close(): Promise<void>;
}

interface Waiting {
  count: number;
  resolve(vectors: SentenceVector[] | null): void;
}

/** What tests change. */
export interface EncoderOptions {
  idleMs?: number;
  /** The package that holds the weights. */
  weights?: string;
}

/** Starts nothing before the first text. */
export function createSentenceEncoder({ idleMs = IDLE_MS, weights }: EncoderOptions = {}): SentenceEncoder {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let problem: string | null = null;
  let lastId = 0;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    for (const { resolve } of waiting.values()) resolve(null);
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
    started.on('message', ({ id, vectors }: EncoderAnswer) => {
      problem = null;
      const asked = waiting.get(id);
      waiting.delete(id);
      clearTimeout(idle);
      if (waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
      asked?.resolve(
        Array.from({ length: asked.count }, (_, at) => vectors.subarray(at * VECTOR_SIZE, (at + 1) * VECTOR_SIZE)),
      );
    });
    started.on('error', (error) => {
      problem = error instanceof Error ? error.message : String(error);
      if (worker === started) void end();
    });
    return started;
  };

  return {
    encode(texts) {
      if (texts.length === 0) return Promise.resolve([]);
      worker ??= start();
      clearTimeout(idle);
      lastId += 1;
      const id = lastId;
      worker.postMessage({ id, texts } satisfies EncoderJob);
      return new Promise((resolve) => waiting.set(id, { count: texts.length, resolve }));
    },
    problem: () => problem,
    isRunning: () => worker !== null,
    close: end,
  };
}
