import { useRouter } from '@tanstack/react-router';
import type { Profile, Role } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { createContext, use, useSyncExternalStore } from 'react';
import { keepTheme } from '../../platform/theme.ts';
import { type Access, accessFor, type SignInState } from './access.ts';
import type { SignIn } from './sign-in.ts';

const SignInContext = createContext<SignIn | null>(null);

export const SignInProvider = SignInContext.Provider;

/** The sign-in actions; throws outside {@link SignInProvider}. */
export function useSignIn(): SignIn {
  const signIn = use(SignInContext);
  if (!signIn) throw new Error('useSignIn is used outside SignInProvider');
  return signIn;
}

/** The current sign-in state; updates when it changes. */
export function useSignInState(): SignInState {
  const { store } = useSignIn();
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** The guard's state for a required role; updates when it changes. */
export function useAccess(required: Role): Access {
  return accessFor(useSignInState(), required);
}

const SignedInContext = createContext<Profile | null>(null);

/** Provided by the guard to the pages behind it. */
export const SignedInProvider = SignedInContext.Provider;

/** The current user; throws outside a guard. */
export function useSignedIn(): Profile {
  const profile = use(SignedInContext);
  if (!profile) throw new Error('useSignedIn is used outside a guard');
  return profile;
}

/** Signs out and goes to the landing page (specification, section 6). */
export function useSignOut(): () => void {
  const signIn = useSignIn();
  const router = useRouter();
  return () => {
    // The server has the browser clear the site's data.
    void signIn.signOut().then(keepTheme);
    // Data fetched for the user goes away with the pages that show it.
    void router.navigate({ to: paths.landing });
  };
}
