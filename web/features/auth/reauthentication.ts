import { createStore, type Store } from '../../platform/store.ts';
import type { SignIn } from './sign-in.ts';

/** Asking for the password once more before what weighs most; one question, however many calls wait for it. */
export interface Reauthentication {
  /** Whether it is being asked for now. */
  store: Pick<Store<boolean>, 'get' | 'subscribe'>;
  /** @returns whether it was given */
  ask(): Promise<boolean>;
  /** @returns why it was refused, in a sentence; null when it was right */
  give(password: string): Promise<string | null>;
  giveUp(): void;
}

/** @param signIn to which the password is given */
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
