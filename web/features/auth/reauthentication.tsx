import { createContext, lazy, Suspense, use, useSyncExternalStore } from 'react';
import type { CallError } from '../../platform/http.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { passwordHolder } from './access.ts';
import type { Outcome } from './second-factor.ts';
import type { SignIn } from './sign-in.ts';
import { useSignInState } from './sign-in-context.tsx';

/** Asks for the password again before sensitive actions; a single prompt, however many calls wait for it. */
export interface Reauthentication {
  /** Whether the prompt is open. */
  store: Pick<Store<boolean>, 'get' | 'subscribe'>;
  /** @returns whether it was given */
  ask(): Promise<boolean>;
  /** @returns why it was refused, in a sentence; null if it was correct */
  give(password: string): Promise<string | null>;
  giveUp(): void;
}

/** @param signIn verifies the password */
export function createReauthentication(signIn: Pick<SignIn, 'signInAgain'>): Reauthentication {
  const store = createStore(false);
  let question: PromiseWithResolvers<boolean> | null = null;
  const answer = (isGiven: boolean) => {
    question?.resolve(isGiven);
    question = null;
    store.set(false);
  };
  return {
    store,
    ask() {
      question ??= Promise.withResolvers<boolean>();
      store.set(true);
      return question.promise;
    },
    async give(password) {
      const problem = await signIn.signInAgain(password);
      if (problem === null) answer(true);
      return problem;
    },
    giveUp: () => answer(false),
  };
}

/** Codes that mean that the user's status differs from what the page assumes. */
const ANOTHER_NOW = new Set<string>([
  'unauthorized',
  'forbidden',
  'must_change_password',
  'second_factor_needed',
  'second_factor_setup_needed',
]);

/**
 * Handles refused calls of the dashboard: prompts for the password if that is what is missing; if the server grants
 * fewer rights than the page assumes, checks again and shows the matching screen.
 * @returns whether the call should be retried
 */
export function createRefusals(
  signIn: Pick<SignIn, 'check'>,
  reauthentication: Pick<Reauthentication, 'ask'>,
): (error: CallError) => Promise<boolean> {
  /** When many calls are refused at once, a single check is enough. */
  let isLooking = false;
  return async ({ code }) => {
    if (code === 'sign_in_again') return reauthentication.ask();
    if (ANOTHER_NOW.has(code) && !isLooking) {
      isLooking = true;
      void signIn.check().finally(() => {
        isLooking = false;
      });
    }
    return false;
  };
}

/** Rarely needed: not part of the first screen. */
const PasswordQuestion = lazy(async () => ({
  default: (await import('./components/password-question.tsx')).PasswordQuestion,
}));

/** Asks for the password while a call waits for it. */
export function ReauthenticationDialog({ reauthentication }: { reauthentication: Reauthentication }) {
  const { store } = reauthentication;
  const isAsked = useSyncExternalStore(store.subscribe, store.get, store.get);
  const holder = passwordHolder(useSignInState());
  return isAsked && holder ? (
    <Suspense>
      <PasswordQuestion {...holder} reauthentication={reauthentication} />
    </Suspense>
  ) : null;
}

const ReauthenticationContext = createContext<Reauthentication | null>(null);

export const ReauthenticationProvider = ReauthenticationContext.Provider;

/** The password prompt; throws outside {@link ReauthenticationProvider}. */
function useReauthentication(): Reauthentication {
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
