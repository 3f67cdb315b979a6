import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A session's secret: 256 random bits for the visitor, of which the server keeps only a hash. */
export interface NewSecret {
  secret: string;
  hash: Buffer;
}

/** Makes a secret. */
export function newSecret(): NewSecret {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/** SHA-256 is enough for 256 random bits: there is nothing to guess. */
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const NOBODY = randomBytes(32);

/** Whether the secret belongs to the hash, in constant time; a session that does not exist costs the same. */
export function secretMatches(secret: string, hash: Buffer | null): boolean {
  return timingSafeEqual(hashSecret(secret), hash ?? NOBODY) && hash !== null;
}
