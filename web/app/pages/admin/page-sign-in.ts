import { lazyClient } from '../../../features/auth/lazy-client.ts';
import { loadProfile } from '../../../features/auth/load-profile.ts';
import { createSignIn, type SignIn } from '../../../features/auth/sign-in.ts';
import { readStoredSession } from '../../../features/auth/stored-session.ts';
import { pause, systemClock } from '../../../platform/clock.ts';
import { reportError } from '../../../platform/report-error.ts';

/** After so long the first screen is there. */
const SOON_MS = 2_000;
/** So long nothing is drawn, because who is here is likely to be known by then. */
const KNOWN_WITHIN_MS = 500;

let early: SignIn | null = null;

/** Finds out who is here before anything is drawn, so that the first thing that is drawn is what they came for. */
export async function resolveSignIn(): Promise<void> {
  early = create();
  const wait = new AbortController();
  await Promise.race([early.check(), pause(systemClock, KNOWN_WITHIN_MS, wait.signal)]);
  wait.abort();
}

/** The sign-in of the owner's pages, each time that they are entered. */
export function pageSignIn(): SignIn {
  const signIn = early ?? create();
  early = null;
  return signIn;
}

function create(): SignIn {
  return createSignIn({
    client: lazyClient({
      load: async () => {
        const { authClient } = await import('../../../features/auth/auth-client.ts');
        return authClient(new URL('/auth/v1', window.location.href).href);
      },
      kept: () => readStoredSession(systemClock.now()),
      later: (act) => systemClock.after(SOON_MS, act),
      report: reportError,
    }),
    loadProfile,
    clock: systemClock,
    report: reportError,
  });
}
