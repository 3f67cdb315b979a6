import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../platform/semaphore.ts';
import { AuthError } from './auth-error.ts';

/** What the thread is asked. */
export interface StrengthQuestion {
  password: string;
  known: readonly string[];
}

/** Looking at one takes a fraction of a second, loading the dictionaries another. */
const TIMEOUT_MS = 10_000;
const COME_BACK_AFTER_MS = 2_000;
/** How many may wait; the next is told to come back. */
const QUEUE = 8;
const oneAtATime = new Semaphore(1);
const never = new AbortController().signal;
let inside = 0;

/**
 * Why a password would be guessed, in a sentence; null when it would not be. Looked at by a thread of its own, which
 * takes its dictionaries along when it ends, and nobody's turn waits for it.
 * @param known what somebody who guesses knows anyway
 * @throws AuthError `unavailable`: what could not be looked at is not taken for good
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
