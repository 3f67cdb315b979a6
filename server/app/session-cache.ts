import { LRUCache } from 'lru-cache';
import { secretMatches } from '../features/conversation/session-secret.ts';

/** Maximum number of cached sessions, about 200 bytes each. */
const SESSIONS_MAX = 20_000;

/**
 * Caches hashes of valid session secrets. A secret never changes, so a turn of a known session need not read the
 * database to authenticate its caller; the statement that saves the turn checks that the session is still open.
 */
export class SessionCache {
  readonly #hashes = new LRUCache<string, Buffer>({ max: SESSIONS_MAX });

  /** Caches the hash of a session's secret; drops the least recently used session. */
  remember(sessionId: string, secretHash: Buffer): void {
    this.#hashes.set(sessionId, secretHash);
  }

  /** Whether the session is known and this is its secret; false proves nothing. */
  matches(sessionId: string, secret: string): boolean {
    const hash = this.#hashes.get(sessionId);
    return hash !== undefined && secretMatches(secret, hash);
  }
}
