import { Worker } from 'node:worker_threads';
import { VoiceError } from '../port.ts';
import type { WorkerAnswer, WorkerJob } from './speech-worker.ts';

/** Loading takes a fraction of a second; one that takes longer than this has failed. */
const READY_MS = 15_000;
/** A sentence takes some hundredths of a second; a thread that needs longer than this hangs and is ended. */
const SENTENCE_MS = 15_000;

/** One thread with a synthesiser in it; speaks one sentence at a time. */
export class SpeechThread {
  readonly #worker: Worker;
  /** Settles when it has loaded; rejects with a VoiceError when it cannot. */
  readonly ready: Promise<void>;
  #current: { id: number; resolve: (file: Buffer) => void; reject: (error: Error) => void } | null = null;
  #jobs = 0;

  /**
   * @param warmUp whether it shall speak to itself first, because nobody waits yet
   * @param onEnd is told once when the thread has ended, for whatever reason
   */
  constructor(warmUp: boolean, onEnd: () => void) {
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    // Whoever waits for it hears of the failure; nobody may be waiting.
    this.ready.catch(() => undefined);
    const { NODE_COMPILE_CACHE: cache } = process.env;
    this.#worker = new Worker(new URL('./speech-worker.ts', import.meta.url), {
      // Neither the environment, which holds keys, nor the arguments of this process are the synthesiser's business.
      // With the compiled code kept, the thread need not load the tool that strips types.
      env: cache ? { NODE_COMPILE_CACHE: cache } : {},
      argv: [],
      workerData: { warmUp },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.unref();
    const fail = (reason: string) => {
      clearTimeout(loading);
      ready.reject(new VoiceError(reason));
      this.#current?.reject(new VoiceError(reason));
      this.#current = null;
    };
    const loading = setTimeout(() => this.#end(fail, 'the synthesiser does not load'), READY_MS);
    this.#worker.on('message', (answer: WorkerAnswer) => {
      if (answer.kind === 'ready') {
        clearTimeout(loading);
        ready.resolve();
      } else if (answer.id === this.#current?.id) {
        const { resolve, reject } = this.#current;
        this.#current = null;
        if (answer.kind === 'spoken') resolve(Buffer.from(answer.file.buffer));
        else reject(new VoiceError(answer.reason));
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

  /** Speaks one sentence, as a WAV file; the one before must be over. Rejects with a VoiceError. */
  async speak(job: Omit<WorkerJob, 'id'>): Promise<Buffer> {
    await this.ready;
    const spoken = Promise.withResolvers<Buffer>();
    this.#jobs += 1;
    this.#current = { id: this.#jobs, resolve: spoken.resolve, reject: spoken.reject };
    this.#worker.postMessage({ ...job, id: this.#jobs } satisfies WorkerJob);
    const hanging = setTimeout(() => this.close(), SENTENCE_MS);
    try {
      return await spoken.promise;
    } finally {
      clearTimeout(hanging);
    }
  }

  /** Ends the thread; what it speaks rejects. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(fail: (reason: string) => void, reason: string): void {
    fail(reason);
    void this.close();
  }
}
