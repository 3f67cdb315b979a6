import type { Profile, Role } from '@understudy/contract/admin';
import { createContext, use, useSyncExternalStore } from 'react';
import { type Access, accessFor, type SignInState } from './access.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Outcome } from './second-factor.ts';
import type { SignIn } from './sign-in.ts';

const SignInContext = createContext<SignIn | null>(null);

export const SignInProvider = SignInContext.Provider;

/** The ways in and out; throws outside {@link SignInProvider}. */
export function useSignIn(): SignIn {
  const signIn = use(SignInContext);
  if (!signIn) throw new Error('useSignIn is used outside SignInProvider');
  return signIn;
}

/** What is known about who is in front of the page, kept up to date. */
export function useSignInState(): SignInState {
  const { store } = useSignIn();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The guard's state for a required role, kept up to date. */
export function useAccess(required: Role): Access {
  return accessFor(useSignInState(), required);
}

const SignedInContext = createContext<Profile | null>(null);

/** Given by the guard to the pages behind it. */
export const SignedInProvider = SignedInContext.Provider;

/** Who is signed in; throws outside a guard. */
export function useSignedIn(): Profile {
  const profile = use(SignedInContext);
  if (!profile) throw new Error('useSignedIn is used outside a guard');
  return profile;
}

const ReauthenticationContext = createContext<Reauthentication | null>(null);

export const ReauthenticationProvider = ReauthenticationContext.Provider;

/** The question for the password; throws outside {@link ReauthenticationProvider}. */
export function useReauthentication(): Reauthentication {
  const reauthentication = use(ReauthenticationContext);
  if (!reauthentication) throw new Error('useReauthentication is used outside ReauthenticationProvider');
  return reauthentication;
}

/** Runs a step of the second factor; where the password is too old for it, asks for it in place and tries once more. */
export function useFreshPassword(): <Value>(step: () => Promise<Outcome<Value>>) => Promise<Outcome<Value>> {
  const reauthentication = useReauthentication();
  return async (step) => {
    const outcome = await step();
    const isTooOld = 'problem' in outcome && outcome.needsPassword;
    return isTooOld && (await reauthentication.ask()) ? step() : outcome;
  };
}
