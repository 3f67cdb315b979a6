import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AuthError } from './auth-error.ts';
import { normalPassword } from './sign-in-rules.ts';

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
// The package's enum exists only at compile time; 2 is argon2id (argon2 package, `Algorithm.Argon2id`).
const ARGON2ID = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrent hashes, at 19 MiB and one core each; one core stays free for conversations. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
/** How many may wait; further ones are told to retry. */
const QUEUE = 32;
const COME_BACK_AFTER_MS = 2_000;

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
  const hashes = new PQueue({ concurrency: atOnce });
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (hashes.pending + hashes.size >= atOnce + queue) {
      throw new AuthError('unavailable', { retryAfterMs: COME_BACK_AFTER_MS });
    }
    return hashes.add(work);
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
