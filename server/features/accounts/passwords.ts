import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AuthError } from './auth-error.ts';

/** The time limit of a strength check, which takes a fraction of a second, and loading its dictionaries another. */
const CHECK_TIMEOUT_MS = 10_000;
/** Strength checks that may wait, since they run one at a time. */
const MAX_WAITING_CHECKS = 8;

/**
 * OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. The package's enum exists
 * only at compile time; 2 is argon2id.
 */
const ARGON2ID = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Concurrent hashes, at 19 MiB and one core each; one core stays free for conversations. */
const MAX_CONCURRENT_HASHES = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Further hashes that may wait. */
const MAX_WAITING_HASHES = 32;

/** When to retry if too many are waiting. */
const RETRY_AFTER_MS = 2_000;

/** Letters and digits without lookalikes, for codes that people type. */
const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Normalizes a password, so that the same characters are the same text from every keyboard (NIST SP 800-63B-4,
 * 3.1.1.2).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** The input of the worker thread; `known` is what an attacker would know anyway. */
export interface StrengthQuestion {
  password: string;
  known: readonly string[];
}

/**
 * Why a password is guessable, in one sentence; null if it is not. The check runs in its own thread, so that it
 * delays no conversation and its dictionaries are freed when the thread ends.
 * @param known what an attacker would know anyway
 * @throws AuthError `unavailable`: a password that could not be checked is not accepted
 */
export async function whyGuessable(password: string, known: readonly string[]): Promise<string | null> {
  return checkInTurn(async () => {
    let worker: Worker | null = null;
    try {
      worker = new Worker(new URL('./password-strength-worker.ts', import.meta.url), {
        workerData: { password, known } satisfies StrengthQuestion,
      });
      const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
      return answer;
    } catch (cause) {
      throw new AuthError('unavailable', { retryAfterMs: RETRY_AFTER_MS, cause });
    } finally {
      await worker?.terminate();
    }
  });
}

const checkInTurn = createQueue(1, MAX_WAITING_CHECKS);

/** Creates and checks password hashes, a few at a time. */
export interface Passwords {
  /** Returns the hash in its usual text form. @throws AuthError `unavailable` when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash, does the same work and returns false, so that timing does
   * not reveal whether an account exists.
   * @throws AuthError `unavailable` when too many are waiting
   */
  matches(hash: string | null, password: string): Promise<boolean>;
}

/**
 * Creates a hasher with its own queue.
 * @param maxConcurrent how many hashes are computed at a time
 * @param maxWaiting how many more may wait
 */
export function createPasswords(maxConcurrent = MAX_CONCURRENT_HASHES, maxWaiting = MAX_WAITING_HASHES): Passwords {
  const inTurn = createQueue(maxConcurrent, maxWaiting);
  // A hash of an arbitrary password, for accounts without one; computed on first use.
  let dummyHash: Promise<string> | null = null;
  return {
    hash: (password) => inTurn(() => hash(normalizePassword(password), ARGON2ID)),
    async matches(known, password) {
      dummyHash ??= hash(oneTimePassword(), ARGON2ID).catch((error: unknown) => {
        dummyHash = null;
        throw error;
      });
      const dummy = await dummyHash;
      const against = known ?? dummy;
      return (await inTurn(() => verify(against, normalizePassword(password)))) && known !== null;
    },
  };
}

/**
 * Creates a function that runs work in order of arrival.
 * @param maxConcurrent how many run at a time
 * @param maxWaiting how many more may wait; the function rejects further ones with AuthError `unavailable`
 */
function createQueue(maxConcurrent: number, maxWaiting: number) {
  const queue = new PQueue({ concurrency: maxConcurrent });
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (queue.pending + queue.size >= maxConcurrent + maxWaiting) {
      throw new AuthError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
    }
    return queue.add(work);
  };
}

/** Generates a one-time password: twenty characters in groups of five, 99 bits. */
export function oneTimePassword(): string {
  return Array.from({ length: 4 }, () => randomCode(5)).join('-');
}

/** Random letters and digits without lookalikes: almost 5 bits each. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
}
