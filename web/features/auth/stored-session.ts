/** Under this key the sign-in client keeps the session in the browser's local storage, for all its tabs. */
export const STORAGE_KEY = 'understudy.auth';

/** The client renews a token that has less than this to go, before anybody is given it. */
export const RENEWED_BEFORE_END_MS = 90_000;

/** Part of a session as the sign-in client keeps it. */
export interface StoredSession {
  access_token: string;
  user?: { email?: string | undefined };
}

/**
 * The session that the sign-in client has kept, read without the client: null where there is none, undefined where only
 * the client can tell, because the token has to be renewed or storage cannot be read.
 */
export function readStoredSession(now: number): StoredSession | null | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    if (kept === null) return null;
    const { access_token, expires_at, user } = JSON.parse(kept) as Record<string, unknown> &
      Pick<StoredSession, 'user'>;
    if (typeof access_token !== 'string' || typeof expires_at !== 'number') return undefined;
    return expires_at * 1_000 - now > RENEWED_BEFORE_END_MS
      ? { access_token, ...(user?.email ? { user: { email: user.email } } : {}) }
      : undefined;
  } catch {
    return undefined;
  }
}
