import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../platform/semaphore.ts';
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
const oneAtATime = new Semaphore(1);
const never = new AbortController().signal;
let inside = 0;

/**
 * Why a password is guessable, in one sentence; null if it is not. The check runs in its own thread, so that it
 * delays no conversation and its dictionaries are freed when the thread ends.
 * @param known what an attacker would know anyway
 * @throws AuthError `unavailable`: a password that could not be checked is not accepted
 */
export async function whyGuessable(password: string, known: readonly string[]): Promise<string | null> {
  if (inside > QUEUE) throw new AuthError('unavailable', { retryAfterMs: COME_BACK_AFTER_MS });
  inside += 1;
  const release = await oneAtATime.acquire(never);
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
    release();
    inside -= 1;
  }
}
