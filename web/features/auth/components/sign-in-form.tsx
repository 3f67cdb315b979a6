import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { useSignIn } from '../sign-in-context.tsx';
import { PasswordInput } from './password-input.tsx';

/** Email and password (specification, section 2). @param onSignedIn the server has identified the user */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    const problem = await signIn.signIn(String(fields.get('email')), String(fields.get('password')));
    setBusy(false);
    setFailure(problem);
    if (problem === null) onSignedIn();
  };

  // After a refusal the user will type the password again.
  useEffect(() => {
    if (failure !== null) password.current?.select();
  }, [failure]);

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      <EmailField autoComplete="username" />
      <PasswordInput ref={password} label="Password" name="password" autoComplete="current-password" />
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
