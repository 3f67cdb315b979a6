import { AuthClient } from '@supabase/auth-js';

/** The part of the sign-in client that is used. */
export type SignInClient = Pick<
  InstanceType<typeof AuthClient>,
  'admin' | 'getSession' | 'onAuthStateChange' | 'signInWithPassword' | 'signOut' | 'updateUser' | 'verifyOtp'
>;

/** Under this key the session stands in the browser's local storage, for all its tabs. */
const STORAGE_KEY = 'understudy.auth';
/** Longest wait for one answer of the sign-in service. */
const ANSWER_TIMEOUT_MS = 20_000;

let client: InstanceType<typeof AuthClient> | null = null;

/**
 * The sign-in client of this page, made when it is first asked for: a second one over the same storage would refresh the
 * same session. Session in local storage, refreshed by the client's own rules (specification, section 9).
 * @param url of the sign-in service, ours or a hosted issuer's
 */
export function authClient(url: string): SignInClient {
  client ??= new AuthClient({
    url,
    storageKey: STORAGE_KEY,
    persistSession: true,
    // By its own rules: only in a tab that is looked at, where a return is a change of the session too. Whoever calls its
    // startAutoRefresh takes that over.
    autoRefreshToken: true,
    // Nothing that comes in an address signs anybody in.
    detectSessionInUrl: false,
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
  });
  return client;
}
