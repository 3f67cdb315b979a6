import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { Checkbox, Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { useSignIn } from '../sign-in-context.tsx';

/** The paragraph below the heading of the sign-in page. */
export function Lead({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-2 mb-6 text-muted-foreground">
      {children}
    </p>
  );
}

/**
 * A form of one step: its handler, whether the step runs, and why it was refused, in a sentence. After a refusal its
 * field is selected, since it will be typed again.
 * @param step returns why it was refused; null if it was accepted
 */
export function useStep(step: (fields: FormData) => Promise<string | null>, onDone?: () => void) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const problem = await step(new FormData(event.currentTarget));
    setBusy(false);
    setFailure(problem);
    if (problem === null) onDone?.();
  };
  useEffect(() => {
    if (failure !== null) field.current?.select();
  }, [failure]);
  return { field, isBusy, failure, setFailure, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

/** A password field that allows pasting. */
export function PasswordInput({
  ref,
  label,
  name,
  autoComplete,
  isShown = false,
  hint,
}: {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  /** Whether the password is visible. */
  isShown?: boolean;
  /** Shown below the field and read out with it. */
  hint?: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Input
        ref={ref}
        id={id}
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1.5"
      />
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Email and password (specification, section 2). @param onSignedIn the server has identified the user */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn();
  const { field, isBusy, failure, submit } = useStep(
    (fields) => signIn.signIn(String(fields.get('email')), String(fields.get('password'))),
    onSignedIn,
  );
  return (
    <form onSubmit={submit} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      <EmailField autoComplete="username" />
      <PasswordInput ref={field} label={t('auth.password')} name="password" autoComplete="current-password" />
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? t('auth.signingIn') : t('auth.signIn')}
      </Button>
    </form>
  );
}

/** Chooses a password, entered twice to catch typing errors. */
export function NewPasswordForm({
  needsCurrent = false,
  needsEmail = false,
  action = t('auth.savePassword'),
  submit,
  onChosen,
}: {
  /** Whether the current password is required too. */
  needsCurrent?: boolean;
  /** Whether the email for signing in is chosen too. */
  needsEmail?: boolean;
  /** Label of the button. */
  action?: string;
  /** @returns why it was refused, in a sentence; null if it was accepted */
  submit: (password: string, current: string | undefined, email: string) => Promise<string | null>;
  onChosen?: () => void;
}) {
  const [isShown, setShown] = useState(false);
  const showId = useId();
  const {
    isBusy,
    failure,
    submit: onSubmit,
  } = useStep(async (fields) => {
    const text = (name: string) => String(fields.get(name) ?? '');
    const password = text('password');
    return (
      passwordProblem(password, text('again')) ??
      (await guessableProblem(password)) ??
      (await submit(password, needsCurrent ? text('current') : undefined, text('email')))
    );
  }, onChosen);

  return (
    <form onSubmit={onSubmit} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      {needsEmail ? <EmailField autoComplete="username" /> : null}
      {needsCurrent ? (
        <PasswordInput
          label={t('auth.currentPassword')}
          name="current"
          autoComplete="current-password"
          isShown={isShown}
        />
      ) : null}
      <PasswordInput
        label={t('auth.newPassword')}
        name="password"
        autoComplete="new-password"
        isShown={isShown}
        hint={rule()}
      />
      <PasswordInput label={t('auth.newPasswordAgain')} name="again" autoComplete="new-password" isShown={isShown} />
      <label htmlFor={showId} className="flex min-h-6 w-fit items-center gap-3">
        <Checkbox id={showId} checked={isShown} onChange={(event) => setShown(event.target.checked)} />
        {t('auth.showWhatIType')}
      </label>
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? t('auth.saving') : action}
      </Button>
    </form>
  );
}

/** Shown below the field. The server has the final say. */
const rule = () => <>{t('auth.atLeastCharactersAFew', { count: PASSWORD_MIN_CHARS })}</>;

/**
 * What is wrong with a password before it is sent, in a sentence.
 * @returns null if it may be sent
 */
export function passwordProblem(password: string, again: string): string | null {
  const missing = PASSWORD_MIN_CHARS - [...password.normalize('NFKC')].length;
  if (missing > 0) {
    return t('auth.thePasswordNeedsMore', { missing });
  }
  return password === again ? null : t('auth.thePasswordsDoNotMatch');
}

/**
 * Why a password is guessable, in a sentence; null if it is not or if that cannot be determined here: the server checks
 * again. The dictionaries are fetched on first use, and only when a password is chosen.
 */
export async function guessableProblem(password: string): Promise<string | null> {
  try {
    const { guessableReason } = await import('@understudy/contract/password-strength');
    const reason = guessableReason(password, []);
    return reason && t('auth.thisPasswordIsTooEasy', { why: t(`auth.guessable.${reason}`) });
  } catch {
    return null;
  }
}
