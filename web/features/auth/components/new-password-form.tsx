import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { guessableProblem, PASSWORD_RULE, passwordProblem } from '../new-password.ts';
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
