import { AuthClient, AuthUnknownError, isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { REPLACED_SIGN_IN_HEADER } from '@understudy/contract/auth';
import { STORAGE_KEY, type StoredSession } from './stored-session.ts';

type Whole = InstanceType<typeof AuthClient>;

/** The part of the sign-in client that is used. */
export interface SignInClient extends Pick<Whole, 'signInWithPassword' | 'signOut' | 'updateUser' | 'verifyOtp'> {
  admin: Pick<Whole['admin'], 'signOut'>;
  /** Authenticator apps and recovery codes. */
  secondFactors(): Promise<Whole['mfa']>;
  getSession(): Promise<{ data: { session: StoredSession | null } }>;
  onAuthStateChange(callback: (event: string, session: StoredSession | null) => void): {
    data: { subscription: { unsubscribe(): void } };
  };
  /** Signs in as `signInWithPassword` does, and says of which sign-in it takes the place. @param token the other's */
  signInInPlaceOf(
    token: string,
    credentials: { email: string; password: string },
  ): ReturnType<Whole['signInWithPassword']>;
}

/** Longest wait for one answer of the sign-in service. */
const ANSWER_TIMEOUT_MS = 20_000;

let client: SignInClient | null = null;

/**
 * The sign-in client of this page, made when it is first asked for: a second one over the same storage would refresh the
 * same session. Session in local storage, refreshed by the client's own rules (specification, section 9).
 * @param url of the sign-in service, ours or a hosted issuer's
 */
export function authClient(url: string): SignInClient {
  client ??= createClient(url);
  return client;
}

function createClient(url: string): SignInClient {
  /** Of the sign-in that another takes the place of; the client sends no header of ours by itself. */
  let replaced: string | null = null;
  const headersOf = (input: unknown, init: RequestInit | undefined): Headers => {
    const headers = new Headers(init?.headers);
    const isPassword = String(input).includes('grant_type=password');
    if (replaced !== null && isPassword) headers.set(REPLACED_SIGN_IN_HEADER, replaced);
    return headers;
  };
  const made = new AuthClient({
    url,
    storageKey: STORAGE_KEY,
    persistSession: true,
    // By its own rules: only in a tab that is looked at, where a return is a change of the session too. Whoever calls its
    // startAutoRefresh takes that over.
    autoRefreshToken: true,
    // Nothing that comes in an address signs anybody in.
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: headersOf(input, init),
        signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      }),
  });
  return Object.assign(made, {
    secondFactors: async () => made.mfa,
    async signInInPlaceOf(token: string, credentials: { email: string; password: string }) {
      replaced = token;
      try {
        return await made.signInWithPassword(credentials);
      } finally {
        replaced = null;
      }
    },
  });
}

/** Whether the sign-in service has answered, so that its message is for a person; else it is a failure on the way. */
export function isRefusal(error: unknown): error is Error {
  if (!isAuthError(error) || error instanceof AuthUnknownError) return false;
  return !isAuthRetryableFetchError(error) || error.status !== 0;
}
