import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { AuthError } from './auth-error.ts';

/** The message to the worker thread. */
export interface StrengthQuestion {
  password: string;
  known: readonly string[];
}

/** A check takes a fraction of a second, and loading the dictionaries another. */
const TIMEOUT_MS = 10_000;
const COME_BACK_AFTER_MS = 2_000;
/** How many checks may wait; further ones are told to retry. */
const QUEUE = 8;
const oneAtATime = new PQueue({ concurrency: 1 });

/**
 * Why a password is guessable, in one sentence; null if it is not. The check runs in its own thread, so that it
 * delays no conversation and its dictionaries are freed when the thread ends.
 * @param known what an attacker would know anyway
 * @throws AuthError `unavailable`: a password that could not be checked is not accepted
 */
export async function whyGuessable(password: string, known: readonly string[]): Promise<string | null> {
  const { pending, size } = oneAtATime;
  if (pending + size > QUEUE) throw new AuthError('unavailable', { retryAfterMs: COME_BACK_AFTER_MS });
  return oneAtATime.add(() => check(password, known));
}

async function check(password: string, known: readonly string[]): Promise<string | null> {
  let worker: Worker | null = null;
  try {
    worker = new Worker(new URL('./password-strength-worker.ts', import.meta.url), {
      workerData: { password, known } satisfies StrengthQuestion,
    });
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer;
  } catch (cause) {
    throw new AuthError('unavailable', { retryAfterMs: COME_BACK_AFTER_MS, cause });
  } finally {
    await worker?.terminate();
  }
}
