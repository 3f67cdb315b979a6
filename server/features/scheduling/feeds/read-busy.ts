import { Worker } from 'node:worker_threads';
import type { ReadProblem } from '@understudy/contract/read-problems';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import type { Stretch } from '../slots.ts';
import type { BusyJob, OwnEntry } from './busy-times.ts';

/** The time limit of a calendar, and the heap of the thread that reads it. */
const TIMEOUT_MS = 15_000;
const HEAP_MB = 192;

const TOO_SLOW = problem('calendar_too_slow');
const BROKEN = problem('calendar_broken');

/** What a calendar says: when somebody is busy, and where our bookings stand in it. */
export interface ReadCalendar {
  times: Stretch[];
  own: OwnEntry[];
}

/**
 * Reads busy times in a thread that is ended when it takes too much time or memory.
 *
 * @throws ReadError; the signal's reason when it aborts
 */
export async function readBusy(
  job: BusyJob,
  signal: AbortSignal,
  timeoutMs: number = TIMEOUT_MS,
): Promise<ReadCalendar> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./busy-worker.ts', import.meta.url), {
    name: 'calendar',
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // What libraries say about a calendar does not belong in the server's output.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const settled = Promise.withResolvers<ReadCalendar>();
  const fail = (why: ReadProblem, cause?: unknown) => settled.reject(new ReadError(why, { cause }));
  worker.on('message', ({ read, why }: { read: ReadCalendar | null; why: ReadProblem | null }) => {
    if (read) settled.resolve(read);
    else fail(why ?? BROKEN);
  });
  worker.on('error', (error) => fail(BROKEN, error));
  worker.on('exit', () => fail(BROKEN));
  const onAbort = () => settled.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(() => fail(TOO_SLOW), timeoutMs);
  try {
    return await settled.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
