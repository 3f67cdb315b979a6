import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts stored values that must be useless to anybody who only has the database. */
export interface Sealer {
  /** @param purpose what the value is for, down to its row; it opens for that purpose only */
  seal(plain: Buffer, purpose: string): Buffer;
  /** @throws SealError if the value was sealed with another key or for another purpose, or has been changed */
  open(sealed: Buffer, purpose: string): Buffer;
}

/** A sealed value cannot be opened. */
export class SealError extends Error {}

/** First byte of a sealed value: AES-256-GCM, followed by a 12-byte nonce, a 16-byte tag and the ciphertext. */
const FORMAT = 1;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/**
 * Derives a key for one use from the installation's secret key with HKDF-SHA-256. Keys for different uses reveal
 * nothing about each other or about the secret key.
 */
export function deriveKey(secretKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `understudy ${use}`, KEY_BYTES));
}

/** Creates a sealer that derives a key for each purpose from the installation's secret key. */
export function createSealer(secretKey: Buffer): Sealer {
  const keyFor = (purpose: string) => deriveKey(secretKey, `seal ${purpose}`);
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce);
      cipher.setAAD(Buffer.of(FORMAT));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, purpose) {
      if (sealed.length < HEAD_BYTES) throw new SealError(`This is not a sealed value (${purpose}).`);
      if (sealed[0] !== FORMAT) {
        throw new SealError(`The value was sealed in a format that this release does not know (${purpose}).`);
      }
      const decipher = createDecipheriv(CIPHER, keyFor(purpose), sealed.subarray(1, 1 + NONCE_BYTES));
      decipher.setAAD(Buffer.of(FORMAT));
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
      } catch {
        throw new SealError(`The value was sealed with another secret key, or was changed since (${purpose}).`);
      }
    },
  };
}
