import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { NewFactor, Outcome } from '../second-factor.ts';
import { useSignIn } from '../sign-in-context.tsx';
import { CodeInput } from './code-input.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface FactorSetupProps {
  /** The name of the new app. */
  name?: string;
  /** Whether recovery codes are made too; not where there are some. */
  makesCodes?: boolean;
  /** The app counts, and the recovery codes are put away. */
  onDone: () => void;
  /** The password was given too long ago. */
  onNeedsPassword: () => void;
}

/** Adds an authenticator app: scan, give its first code, put the recovery codes away. */
export function FactorSetup({
  name = 'Authenticator app',
  makesCodes = true,
  onDone,
  onNeedsPassword,
}: FactorSetupProps) {
  const { secondFactor } = useSignIn();
  const [factor, setFactor] = useState<NewFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isFinished, setFinished] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const take = <Value,>(outcome: Outcome<Value>): Value | undefined => {
    if ('value' in outcome) return outcome.value;
    if (outcome.needsPassword) onNeedsPassword();
    setFailure(outcome.problem);
    return undefined;
  };
  const begin = async () => {
    setBusy(true);
    setFailure(null);
    const begun = take(await secondFactor.begin(name));
    setBusy(false);
    if (begun) setFactor(begun);
  };
  const makeCodes = async () => {
    setBusy(true);
    setFailure(null);
    const made = take(await secondFactor.makeCodes(false));
    setBusy(false);
    if (made) setCodes(made);
  };
  const finish = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !factor) return;
    const code = String(new FormData(event.currentTarget).get('code'));
    setBusy(true);
    setFailure(null);
    const done = take(await secondFactor.finish(factor.id, code));
    setBusy(false);
    if (done === undefined) return field.current?.select();
    setFinished(true);
    if (makesCodes) await makeCodes();
    else onDone();
  };

  const begun = useRef(false);
  useEffect(() => {
    // Once: each beginning drops the one before.
    if (begun.current) return;
    begun.current = true;
    void begin();
  });

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (isFinished) {
    return failure === null ? (
      <Spinner label="Making recovery codes" />
    ) : (
      <div className="space-y-4">
        <FormAlert>{failure}</FormAlert>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void makeCodes()}>Try again</Button>
          <Button variant="outline" onClick={onDone}>
            Go on without recovery codes
          </Button>
        </div>
      </div>
    );
  }
  if (!factor) {
    return failure === null ? (
      <Spinner label="Making a secret for your app" />
    ) : (
      <div className="space-y-4">
        <FormAlert>{failure}</FormAlert>
        <Button onClick={() => void begin()}>Try again</Button>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void finish(event)} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      <p>Scan this with your authenticator app, or type the secret into it.</p>
      <img
        src={factor.picture}
        alt="QR code of the secret below"
        className="mx-auto size-48 rounded-md border bg-white"
      />
      <p className="text-sm">
        <span className="block font-medium">Secret</span>
        <code className="wrap-anywhere select-all">{factor.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <CodeInput ref={field} kind="app" />
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? 'Checking...' : 'Turn on'}
      </Button>
    </form>
  );
}
