import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { installationSecret, type SealedDatabase } from '../../platform/database/sealed-rows.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';

/** The limits by which guessing of passwords and codes is slowed down. */
export type SignInLimit =
  | 'signin_address_email'
  | 'signin_address'
  | 'signin_email'
  | 'signin_email_delay'
  | 'signin_code'
  | 'signin_code_day'
  | 'signin_code_person'
  | 'signin_code_delay';

const LONGEST_DELAY_S = 60;
/** Longer than for passwords: a code has six digits, so that a try a minute would find one within a year. */
const LONGEST_CODE_DELAY_S = 30 * 60;

/** What somebody shows of themselves. */
type Proof = 'password' | 'second factor';

/** One try to sign in, from when it is let in. */
export interface Attempt {
  /** It was right: what the try had taken is given back, and the address is known from now on. */
  succeeded(userId: string, now: Date): Promise<void>;
}

/**
 * Lets tries to sign in through, or not. Each takes its points before the password or the code is looked at, so that
 * many at once gain nothing; only a right one gives them back. An attacker can use up an address, or make strangers'
 * addresses wait; an owner from where they have shown the same before is not kept waiting (ASVS 6.1.1).
 */
export interface BruteForceGuard {
  /** A password. @throws AppError `rate_limited` */
  admit(email: string, address: string): Promise<Attempt>;
  /**
   * A code of an authenticator app, or a recovery code. The two are counted apart, and recovery codes never wait for
   * tries at other addresses: they are too long to guess, and help whoever an attacker keeps waiting.
   * @throws AppError `rate_limited`
   */
  admitCode(user: { id: string; email: string }, kind: 'totp' | 'recovery', address: string): Promise<Attempt>;
}

/** @param limits of those that are overdrawn, what goes beyond the points lengthens the wait; nothing is refused for it */
export function createBruteForceGuard(database: SealedDatabase, limits: RateLimits<SignInLimit>): BruteForceGuard {
  const { pool } = database;

  /** Counts a try whatever its address, and holds up the next once there were many. */
  const takeTurn = async (
    { count, delay, longestS }: { count: SignInLimit; delay: SignInLimit; longestS: number },
    key: string,
  ): Promise<void> => {
    const failures = await limits.overdraw(count, key);
    if (failures === 0) return;
    await limits.take(delay, key, delayS(failures, longestS)).catch(async (refusal) => {
      // Who is told to wait has not tried.
      await limits.giveBack(count, key);
      throw refusal;
    });
  };

  return {
    async admit(email, address) {
      const here = `${address} ${email}`;
      await limits.take('signin_address_email', here);
      const addressHash = await hashAddress(database, address, 'password');
      const known = await isKnown(pool, email, addressHash);
      if (!known) {
        // Behind a shared address one guest must not shut out those who have signed in from it.
        await limits.take('signin_address', address);
        await takeTurn({ count: 'signin_email', delay: 'signin_email_delay', longestS: LONGEST_DELAY_S }, email);
      }
      return {
        async succeeded(userId, now) {
          if (!known) await limits.giveBack('signin_address', address);
          await limits.forget('signin_address_email', here);
          await limits.forget('signin_email', email);
          await limits.forget('signin_email_delay', email);
          await remember(pool, userId, addressHash, now);
        },
      };
    },

    async admitCode({ id, email }, kind, address) {
      const here = `${address} ${id} ${kind}`;
      await limits.take('signin_code', here);
      await limits.take('signin_code_day', here);
      // Not where only the password was given before: whoever guesses codes has it.
      const addressHash = await hashAddress(database, address, 'second factor');
      const waits = kind === 'totp' && !(await isKnown(pool, email, addressHash));
      if (waits) {
        const rule = {
          count: 'signin_code_person',
          delay: 'signin_code_delay',
          longestS: LONGEST_CODE_DELAY_S,
        } as const;
        await takeTurn(rule, id).catch(async (refusal) => {
          await limits.giveBack('signin_code', here);
          await limits.giveBack('signin_code_day', here);
          throw refusal;
        });
      }
      return {
        async succeeded(userId, now) {
          await limits.forget('signin_code', here);
          await limits.giveBack('signin_code_day', here);
          if (waits) {
            // Its own try alone: the wrong ones were not this person's, and an attacker would begin anew.
            await limits.giveBack('signin_code_person', id);
            await limits.forget('signin_code_delay', id);
          }
          await remember(pool, userId, addressHash, now);
        },
      };
    },
  };
}

/** Seconds from one try to the next, once so many cost something: 1, 2, 4 and so on. */
export function delayS(failures: number, longestS: number): number {
  return Math.min(longestS, 2 ** (failures - 1));
}

/** @param proof what was shown from there: of a second factor the hash is another */
async function hashAddress(database: SealedDatabase, address: string, proof: Proof): Promise<Buffer> {
  return createHmac('sha256', await installationSecret(database, 'known_addresses'))
    .update(proof === 'password' ? address : `${proof} ${address}`)
    .digest();
}

async function isKnown(pool: Pool, email: string, addressHash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM known_addresses k JOIN users ON users.id = k.user_id WHERE users.email = $1 AND k.address_hash = $2',
    [email, addressHash],
  );
  return rowCount !== 0;
}

async function remember(pool: Pool, userId: string, addressHash: Buffer, now: Date): Promise<void> {
  await pool.query(
    `INSERT INTO known_addresses (user_id, address_hash, seen_at)
     SELECT id, $2, $3 FROM users WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (user_id, address_hash) DO UPDATE SET seen_at = excluded.seen_at`,
    [userId, addressHash, now],
  );
}
