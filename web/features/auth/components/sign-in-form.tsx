import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { useSignIn } from '../sign-in-context.tsx';
import { PasswordInput } from './password-input.tsx';

/** Email and password (specification, section 2). @param onSignedIn the server knows who this is */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const id = useId();

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

  // After a refusal the password is what will be typed again.
  useEffect(() => {
    if (failure !== null) password.current?.select();
  }, [failure]);

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      <div>
        <Label htmlFor={`${id}-email`}>Email</Label>
        <Input
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          className="mt-1.5"
        />
      </div>
      <PasswordInput ref={password} label="Password" name="password" autoComplete="current-password" />
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
