import { createHash } from 'node:crypto';

/** The form in which tokens are stored: reading the database yields no usable token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
