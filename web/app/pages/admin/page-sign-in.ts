import { lazyClient } from '../../../features/auth/lazy-client.ts';
import { loadProfile } from '../../../features/auth/load-profile.ts';
import { createSignIn, type SignIn } from '../../../features/auth/sign-in.ts';
import { readStoredSession } from '../../../features/auth/stored-session.ts';
import { pause, systemClock } from '../../../platform/clock.ts';
import { reportError } from '../../../platform/report-error.ts';

/** By then the first screen has rendered. */
const SOON_MS = 2_000;
/** How long rendering is delayed, since the user is probably identified by then. */
const KNOWN_WITHIN_MS = 500;

let early: SignIn | null = null;

/** Identifies the user before the first render, so that the page they asked for is rendered first. */
export async function resolveSignIn(): Promise<void> {
  early = create();
  const wait = new AbortController();
  await Promise.race([early.check(), pause(systemClock, KNOWN_WITHIN_MS, wait.signal)]);
  wait.abort();
}

/** The sign-in of the owner's pages, created each time they are entered. */
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
