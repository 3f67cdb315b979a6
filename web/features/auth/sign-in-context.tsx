import type { Profile, Role } from '@understudy/contract/admin';
import { createContext, use, useSyncExternalStore } from 'react';
import { type Access, accessFor, type SignInState } from './access.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Outcome } from './second-factor.ts';
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
  return useSyncExternalStore(store.subscribe, store.get);
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

const ReauthenticationContext = createContext<Reauthentication | null>(null);

export const ReauthenticationProvider = ReauthenticationContext.Provider;

/** The password prompt; throws outside {@link ReauthenticationProvider}. */
export function useReauthentication(): Reauthentication {
  const reauthentication = use(ReauthenticationContext);
  if (!reauthentication) throw new Error('useReauthentication is used outside ReauthenticationProvider');
  return reauthentication;
}

/** Runs a second-factor step; if the password is too old for it, prompts for it in place and retries once. */
export function useFreshPassword(): <Value>(step: () => Promise<Outcome<Value>>) => Promise<Outcome<Value>> {
  const reauthentication = useReauthentication();
  return async (step) => {
    const outcome = await step();
    const isTooOld = 'problem' in outcome && outcome.needsPassword;
    return isTooOld && (await reauthentication.ask()) ? step() : outcome;
  };
}
