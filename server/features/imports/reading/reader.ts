import { Worker } from 'node:worker_threads';
import { IMPORT_MAX_CHARS, IMPORT_MAX_PAGES } from '@understudy/contract/imports';
import type { ReadProblem } from '@understudy/contract/read-problems';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import type { Format } from './detect-format.ts';
import type { DocumentPassage, OnPage, ReadLimits } from './document.ts';

/** A document to read. */
export interface ReaderJob {
  bytes: Uint8Array;
  /** The file's name, or its address. */
  name: string;
  /** As the server said; null if it did not. */
  charset: string | null;
  /** As the server said; null to tell by the content. */
  format: Format | null;
  isSitemap: boolean;
}

/** Messages of the worker. */
export type ReaderAnswer =
  | { is: 'page'; done: number; total: number }
  | { is: 'read'; passages: DocumentPassage[]; notes: ReadProblem[]; title: string | null }
  | { is: 'sitemap'; pages: string[]; sitemaps: string[] }
  | { is: 'failed'; problem: ReadProblem | null; cause: string | null };

type Answer<Kind extends ReaderAnswer['is']> = Extract<ReaderAnswer, { is: Kind }>;

export const READ_LIMITS: ReadLimits = {
  pages: IMPORT_MAX_PAGES,
  chars: IMPORT_MAX_CHARS,
  unpackedBytes: 100 * 1024 * 1024,
  unpackedRatio: 150,
  // A stream of a PDF may unpack without end.
  memoryBytes: 384 * 1024 * 1024,
};

/** The time limit of a document. */
const READ_TIMEOUT_MS = 30_000;
/** The worker's heap. */
const HEAP_MB = 384;
/** How often that memory is looked at: a stream grows by at most a few hundred MB in this time. */
const LOOK_MS = 100;

const TOO_SLOW = problem('document_too_slow', { seconds: READ_TIMEOUT_MS / 1000 });
const TOO_LARGE = problem('document_too_large');
const BROKEN = problem('document_broken');

/** Reads documents in a thread of its own, one at a time. */
export interface Reader {
  /** Reads and cuts a document. @throws ReadError; the signal's reason when it aborts */
  read(
    job: Pick<ReaderJob, 'bytes' | 'name' | 'charset'> & { format?: Format | null },
    signal: AbortSignal,
    onPage?: OnPage,
  ): Promise<Answer<'read'>>;
  /** Reads a sitemap. @throws as above */
  sitemap(bytes: Uint8Array, charset: string | null, signal: AbortSignal): Promise<Answer<'sitemap'>>;
  close(): Promise<void>;
}

/** Creates a reader, whose thread starts with the first document. @param timeoutMs per document */
export function createReader(limits: ReadLimits = READ_LIMITS, timeoutMs: number = READ_TIMEOUT_MS): Reader {
  let worker: Worker | null = null;

  const end = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      name: 'import',
      workerData: { limits },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 },
      // What libraries say about a document does not belong in the server's output.
      stdout: true,
      stderr: true,
    });
    started.stdout.resume();
    started.stderr.resume();
    // While a document is read, its call has listeners too.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = null;
    });
    return started;
  };

  const ask = async (job: ReaderJob, signal: AbortSignal, onPage?: OnPage): Promise<ReaderAnswer> => {
    signal.throwIfAborted();
    worker ??= start();
    const thread = worker;
    const settled = Promise.withResolvers<ReaderAnswer>();
    const fail = (error: unknown) => settled.reject(error);
    const onMessage = (answer: ReaderAnswer) => {
      if (answer.is === 'page') onPage?.(answer.done, answer.total);
      else settled.resolve(answer);
    };
    const onError = (error: Error & { code?: string }) =>
      fail(new ReadError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : BROKEN, { cause: error }));
    const onExit = () => fail(new ReadError(BROKEN));
    const onAbort = () => fail(signal.reason);
    const timer = setTimeout(() => fail(new ReadError(TOO_SLOW)), timeoutMs);
    const look = setInterval(() => {
      thread.getHeapStatistics().then(
        ({ external_memory }) => external_memory > limits.memoryBytes && fail(new ReadError(TOO_LARGE)),
        () => undefined,
      );
    }, LOOK_MS);
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort);
    try {
      thread.postMessage(job);
      return await settled.promise;
    } catch (error) {
      await end();
      throw error;
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
    }
  };

  const expect = <Kind extends 'read' | 'sitemap'>(answer: ReaderAnswer, kind: Kind): Answer<Kind> => {
    if (answer.is === kind) return answer as Answer<Kind>;
    if (answer.is !== 'failed') throw new Error(`The reader answered '${answer.is}'.`);
    throw new ReadError(answer.problem ?? BROKEN, { cause: answer.cause });
  };

  return {
    async read(job, signal, onPage) {
      return expect(await ask({ format: null, isSitemap: false, ...job }, signal, onPage), 'read');
    },
    async sitemap(bytes, charset, signal) {
      const job = { bytes, charset, name: 'sitemap', format: null, isSitemap: true };
      return expect(await ask(job, signal), 'sitemap');
    },
    close: end,
  };
}
