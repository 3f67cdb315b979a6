/** Local storage key of the sign-in client's session, shared by all tabs. */
export const STORAGE_KEY = 'understudy.auth';

/** The client refreshes a token with less time left than this before handing it out. */
export const RENEWED_BEFORE_END_MS = 90_000;

/** The relevant part of the session stored by the sign-in client. */
export interface StoredSession {
  access_token: string;
  user?: { email?: string | undefined };
}

/**
 * Reads the stored session without the client: null if there is none, undefined if only the client can tell because the
 * token must be refreshed or storage cannot be read.
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
