import { createContext, use, useRef, useSyncExternalStore } from 'react';
import type { CallError } from '../../platform/http.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormAlert } from '../../ui/states.tsx';
import { passwordHolder } from './access.ts';
import { PasswordInput, useStep } from './components/password-forms.tsx';
import type { Outcome } from './second-factor.ts';
import type { SignIn } from './sign-in.ts';
import { useSignInState } from './sign-in-context.tsx';

/** Asks for the password again before sensitive actions; a single prompt, however many calls wait for it. */
interface Reauthentication {
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

/** Asks for the password while a call waits for it. */
export function ReauthenticationDialog({ reauthentication }: { reauthentication: Reauthentication }) {
  const { store } = reauthentication;
  const isAsked = useSyncExternalStore(store.subscribe, store.get, store.get);
  const holder = passwordHolder(useSignInState());
  return isAsked && holder ? <Question {...holder} reauthentication={reauthentication} /> : null;
}

interface QuestionProps {
  email: string;
  byLink: boolean;
  reauthentication: Reauthentication;
}

function Question({ email, byLink, reauthentication }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { field, isBusy, failure, submit } = useStep((fields) => reauthentication.give(String(fields.get('password'))));
  return (
    <Dialog
      title={byLink ? t('auth.pleaseEnterYourPassword') : t('auth.confirmItsYou')}
      dialog={dialog}
      onClose={reauthentication.giveUp}
    >
      <p className="wrap-anywhere mb-4 text-muted-foreground">
        {byLink ? t('auth.passwordAfterLink', { email }) : t('auth.passwordAgain', { email })}
      </p>
      <form onSubmit={submit} className="space-y-5">
        <FormAlert>{failure}</FormAlert>
        {/* For password managers, which store a password under its user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput ref={field} label={t('auth.password')} name="password" autoComplete="current-password" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={() => dialog.current?.close()}>
            {t('auth.cancel')}
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? t('auth.checking') : t('auth.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
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
