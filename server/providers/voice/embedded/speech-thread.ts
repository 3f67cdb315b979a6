import { Worker } from 'node:worker_threads';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import { ProviderError } from '../../provider-error.ts';
import type { WorkerAnswer, WorkerJob } from './speech-worker.ts';

/** Loading takes a fraction of a second; after this long it has failed. */
const LOAD_TIMEOUT_MS = 15_000;
/** A sentence takes some hundredths of a second; after this long its thread hangs, and is ended. */
const SENTENCE_TIMEOUT_MS = 15_000;

/**
 * Picks the next sentence to speak: one from the reply that has been served least, so that every reply begins before
 * any continues, and long ones take turns. Pure.
 */
export class FairQueue<Item> {
  readonly #waiting: { item: Item; stream: object; place: number }[] = [];
  /** How many sentences were added of each reply. The entries of finished replies are garbage-collected. */
  readonly #places = new WeakMap<object, number>();

  get size(): number {
    return this.#waiting.length;
  }

  /** Adds a sentence at the end of its reply. */
  add(item: Item, stream: object): void {
    const place = this.#places.get(stream) ?? 0;
    this.#places.set(stream, place + 1);
    this.#waiting.push({ item, stream, place });
  }

  /** Removes and returns the next sentence; among equals, the one that waited longest. */
  take(): Item | undefined {
    let best = 0;
    for (const [index, { place }] of this.#waiting.entries()) {
      if (place < (this.#waiting[best]?.place ?? 0)) best = index;
    }
    return this.#waiting.splice(best, 1)[0]?.item;
  }

  /**
   * Removes a sentence.
   *
   * @returns whether it was still waiting
   */
  remove(item: Item): boolean {
    const index = this.#waiting.findIndex((entry) => entry.item === item);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }
}

/** One thread with a synthesiser; speaks one sentence at a time. */
export class SpeechThread {
  readonly #worker: Worker;
  /** Settles once it has loaded; rejects with a ProviderError if it cannot. */
  readonly ready: Promise<void>;
  #current: { id: number; resolve: (file: Buffer) => void; reject: (error: Error) => void } | null = null;
  #jobs = 0;

  /**
   * @param warmUp whether it speaks to itself first, because nobody waits yet
   * @param onEnd called once when the thread has ended, for whatever reason
   */
  constructor(warmUp: boolean, onEnd: () => void) {
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    // Avoids an unhandled rejection if nobody is waiting.
    this.ready.catch(() => undefined);
    const { NODE_COMPILE_CACHE: cache } = process.env;
    this.#worker = new Worker(new URL('./speech-worker.ts', import.meta.url), {
      // The environment, which holds keys, and this process's arguments are kept from the synthesiser. With the compile
      // cache, the thread need not load the tool that strips types.
      env: cache ? { NODE_COMPILE_CACHE: cache } : {},
      argv: [],
      workerData: { warmUp },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.unref();
    const fail = (reason: string) => {
      clearTimeout(loading);
      ready.reject(new ProviderError(EMBEDDED_ID, reason));
      this.#current?.reject(new ProviderError(EMBEDDED_ID, reason));
      this.#current = null;
    };
    const loading = setTimeout(() => this.#end(fail, 'the synthesiser does not load'), LOAD_TIMEOUT_MS);
    this.#worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'ready') {
        clearTimeout(loading);
        ready.resolve();
      } else if (answer.id === this.#current?.id) {
        const { resolve, reject } = this.#current;
        this.#current = null;
        if (answer.kind === 'spoken') resolve(Buffer.from(answer.file.buffer));
        else reject(new ProviderError(EMBEDDED_ID, answer.reason));
      }
    });
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'ERR_MODULE_NOT_FOUND' ? 'the synthesiser is not installed' : 'the synthesiser failed');
    });
    this.#worker.on('exit', () => {
      fail('the synthesiser ended');
      onEnd();
    });
  }

  /** Speaks one sentence, as a WAV file; the previous one must be finished. Rejects with a ProviderError. */
  async speak(job: Omit<WorkerJob, 'id'>): Promise<Buffer> {
    await this.ready;
    const spoken = Promise.withResolvers<Buffer>();
    this.#jobs += 1;
    this.#current = { id: this.#jobs, resolve: spoken.resolve, reject: spoken.reject };
    this.#worker.postMessage({ ...job, id: this.#jobs } satisfies WorkerJob);
    const hanging = setTimeout(() => this.close(), SENTENCE_TIMEOUT_MS);
    try {
      return await spoken.promise;
    } finally {
      clearTimeout(hanging);
    }
  }

  /** Ends the thread; a sentence in progress rejects. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(fail: (reason: string) => void, reason: string): void {
    fail(reason);
    void this.close();
  }
}
