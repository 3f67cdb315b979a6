import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { PasswordInput } from './password-input.tsx';

/** Chooses a password, entered twice to catch typing errors. */
export function NewPasswordForm({
  needsCurrent = false,
  needsEmail = false,
  action = 'Save password',
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
  onChosen: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const showId = useId();

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    const password = String(fields.get('password'));
    const current = needsCurrent ? String(fields.get('current')) : undefined;
    let problem = passwordProblem(password, String(fields.get('again')));
    setFailure(problem);
    if (problem !== null) return;
    setBusy(true);
    problem =
      (await guessableProblem(password)) ?? (await submit(password, current, String(fields.get('email') ?? '')));
    setBusy(false);
    setFailure(problem);
    if (problem === null) onChosen();
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      {needsEmail ? <EmailField autoComplete="username" /> : null}
      {needsCurrent ? (
        <PasswordInput label="Current password" name="current" autoComplete="current-password" isShown={isShown} />
      ) : null}
      <PasswordInput
        label="New password"
        name="password"
        autoComplete="new-password"
        isShown={isShown}
        hint={PASSWORD_RULE}
      />
      <PasswordInput label="New password again" name="again" autoComplete="new-password" isShown={isShown} />
      <label htmlFor={showId} className="flex min-h-6 w-fit items-center gap-3">
        <Checkbox id={showId} checked={isShown} onChange={(event) => setShown(event.target.checked)} />
        Show what I type
      </label>
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? 'Saving...' : action}
      </Button>
    </form>
  );
}

/** The rule shown below the field. The server has the final say. */
const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARS} characters. A few words that only you would combine are easy to remember.`;

/**
 * What is wrong with a password before it is sent, in a sentence.
 * @returns null if it may be sent
 */
export function passwordProblem(password: string, again: string): string | null {
  const missing = PASSWORD_MIN_CHARS - [...password.normalize('NFKC')].length;
  if (missing > 0) {
    return `The password needs ${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  }
  return password === again ? null : 'The passwords do not match.';
}

/**
 * Why a password is guessable, in a sentence; null if it is not or if that cannot be determined here: the server checks
 * again. The dictionaries are fetched on first use, and only when a password is chosen.
 */
export async function guessableProblem(password: string): Promise<string | null> {
  try {
    const { whyGuessable } = await import('@understudy/contract/password-strength');
    const why = whyGuessable(password, []);
    return why === null
      ? null
      : `This password is too easy to guess. ${why} Try a few words that only you would combine.`;
  } catch {
    return null;
  }
}
