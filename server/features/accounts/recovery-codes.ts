import { createHash, randomInt } from 'node:crypto';
import type { Queries } from '../../platform/database/queries.ts';

/** Codes in a set. */
const CODES = 10;
/** Letters and digits without lookalikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 79 bits: too many to find a code from its hash by trying them all. */
const CODE_CHARS = 16;

/** Replaces a user's recovery codes. @returns the new ones, which cannot be read again */
export async function writeRecoveryCodes(db: Queries, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await removeRecoveryCodes(db, userId);
  await db.query(
    'INSERT INTO recovery_codes (hash, user_id, created_at) SELECT hash, $2, $3 FROM unnest($1::bytea[]) AS hash',
    [codes.map((code) => hashOf(userId, code)), userId, now],
  );
  return codes;
}

/** Uses up a recovery code. @returns whether it was a valid, unused code of this user */
export async function useRecoveryCode(db: Queries, userId: string, code: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE recovery_codes SET used_at = $3 WHERE hash = $1 AND user_id = $2 AND used_at IS NULL',
    [hashOf(userId, code), userId, now],
  );
  return rowCount === 1;
}

/** Removes all recovery codes of a user. */
export async function removeRecoveryCodes(db: Queries, userId: string): Promise<void> {
  await db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
}

/** Removes all second factors of a user, recovery codes included. @returns whether there were any */
export async function removeSecondFactors(db: Queries, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM mfa_factors WHERE user_id = $1', [userId]);
  await removeRecoveryCodes(db, userId);
  return rowCount !== 0;
}

function newCode(): string {
  return Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Ignores case, spaces and dashes, which people type differently. */
function hashOf(userId: string, code: string): Buffer {
  const canonical = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${userId} ${canonical}`).digest();
}
