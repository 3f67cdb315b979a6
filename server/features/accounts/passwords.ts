import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';
import { Semaphore } from '../../platform/semaphore.ts';
import { AuthError } from './auth-error.ts';

/** An email address for signing in, `owner@localhost` included. The check is loose because nothing is sent there. */
export const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

/** The first owner's address if none was given. */
export const OWNER_WITHOUT_EMAIL = 'owner@localhost';

/** How long an access token is valid; well above the 90 s before expiry at which the client refreshes it. */
export const ACCESS_TOKEN_S = 15 * 60;

/** A password with fewer distinct characters is a pattern. */
const DIFFERENT_CHARS = 5;

/**
 * Why a password is too weak, as codes of the wire; empty if it is strong enough. Length decides (NIST SP 800-63B-4,
 * 3.1.1.2), but repeated patterns and the address itself do not add to it.
 */
export function weaknesses(password: string, email: string): string[] {
  const characters = [...normalPassword(password).toLowerCase()];
  const reasons: string[] = [];
  if (characters.length < PASSWORD_MIN_CHARS) reasons.push('length');
  if (new Set(characters).size < DIFFERENT_CHARS || characters.join('').includes(email)) reasons.push('characters');
  return reasons;
}

/**
 * Normalizes a password, so that text that looks the same is the same on every keyboard (NIST SP 800-63B-4, 3.1.1.2).
 */
function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

/** The message to the worker thread. */
export interface StrengthQuestion {
  password: string;
  known: readonly string[];
}

/** A check takes a fraction of a second, and loading the dictionaries another. */
const TIMEOUT_MS = 10_000;
const COME_BACK_AFTER_MS = 2_000;
/** How many checks may wait; further ones are told to retry. */
const MAX_WAITING = 8;
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
  if (inside > MAX_WAITING) throw new AuthError('unavailable', { retryAfterMs: COME_BACK_AFTER_MS });
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

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
// The package's enum exists only at compile time; 2 is argon2id (argon2 package, `Algorithm.Argon2id`).
const ARGON2ID = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrent hashes, at 19 MiB and one core each; one core stays free for conversations. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
/** How many may wait; further ones are told to retry. */
const QUEUE = 32;
const RETRY_AFTER_MS = 2_000;

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

/** @param atOnce how many hashes are computed at a time, and @param queue how many more may wait */
export function createPasswords(atOnce = AT_ONCE, queue = QUEUE): Passwords {
  const semaphore = new Semaphore(atOnce);
  const never = new AbortController().signal;
  let inside = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inside >= atOnce + queue) throw new AuthError('unavailable', { retryAfterMs: RETRY_AFTER_MS });
    inside += 1;
    const release = await semaphore.acquire(never);
    try {
      return await work();
    } finally {
      release();
      inside -= 1;
    }
  };
  // A hash of an arbitrary password, for accounts without one; computed on first use.
  let nobodys: Promise<string> | null = null;
  return {
    hash: (password) => inTurn(() => hash(normalPassword(password), ARGON2ID)),
    async matches(known, password) {
      nobodys ??= hash(oneTimePassword(), ARGON2ID).catch((error: unknown) => {
        nobodys = null;
        throw error;
      });
      const none = await nobodys;
      const against = known ?? none;
      return (await inTurn(() => verify(against, normalPassword(password)))) && known !== null;
    },
  };
}

/** Letters and digits without lookalikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Generates a one-time password: twenty characters in groups of five, 99 bits. */
export function oneTimePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
