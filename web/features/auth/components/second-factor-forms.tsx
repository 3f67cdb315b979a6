import { type FormEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { saveFile } from '../../../platform/download.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { FormAlert, Spinner } from '../../../ui/states.tsx';
import { useFreshPassword } from '../reauthentication.tsx';
import type { NewFactor, Outcome } from '../second-factor.ts';
import { useSignIn } from '../sign-in-context.tsx';
import { Lead, useStep } from './password-forms.tsx';

/** A field for an authenticator or recovery code, with the initial focus. */
function CodeInput({
  ref,
  kind,
  describedBy,
}: {
  ref: RefObject<HTMLInputElement | null>;
  kind: 'app' | 'recovery';
  describedBy?: string;
}) {
  const id = useId();
  useEffect(() => ref.current?.focus(), [ref]);
  const isApp = kind === 'app';
  return (
    <div>
      <Label htmlFor={id}>{isApp ? t('auth.code') : t('auth.recoveryCode')}</Label>
      <Input
        ref={ref}
        id={id}
        name="code"
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        maxLength={isApp ? 10 : 40}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-describedby={describedBy}
        className="mt-1.5 font-mono text-lg tracking-widest"
      />
    </div>
  );
}

/** The second step of signing in: a code from the app, or a recovery code instead. */
export function CodeForm({ onGiven }: { onGiven: () => void }) {
  const signIn = useSignIn();
  const [isRecovery, setRecovery] = useState(false);
  const leadId = useId();
  const { field, isBusy, failure, setFailure, submit } = useStep(
    (fields) => (isRecovery ? signIn.giveRecoveryCode : signIn.giveCode)(String(fields.get('code'))),
    () => {
      if (signIn.store.get().is === 'signed_in') onGiven();
    },
  );

  return (
    <>
      <Lead id={leadId}>{isRecovery ? t('auth.enterOneOfTheRecovery') : t('auth.enterTheSixDigitCode')}</Lead>
      <form key={String(isRecovery)} onSubmit={submit} className="space-y-5">
        <FormAlert>{failure}</FormAlert>
        <CodeInput ref={field} kind={isRecovery ? 'recovery' : 'app'} describedBy={leadId} />
        <Button type="submit" aria-disabled={isBusy} className="w-full">
          {isBusy ? t('auth.checking') : t('auth.continue')}
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
          {isRecovery ? t('auth.useTheAuthenticatorApp') : t('auth.useARecoveryCode')}
        </Button>
        <Button variant="ghost" size="sm" className="-mr-3 min-h-11" onClick={() => void signIn.signOut()}>
          {t('auth.useAnotherAccount')}
        </Button>
      </div>
    </>
  );
}

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
export function FactorSetup({
  name = t('auth.authenticatorApp'),
  makesCodes = true,
  onDone,
  onHold,
}: FactorSetupProps) {
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
      <Spinner label={t('auth.creatingRecoveryCodes')} />
    ) : (
      <div className="space-y-4">
        <FormAlert>{failure}</FormAlert>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void makeCodes()}>{t('auth.tryAgain')}</Button>
          <Button variant="outline" onClick={onDone}>
            {t('auth.continueWithoutRecoveryCodes')}
          </Button>
        </div>
      </div>
    );
  }
  if (!factor) {
    return failure === null ? (
      <Spinner label={t('auth.preparingTheSetup')} />
    ) : (
      <div className="space-y-4">
        <FormAlert>{failure}</FormAlert>
        <Button onClick={() => void begin()}>{t('auth.tryAgain')}</Button>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void finish(event)} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      <p>{t('auth.scanThisCodeWithYour')}</p>
      <img
        src={factor.picture}
        alt={t('auth.qrCodeForTheSecret')}
        className="mx-auto size-48 rounded-md border bg-white"
      />
      <p className="text-sm">
        <span className="block font-medium">{t('auth.secret')}</span>
        <code className="wrap-anywhere select-all">{factor.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <CodeInput ref={field} kind="app" />
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? t('auth.checking') : t('auth.turnOn')}
      </Button>
    </form>
  );
}

/** Recovery codes, shown only once, to copy or download. @param onDone they are saved */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const text = `${codes.join('\n')}\n`;
  useEffect(() => heading.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t('auth.copied'));
    } catch {
      setSaid(t('auth.yourBrowserBlockedCopyingSelect'));
    }
  };
  const download = () => {
    saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
    setSaid(t('auth.downloadedAsRecoveryCodesTxt'));
  };
  return (
    <div className="space-y-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('auth.yourRecoveryCodes')}
      </h2>
      <p className="text-muted-foreground">{t('auth.saveTheCodes')}</p>
      <ul
        aria-label={t('auth.recoveryCodes')}
        className="grid gap-x-6 gap-y-1 rounded-md border p-4 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          {t('auth.copy')}
        </Button>
        <Button variant="outline" size="sm" onClick={download}>
          {t('auth.download')}
        </Button>
        <p role="status" className="text-muted-foreground text-sm">
          {said}
        </p>
      </div>
      <Button onClick={onDone} className="w-full">
        {t('auth.iHaveSavedThem')}
      </Button>
    </div>
  );
}
