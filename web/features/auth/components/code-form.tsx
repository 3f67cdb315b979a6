import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { useSignIn } from '../sign-in-context.tsx';
import { CodeInput } from './code-input.tsx';
import { Lead } from './lead.tsx';

/** The second step of signing in: a code from the app, or a recovery code instead. */
export function CodeForm({ onGiven }: { onGiven: () => void }) {
  const signIn = useSignIn();
  const [isRecovery, setRecovery] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const leadId = useId();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const code = String(new FormData(event.currentTarget).get('code'));
    setBusy(true);
    setFailure(null);
    const problem = await (isRecovery ? signIn.giveRecoveryCode(code) : signIn.giveCode(code));
    setBusy(false);
    setFailure(problem);
    if (problem === null && signIn.store.get().is === 'signed_in') onGiven();
  };

  // After a refusal the user will type the code again.
  useEffect(() => {
    if (failure !== null) field.current?.select();
  }, [failure]);

  return (
    <>
      <Lead id={leadId}>
        {isRecovery
          ? 'Enter one of the recovery codes you saved. Each one works once.'
          : 'Enter the six-digit code from your authenticator app.'}
      </Lead>
      <form key={String(isRecovery)} onSubmit={(event) => void submit(event)} className="space-y-5">
        <FormAlert>{failure}</FormAlert>
        <CodeInput ref={field} kind={isRecovery ? 'recovery' : 'app'} describedBy={leadId} />
        <Button type="submit" aria-disabled={isBusy} className="w-full">
          {isBusy ? 'Checking...' : 'Continue'}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-x-4">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3 min-h-11"
          onClick={() => {
            setFailure(null);
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" size="sm" className="-mr-3 min-h-11" onClick={() => void signIn.signOut()}>
          Use another account
        </Button>
      </div>
    </>
  );
}
