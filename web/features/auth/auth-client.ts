import { AuthClient, AuthUnknownError, isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { REPLACED_SIGN_IN_HEADER } from '@understudy/contract/auth';
import { STORAGE_KEY, type StoredSession } from './stored-session.ts';

type Whole = InstanceType<typeof AuthClient>;

/** The part of the sign-in client that is used here. */
export interface SignInClient extends Pick<Whole, 'signInWithPassword' | 'signOut' | 'updateUser' | 'verifyOtp'> {
  admin: Pick<Whole['admin'], 'signOut'>;
  /** Authenticator apps and recovery codes. */
  secondFactors(): Promise<Whole['mfa']>;
  getSession(): Promise<{ data: { session: StoredSession | null } }>;
  onAuthStateChange(callback: (event: string, session: StoredSession | null) => void): {
    data: { subscription: { unsubscribe(): void } };
  };
  /** Signs in like `signInWithPassword` and names the sign-in that this one replaces. @param token of the other one */
  signInInPlaceOf(
    token: string,
    credentials: { email: string; password: string },
  ): ReturnType<Whole['signInWithPassword']>;
}

/** Longest wait for an answer of the sign-in service. */
const ANSWER_TIMEOUT_MS = 20_000;

let client: SignInClient | null = null;

/**
 * The page's sign-in client, created on first use: a second client over the same storage would refresh the same
 * session. The session is in local storage and refreshed by the client's own rules (specification, section 9).
 * @param url of the sign-in service, this server's or a hosted issuer's
 */
export function authClient(url: string): SignInClient {
  client ??= createClient(url);
  return client;
}

function createClient(url: string): SignInClient {
  /** Token of the sign-in being replaced; the client cannot send a custom header itself. */
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
    // By the client's own rules: only in visible tabs, where becoming visible counts as a change of the session too.
    // Calling its startAutoRefresh would override that.
    autoRefreshToken: true,
    // Nothing in an address may sign anybody in.
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

/** Whether the sign-in service answered, so that its message can be shown; otherwise the request failed. */
export function isRefusal(error: unknown): error is Error {
  if (!isAuthError(error) || error instanceof AuthUnknownError) return false;
  return !isAuthRetryableFetchError(error) || error.status !== 0;
}
