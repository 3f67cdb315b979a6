import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A session's secret of 256 random bits, of which the server keeps only a hash. */
export interface NewSecret {
  secret: string;
  hash: Buffer;
}

/** Generates a secret. */
export function newSecret(): NewSecret {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/** SHA-256 without a salt is enough for 256 random bits, which cannot be guessed. */
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const NOBODY = randomBytes(32);

/** Whether the secret matches the hash, in constant time, also for a session that does not exist. */
export function secretMatches(secret: string, hash: Buffer | null): boolean {
  return timingSafeEqual(hashSecret(secret), hash ?? NOBODY) && hash !== null;
}
