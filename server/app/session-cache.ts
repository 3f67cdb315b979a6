import { secretMatches } from '../features/conversation/session-secret.ts';

/** Sessions that are remembered, about 200 bytes each. */
const SESSIONS_MAX = 20_000;

/**
 * The hashes of secrets that were right before. A session's secret never changes, so that a turn of a known session
 * need not read the database to know its caller; whether the session is still open, the statement that keeps the turn
 * finds out.
 */
export class SessionCache {
  readonly #hashes = new Map<string, Buffer>();

  /** Remembers the hash of a session's secret; the session longest unused is forgotten. */
  remember(sessionId: string, secretHash: Buffer): void {
    this.#hashes.delete(sessionId);
    this.#hashes.set(sessionId, secretHash);
    for (const oldest of this.#hashes.keys()) {
      if (this.#hashes.size <= SESSIONS_MAX) break;
      this.#hashes.delete(oldest);
    }
  }

  /** Whether the session is known and this is its secret; false says nothing. */
  matches(sessionId: string, secret: string): boolean {
    const hash = this.#hashes.get(sessionId);
    return hash !== undefined && secretMatches(secret, hash);
  }
}
