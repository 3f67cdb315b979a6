import type { SignInClient } from './auth-client.ts';
import type { StoredSession } from './stored-session.ts';

/** Dependencies of the lazily loaded client. */
export interface LazyClientParts {
  /** Fetches the client; may fail, and is then retried when it is next needed. */
  load(): Promise<SignInClient>;
  /** See `readStoredSession`. */
  kept(): StoredSession | null | undefined;
  /** Calls back once the page has rendered its main content. */
  later(act: () => void): () => void;
  /** Reports failures to developers only. */
  report(error: unknown, context: string): void;
}

/**
 * A lazily loaded sign-in client, since the client is larger than the rest of the first screen: until it is there,
 * returning users are identified by the stored session. It is loaded when first needed, otherwise a little later.
 */
export function lazyClient({ load, kept, later, report }: LazyClientParts): SignInClient {
  const here = Promise.withResolvers<SignInClient>();
  let loading: Promise<SignInClient> | null = null;
  let isHere = false;
  const client = (): Promise<SignInClient> => {
    loading ??= load().then(
      (loaded) => {
        isHere = true;
        here.resolve(loaded);
        return loaded;
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    async getSession() {
      const session = isHere ? undefined : kept();
      return session === undefined ? (await client()).getSession() : { data: { session } };
    },
    onAuthStateChange(callback) {
      const first = kept();
      let isOver = false;
      let stop = () => {};
      callback('INITIAL_SESSION', first ?? null);
      void here.promise.then((loaded) => {
        if (isOver) return;
        const { subscription } = loaded.onAuthStateChange((event, session) => {
          if (event !== 'INITIAL_SESSION' || first === undefined) callback(event, session);
          // The session has been announced already, unless another tab was faster: then it is a change, not the initial
          // session.
          else if (first?.access_token !== session?.access_token)
            callback(session ? 'SIGNED_IN' : 'SIGNED_OUT', session);
        }).data;
        stop = () => subscription.unsubscribe();
      });
      const forget = later(() => void client().catch((error) => report(error, 'Failed to fetch the sign-in client')));
      const unsubscribe = () => {
        isOver = true;
        forget();
        stop();
      };
      return { data: { subscription: { unsubscribe } } };
    },
    signInWithPassword: async (credentials) => (await client()).signInWithPassword(credentials),
    signInInPlaceOf: async (token, credentials) => (await client()).signInInPlaceOf(token, credentials),
    signOut: async (options) => (await client()).signOut(options),
    updateUser: async (attributes) => (await client()).updateUser(attributes),
    verifyOtp: async (params) => (await client()).verifyOtp(params),
    secondFactors: async () => (await client()).secondFactors(),
    admin: { signOut: async (token, scope) => (await client()).admin.signOut(token, scope) },
  };
}
