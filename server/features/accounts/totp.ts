import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What every authenticator app understands without being told (RFC 6238, and Google's key URI format). */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps of clock drift that are accepted, each way. */
const DRIFT_STEPS = 1;
/** 160 bits, as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** A secret to share with an authenticator app. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/**
 * A secret as an app takes it up: to type, as a link, and as a QR code of that link.
 * @param label.issuer the name that the app shows above the account
 */
export function presentTotpSecret(
  secret: Buffer,
  label: { issuer: string; account: string },
): { qr_code: string; secret: string; uri: string } {
  const totp = new TOTP({ ...RULES, issuer: label.issuer, label: label.account, secret: secretOf(secret) });
  const uri = totp.toString();
  // Colours by name: the client puts the picture into a data URL as it is, where a '#' would end it.
  const picture = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 4, whiteColor: 'white', blackColor: 'black' });
  return { qr_code: picture, secret: totp.secret.base32, uri };
}

/**
 * The time step that a code belongs to, one step of drift each way included; null for a wrong code.
 * @param code as it was typed; spaces do not count
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...RULES, secret: secretOf(secret) });
  const timestamp = now.getTime();
  const drift = totp.validate({ token, window: DRIFT_STEPS, timestamp });
  return drift === null ? null : totp.counter({ timestamp }) + drift;
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}
