import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { passwordHolder } from '../access.ts';
import type { Reauthentication } from '../reauthentication.ts';
import { useSignInState } from '../sign-in-context.tsx';
import { PasswordInput } from './password-input.tsx';

/** Asks for the password while a call waits for it. */
export function ReauthenticationDialog({ reauthentication }: { reauthentication: Reauthentication }) {
  const isAsked = useSyncExternalStore(reauthentication.store.subscribe, reauthentication.store.get);
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
  const password = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const problem = await reauthentication.give(String(new FormData(event.currentTarget).get('password')));
    setBusy(false);
    setFailure(problem);
  };

  // After a refusal the user will type the password again.
  useEffect(() => {
    if (failure !== null) password.current?.select();
  }, [failure]);

  return (
    <Dialog
      title={byLink ? 'Please enter your password' : 'Please enter your password again'}
      dialog={dialog}
      onClose={reauthentication.giveUp}
    >
      <p className="wrap-anywhere mb-4 text-muted-foreground">
        {byLink
          ? `A one-time link opened this dashboard. To continue, enter the password for ${email}.`
          : `You signed in as ${email} more than 10 minutes ago. To continue, confirm that it’s you.`}
      </p>
      <form onSubmit={(event) => void submit(event)} className="space-y-5">
        <FormAlert>{failure}</FormAlert>
        {/* For password managers, which store a password under its user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput ref={password} label="Password" name="password" autoComplete="current-password" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Checking...' : 'Continue'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
