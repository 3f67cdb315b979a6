import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { installationSecret, type SealedDatabase } from '../../platform/database/sealed-rows.ts';
import type { SignInLimit } from '../../platform/limits/limits.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';

/** The longest wait between attempts at a password. */
const MAX_DELAY_S = 60;
/** Longer for codes: they have only six digits, so that one try a minute would find one within a year. */
const MAX_CODE_DELAY_S = 30 * 60;

/** What somebody has proved from an address. */
type Proof = 'password' | 'second factor';

/** An attempt to sign in, from the time it is admitted. */
interface Attempt {
  /** Refunds the points that the attempt took, and marks the address as known. */
  succeeded(userId: string, now: Date): Promise<void>;
}

/**
 * Admits or refuses attempts to sign in. Each attempt takes points before the password or the code is checked, so that
 * attempts in parallel gain nothing; only a successful one gets them back. An attacker can use up an address's limit
 * or make unknown addresses wait, but an owner who has signed in from an address before does not wait (ASVS 6.1.1).
 */
export interface BruteForceGuard {
  /** Admits a password attempt. @throws AppError `rate_limited` */
  admit(email: string, address: string): Promise<Attempt>;
  /**
   * Admits a code from an authenticator app, or a recovery code. The two are counted separately, and recovery codes
   * never wait because of attempts from other addresses: they are too long to guess, and they are the way in for an
   * owner whom an attacker keeps waiting.
   * @throws AppError `rate_limited`
   */
  admitCode(user: { id: string; email: string }, kind: 'totp' | 'recovery', address: string): Promise<Attempt>;
}

/**
 * Creates the guard.
 * @param limits points; attempts beyond some of them are not refused, but have to wait
 */
export function createBruteForceGuard(database: SealedDatabase, limits: RateLimits<SignInLimit>): BruteForceGuard {
  const { pool } = database;

  /** Counts an attempt from any address, and refuses it if too many before it require a wait. */
  const countOrDelay = async (
    { count, delay, maxDelayS }: { count: SignInLimit; delay: SignInLimit; maxDelayS: number },
    key: string,
  ): Promise<void> => {
    const failures = await limits.overdraw(count, key);
    if (failures === 0) return;
    await limits.take(delay, key, delayS(failures, maxDelayS)).catch(async (refusal) => {
      // An attempt that has to wait does not count.
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
        // Not for known addresses: a guest in the same network must not lock out people who have signed in from it.
        await limits.take('signin_address', address);
        await countOrDelay({ count: 'signin_email', delay: 'signin_email_delay', maxDelayS: MAX_DELAY_S }, email);
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
      // Having given the password from here does not exempt from the wait: whoever guesses codes has the password.
      const addressHash = await hashAddress(database, address, 'second factor');
      const waits = kind === 'totp' && !(await isKnown(pool, email, addressHash));
      if (waits) {
        const rule = {
          count: 'signin_code_person',
          delay: 'signin_code_delay',
          maxDelayS: MAX_CODE_DELAY_S,
        } as const;
        await countOrDelay(rule, id).catch(async (refusal) => {
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
            // Refunds this attempt only: the wrong ones were not this person's, and refunding them would let an
            // attacker start over.
            await limits.giveBack('signin_code_person', id);
            await limits.forget('signin_code_delay', id);
          }
          await remember(pool, userId, addressHash, now);
        },
      };
    },
  };
}

/** Seconds between attempts after so many failures beyond the limit: 1, 2, 4 and so on up to `maxS`. */
export function delayS(failures: number, maxS: number): number {
  return Math.min(maxS, 2 ** (failures - 1));
}

/** Hashes an address for storage, differently for each kind of proof. */
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
