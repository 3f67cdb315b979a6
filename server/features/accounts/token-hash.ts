import { createHash } from 'node:crypto';

/** What is kept of a token: whoever reads the database can use none. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
