import type { IncomingHttpHeaders } from 'node:http';
import { ENDED_SESSION_READABLE_MS } from '@understudy/contract/constants';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type Actor, bearerToken, type Guard } from '../../platform/http/guard.ts';
import { secretMatches } from './sessions.ts';
import { openTurn, type SessionRow, type TurnRow } from './store.ts';
import { NO_TURN } from './turn.ts';

const UNKNOWN_SESSION = 'This session is not known. Please start a new conversation.';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The credentials in a function's body. */
interface Credentials {
  session_id: string;
  session_secret: string;
}

/**
 * The credentials of a call that may send them in its body or in headers.
 *
 * @throws AppError `invalid_session`
 */
export function credentialsOf(body: Partial<Credentials>, headers: IncomingHttpHeaders): Credentials {
  const { 'x-session-id': id, 'x-session-secret': secret } = headers;
  const sessionId = body.session_id ?? id;
  const sessionSecret = body.session_secret ?? secret;
  // A malformed id is not looked up.
  if (typeof sessionId !== 'string' || typeof sessionSecret !== 'string' || !UUID.test(sessionId)) {
    throw new AppError('invalid_session', UNKNOWN_SESSION);
  }
  return { session_id: sessionId, session_secret: sessionSecret };
}

/** Checks who calls a function. */
export interface Authenticator {
  /**
   * Checks a session's credentials and reads it, with a turn if one is named. Unknown sessions and wrong secrets get
   * the same answer, whoever the secret belongs to.
   *
   * @param options.ended whether an ended session is accepted (for 30 days)
   * @throws AppError `invalid_session`, `session_ended`
   */
  session(
    credentials: Credentials,
    options?: { ended?: boolean; turnId?: string },
  ): Promise<{ session: SessionRow; turn: TurnRow | null }>;
  /** Whether it is the secret of a session that was checked before; false proves nothing. Reads nothing. */
  isKnown(sessionId: string, secret: string): boolean;
  /**
   * Authenticates a call by its session's credentials (body or headers), or else by an administrator's access token.
   * The session comes first, because clients such as `@supabase/functions-js` send a bearer token with every call.
   *
   * @throws AppError `invalid_session`, `session_ended`, `unauthorized`, `forbidden`, `must_change_password`
   */
  caller(request: FastifyRequest, body: Partial<Credentials>): Promise<Caller>;
}

/** The caller of a function for visitors and administrators; their rate limits use `limitKey`. */
type Caller =
  | { session: SessionRow; admin: null; limitKey: string }
  | { session: null; admin: Actor; limitKey: string };

/** @param guard authorises administrators */
export function createAuthenticator(pool: Pool, guard: Pick<Guard, 'require'>): Authenticator {
  const known = new SessionCache();
  const authenticator: Authenticator = {
    async session(credentials, options = {}) {
      const opened = await openTurn(pool, credentials.session_id, options.turnId ?? NO_TURN);
      if (!secretMatches(credentials.session_secret, opened?.session.secret_hash ?? null) || !opened) {
        throw new AppError('invalid_session', UNKNOWN_SESSION);
      }
      const { ended_at: endedAt } = opened.session;
      const readable = options.ended && endedAt && Date.now() - endedAt.getTime() < ENDED_SESSION_READABLE_MS;
      if (endedAt && !readable) {
        throw new AppError('session_ended', 'This conversation has ended. Please start a new one.');
      }
      if (!endedAt) known.remember(opened.session.id, opened.session.secret_hash);
      return opened;
    },
    isKnown: (sessionId, secret) => known.matches(sessionId, secret),
    async caller(request, body) {
      const hasSecret = body.session_secret !== undefined || request.headers['x-session-secret'] !== undefined;
      if (!hasSecret && bearerToken(request) !== null) {
        const admin = await guard.require(request, 'admin');
        return { session: null, admin, limitKey: `user:${admin.id}` };
      }
      const { session } = await authenticator.session(credentialsOf(body, request.headers));
      return { session, admin: null, limitKey: session.id };
    },
  };
  return authenticator;
}

/** Sessions to cache, about 200 bytes each. */
const MAX_CACHED_SESSIONS = 20_000;

/**
 * Caches hashes of valid session secrets. A secret never changes, so a turn of a known session need not read the
 * database to authenticate its caller; the statement that saves the turn checks that the session is still open.
 */
class SessionCache {
  readonly #hashes = new LRUCache<string, Buffer>({ max: MAX_CACHED_SESSIONS });

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
