import { Worker } from 'node:worker_threads';
import type { EngineAnswer, EngineJob, EngineSetup, Samples } from './engine.ts';

/** A model of some hundred megabytes is read from a slow disk. */
const LOAD_TIMEOUT_MS = 60_000;
/** A job that takes longer hangs: its thread is ended. */
const JOB_TIMEOUT_MS = 15_000;
/** Time without a job after which the thread ends, and with it the model's memory. */
const IDLE_MS = 10 * 60_000;
/** Jobs that may wait: more would be stale before their turn. */
const MAX_WAITING = 50;

/** A job without its number. */
type Task = EngineJob extends infer Job ? (Job extends { id: number } ? Omit<Job, 'id'> : never) : never;

interface Waiting {
  task: Task;
  signal: AbortSignal;
  resolve(answer: { text?: string; sound?: Samples }): void;
  reject(error: unknown): void;
}

/** A model in a thread that starts with the first job and ends after some idle time. One job at a time, in order. */
export class EngineThread {
  readonly #setup: EngineSetup;
  readonly #idleMs: number;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #isReady = false;
  #current: { id: number; job: Waiting } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #jobs = 0;

  constructor(setup: EngineSetup, idleMs = IDLE_MS) {
    this.#setup = setup;
    this.#idleMs = idleMs;
  }

  /** Whether the model is in memory. */
  get running(): boolean {
    return this.#worker !== null;
  }

  /** Loads the model ahead of its first job. */
  warm(): void {
    if (!this.#worker) this.#start();
  }

  /** Does a job. Rejects with an Error, whose message is a few words, or with the signal's reason. */
  do(task: Task, signal: AbortSignal): Promise<{ text?: string; sound?: Samples }> {
    signal.throwIfAborted();
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new Error('too much at once'));
    return new Promise((resolve, reject) => {
      const job: Waiting = { task, signal, resolve, reject };
      const onAbort = () => {
        const at = this.#waiting.indexOf(job);
        if (at >= 0) this.#waiting.splice(at, 1);
        // One that is being done is done to its end, and its result is dropped.
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.warm();
      this.#next();
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#end('the server is stopping');
    await worker?.terminate();
  }

  #start(): void {
    const { NODE_COMPILE_CACHE: cache } = process.env;
    // The environment, which holds keys, is kept from the model.
    const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
      env: cache ? { NODE_COMPILE_CACHE: cache } : {},
      argv: [],
      execArgv: [],
      workerData: this.#setup,
    });
    worker.unref();
    this.#worker = worker;
    this.#isReady = false;
    this.#wait(LOAD_TIMEOUT_MS, 'the model does not load');
    worker.on('message', (answer: EngineAnswer) => {
      if (this.#worker === worker) this.#heard(answer);
    });
    const ended = (reason: string) => {
      if (this.#worker === worker) this.#end(reason);
    };
    worker.on('error', (error) => ended(notInstalled(error) ? 'the runtime is not installed' : 'the model failed'));
    worker.on('exit', () => ended('the model ended'));
  }

  #heard(answer: EngineAnswer): void {
    if ('ready' in answer) this.#isReady = true;
    else if (answer.id === this.#current?.id) {
      const { job } = this.#current;
      this.#current = null;
      if ('failed' in answer) job.reject(new Error('the model failed'));
      else job.resolve(answer);
    }
    this.#next();
  }

  #next(): void {
    if (!this.#isReady || this.#current) return;
    const job = this.#waiting.shift();
    if (!job) {
      this.#wait(this.#idleMs, 'idle');
      return;
    }
    this.#jobs += 1;
    this.#current = { id: this.#jobs, job };
    this.#wait(JOB_TIMEOUT_MS, 'timeout');
    this.#worker?.postMessage({ ...job.task, id: this.#jobs });
  }

  /** Ends the thread after so long, unless something else is waited for before. */
  #wait(ms: number, reason: string): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const worker = this.#worker;
      this.#end(reason);
      void worker?.terminate();
    }, ms).unref();
  }

  #end(reason: string): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#worker = null;
    this.#isReady = false;
    const left = [...(this.#current ? [this.#current.job] : []), ...this.#waiting.splice(0)];
    this.#current = null;
    for (const { reject } of left) reject(new Error(reason));
  }
}

const notInstalled = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' || String(error).includes('Could not find sherpa-onnx');
