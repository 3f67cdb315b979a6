import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { installationSecret, type SealedDatabase } from '../../platform/database/sealed-rows.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';

/** The limits by which guessing of passwords is slowed down. */
export type SignInLimit = 'signin_address_email' | 'signin_address' | 'signin_email' | 'signin_email_delay';

const LONGEST_DELAY_S = 60;

/** One try to sign in, from when it is let in. */
export interface Attempt {
  /** The password was right: what the try had taken is given back, and the address is known from now on. */
  succeeded(userId: string, now: Date): Promise<void>;
}

/**
 * Lets tries to sign in through, or not. Each takes its points before the password is looked at, so that many at once
 * gain nothing; only a right password gives them back. An attacker can use up an address, or make strangers' addresses
 * wait for at most a minute; an owner from where they have signed in before is not kept waiting (ASVS 6.1.1).
 */
export interface Guessing {
  /** @throws AppError `rate_limited` */
  admit(email: string, address: string): Promise<Attempt>;
}

/** @param limits of `signin_email` what goes beyond its points lengthens the wait, nothing is refused for it */
export function createGuessing(database: SealedDatabase, limits: RateLimits<SignInLimit>): Guessing {
  const { pool } = database;
  return {
    async admit(email, address) {
      const here = `${address} ${email}`;
      await limits.take('signin_address_email', here);
      const addressHash = await hashAddress(database, address);
      const known = await isKnown(pool, email, addressHash);
      if (!known) {
        // Behind a shared address one guest must not shut out those who have signed in from it.
        await limits.take('signin_address', address);
        const failures = await limits.overdraw('signin_email', email);
        // Who is told to wait has not tried.
        if (failures > 0) {
          await limits.take('signin_email_delay', email, delayS(failures)).catch(async (refusal) => {
            await limits.giveBack('signin_email', email);
            throw refusal;
          });
        }
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
  };
}

/** Seconds from one try to the next, once so many cost something: 1, 2, 4 ... 60. */
export function delayS(failures: number): number {
  return Math.min(LONGEST_DELAY_S, 2 ** (failures - 1));
}

async function hashAddress(database: SealedDatabase, address: string): Promise<Buffer> {
  return createHmac('sha256', await installationSecret(database, 'known_addresses'))
    .update(address)
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
