import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { NewFactor, Outcome } from '../second-factor.ts';
import { useFreshPassword, useSignIn } from '../sign-in-context.tsx';
import { CodeInput } from './code-input.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface FactorSetupProps {
  name?: string;
  /** Whether recovery codes are created too; false if there already are some. */
  makesCodes?: boolean;
  /** The app is active, and the recovery codes are saved. */
  onDone: () => void;
  /** Whether leaving now would lose recovery codes that are being created or shown. */
  onHold: (isHeld: boolean) => void;
}

/** Adds an authenticator app: scan, enter its first code, save the recovery codes. */
export function FactorSetup({ name = 'Authenticator app', makesCodes = true, onDone, onHold }: FactorSetupProps) {
  const { secondFactor } = useSignIn();
  const withPassword = useFreshPassword();
  const [factor, setFactor] = useState<NewFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isFinished, setFinished] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const run = async <Value,>(step: () => Promise<Outcome<Value>>): Promise<Value | undefined> => {
    setBusy(true);
    setFailure(null);
    const outcome = await withPassword(step);
    setBusy(false);
    if ('value' in outcome) return outcome.value;
    setFailure(outcome.problem);
    return undefined;
  };
  const begin = async () => {
    const begun = await run(() => secondFactor.begin(name));
    if (begun) setFactor(begun);
  };
  const makeCodes = async () => {
    const made = await run(() => secondFactor.makeCodes(false));
    if (made) setCodes(made);
  };
  const finish = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !factor) return;
    const code = String(new FormData(event.currentTarget).get('code'));
    const done = await run(() => secondFactor.finish(factor.id, code));
    if (done === undefined) return field.current?.select();
    setFinished(true);
    if (makesCodes) await makeCodes();
    else onDone();
  };

  // Displayed codes hold it whatever the props say by now: a reloaded list already contains them and wants none
  // created.
  const isHeld = codes !== null || (makesCodes && isFinished && failure === null);
  // Before the browser paints: codes must not be visible for a moment in a dialog that Esc can still close.
  useLayoutEffect(() => onHold(isHeld), [isHeld, onHold]);

  const begun = useRef(false);
  useEffect(() => {
    // Only once: each start discards the one before.
    if (begun.current) return;
    begun.current = true;
    void begin();
  });

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (isFinished) {
    return failure === null ? (
      <Spinner label="Creating recovery codes" />
    ) : (
      <div className="space-y-4">
        <FormAlert>{failure}</FormAlert>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void makeCodes()}>Try again</Button>
          <Button variant="outline" onClick={onDone}>
            Continue without recovery codes
          </Button>
        </div>
      </div>
    );
  }
  if (!factor) {
    return failure === null ? (
      <Spinner label="Preparing the setup" />
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
      <p>Scan this code with your authenticator app, or enter the secret by hand.</p>
      <img
        src={factor.picture}
        alt="QR code for the secret below"
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
