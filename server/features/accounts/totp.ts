import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Queries } from '../../platform/database/transaction.ts';
import { randomCode } from './passwords.ts';

/** The defaults that every authenticator app supports (RFC 6238, and Google's key URI format). */
const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted clock drift in time steps, in each direction. */
const MAX_DRIFT_STEPS = 1;
/** 160 bits, as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** Recovery codes in a set. */
const CODES = 10;
/** Characters of a recovery code, 79 bits: too many to find a code from its hash by trying them all. */
const CODE_CHARS = 16;

/** Generates a secret to share with an authenticator app. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/**
 * Formats a secret for an app: as text to type, as a link, and as a QR code of that link.
 * @param label.issuer the name that the app shows above the account
 */
export function presentTotpSecret(
  secret: Buffer,
  label: { issuer: string; account: string },
): { qr_code: string; secret: string; uri: string } {
  const totp = new TOTP({ ...TOTP_PARAMETERS, issuer: label.issuer, label: label.account, secret: secretOf(secret) });
  const uri = totp.toString();
  // Named colours, because the client puts the SVG unescaped into a data URL, which a '#' would end.
  const picture = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4, whiteColor: 'white', blackColor: 'black' });
  return { qr_code: picture, secret: totp.secret.base32, uri };
}

/**
 * The time step of a code, allowing one step of drift in each direction; null for a wrong code.
 * @param code as typed; spaces are ignored
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...TOTP_PARAMETERS, secret: secretOf(secret) });
  const timestamp = now.getTime();
  const drift = totp.validate({ token, window: MAX_DRIFT_STEPS, timestamp });
  return drift === null ? null : totp.counter({ timestamp }) + drift;
}

/** The secret in the library's form. */
function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}

/** Replaces a user's recovery codes. @returns the new ones, which cannot be read again */
export async function writeRecoveryCodes(db: Queries, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => randomCode(CODE_CHARS));
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

/** The hash under which a code is stored. Case, spaces and dashes do not count, since people type them differently. */
function hashOf(userId: string, code: string): Buffer {
  const canonical = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${userId} ${canonical}`).digest();
}
