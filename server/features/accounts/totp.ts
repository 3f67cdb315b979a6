import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** The defaults that every authenticator app supports (RFC 6238, and Google's key URI format). */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted clock drift in time steps, in each direction. */
const DRIFT_STEPS = 1;
/** 160 bits, as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

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
  const totp = new TOTP({ ...RULES, issuer: label.issuer, label: label.account, secret: secretOf(secret) });
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
  const totp = new TOTP({ ...RULES, secret: secretOf(secret) });
  const timestamp = now.getTime();
  const drift = totp.validate({ token, window: DRIFT_STEPS, timestamp });
  return drift === null ? null : totp.counter({ timestamp }) + drift;
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}
