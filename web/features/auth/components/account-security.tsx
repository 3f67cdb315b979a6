import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignInRow, SignIns } from '@understudy/contract/admin';
import { useRef, useState } from 'react';
import { getJson, send, serverSentence } from '../../../platform/http.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { Failure, FormAlert, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { useFreshPassword } from '../reauthentication.tsx';
import type { Outcome, OwnFactor } from '../second-factor.ts';
import { useSignIn } from '../sign-in-context.tsx';
import { FactorSetup, RecoveryCodes } from './second-factor-forms.tsx';

const FACTORS = ['own-factors'];

/** The user's own second factors: apps and recovery codes. */
export function OwnFactors() {
  const { secondFactor } = useSignIn();
  const withPassword = useFreshPassword();
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<OwnFactor | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: FACTORS,
    queryFn: async () => {
      const outcome = await secondFactor.list();
      if ('value' in outcome) return outcome.value;
      throw new Error(outcome.problem);
    },
  });
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: FACTORS });
    void cache.invalidateQueries({ queryKey: SIGN_INS });
  };

  const run = async <Value,>(step: () => Promise<Outcome<Value>>): Promise<Value | undefined> => {
    setFailure(null);
    const outcome = await withPassword(step);
    refresh();
    if ('value' in outcome) return outcome.value;
    if (!outcome.needsPassword) setFailure(outcome.problem);
    return undefined;
  };
  const remove = (app: OwnFactor) => run(() => secondFactor.remove(app.id));
  const makeCodes = async (isAgain: boolean) => setCodes((await run(() => secondFactor.makeCodes(isAgain))) ?? null);

  if (!data && error) return <Failure onRetry={() => void refetch()}>{error.message}</Failure>;
  if (!data) return <Loading words={t('auth.loadingYourSecondFactors')} />;
  const { apps, left } = data;
  return (
    <div className="space-y-4">
      <FormAlert>{failure}</FormAlert>
      {apps.length === 0 ? (
        <p className="max-w-measure text-muted-foreground">{t('auth.withAnAuthenticatorAppOn')}</p>
      ) : (
        <ul aria-label={t('auth.authenticatorApps')} className="divide-y border-y">
          {apps.map((app) => (
            <li key={app.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="min-w-0">
                <span className="wrap-anywhere block font-medium">{app.name}</span>
                <span className="text-muted-foreground text-sm">
                  <Text id="auth.added" tags={{ when: () => <When at={app.addedAt} /> }} />
                </span>
              </span>
              <Button variant="outline" size="sm" onClick={() => setRemoving(app)}>
                {t('auth.remove')}
                <span className="sr-only"> {app.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {apps.length > 0 ? (
        <p>
          {left === null ? t('auth.youHaveNoRecoveryCodes') : t('auth.ofYourRecoveryCodesAre', { left })}{' '}
          <span className="text-muted-foreground">{t('auth.ifYouLoseYourApp')}</span>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant={apps.length === 0 ? 'primary' : 'outline'} onClick={() => setAdding(true)}>
          {apps.length === 0 ? t('auth.addAnAuthenticatorApp') : t('auth.addAnotherApp')}
        </Button>
        {apps.length > 0 ? (
          <Button variant="outline" onClick={() => (left === null ? void makeCodes(false) : setReplacing(true))}>
            {left === null ? t('auth.createRecoveryCodes') : t('auth.createNewRecoveryCodes')}
          </Button>
        ) : null}
      </div>
      {isAdding ? (
        <AddDialog
          name={freeName(apps)}
          makesCodes={left === null}
          onClose={() => {
            setAdding(false);
            refresh();
          }}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={t('auth.removeThisApp')}
          confirm={t('auth.remove')}
          cancel={t('auth.keep')}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        >
          {apps.length === 1 ? t('auth.youWillSignInWith') : t('auth.itsCodesWillStopWorking')}
        </ConfirmDialog>
      ) : null}
      {isReplacing ? (
        <ConfirmDialog
          title={t('auth.replaceYourRecoveryCodes')}
          confirm={t('auth.createNewCodes')}
          cancel={t('auth.keepTheOldOnes')}
          onConfirm={() => void makeCodes(true)}
          onClose={() => setReplacing(false)}
        >
          {t('auth.theCodesYouSavedBefore')}
        </ConfirmDialog>
      ) : null}
      {codes ? <CodesDialog codes={codes} onClose={() => setCodes(null)} /> : null}
    </div>
  );
}

/** An unused name: the server requires unique names. */
function freeName(apps: readonly OwnFactor[]): string {
  const taken = new Set(apps.map(({ name }) => name));
  let name = t('auth.authenticatorApp');
  for (let n = 2; taken.has(name); n += 1) name = t('auth.authenticatorAppNumber', { n });
  return name;
}

interface AddDialogProps {
  name: string;
  makesCodes: boolean;
  onClose: () => void;
}

function AddDialog({ onClose, ...setup }: AddDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isHeld, setHeld] = useState(false);
  return (
    <Dialog title={t('auth.addAnAuthenticatorApp')} dialog={dialog} hasCross isHeld={isHeld} onClose={onClose}>
      <FactorSetup {...setup} onHold={setHeld} onDone={() => dialog.current?.close()} />
    </Dialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title={t('auth.newRecoveryCodes')} dialog={dialog} isHeld onClose={onClose}>
      <RecoveryCodes codes={codes} onDone={() => dialog.current?.close()} />
    </Dialog>
  );
}

const ADDRESS = '/api/profile/sign-ins';
/** Cache key of the list. */
const SIGN_INS = ['own-sign-ins'];
/** The user's sign-ins, fetched once per page. */
export function useSignIns() {
  const { token } = useSignIn();
  return useQuery({
    queryKey: SIGN_INS,
    queryFn: async ({ signal }) =>
      getJson<SignIns>(ADDRESS, { signal, headers: { authorization: `Bearer ${await token()}` } }),
  });
}

/** The user's own sign-ins, each with a button to end it. */
export function OwnSignIns() {
  const { token } = useSignIn();
  const cache = useQueryClient();
  const { data, error, refetch } = useSignIns();
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** The last action, announced to screen readers. */
  const [done, setDone] = useState('');

  const change = async (method: 'POST' | 'DELETE', path: string, words: string) => {
    setFailure(null);
    try {
      await send(`${ADDRESS}/${path}`, { method, headers: { authorization: `Bearer ${await token()}` } });
      setDone(words);
    } catch (refusal) {
      setFailure(serverSentence(refusal, t('auth.theServerCannotBeReached')));
    }
    await cache.invalidateQueries({ queryKey: SIGN_INS });
  };

  if (error) return <Failure onRetry={() => void refetch()}>{t('auth.yourSignInsCouldNot')}</Failure>;
  if (!data) return <Loading words={t('auth.loadingYourSignIns')} />;
  return (
    <div className="space-y-4">
      <FormAlert>{failure}</FormAlert>
      <p role="status" className="sr-only">
        {done}
      </p>
      <ul aria-label={t('auth.signIns')} className="divide-y border-y">
        {data.items.map((row) => (
          <Row key={row.id} row={row} onEnd={() => void change('DELETE', row.id, t('auth.theSignInIsEnded'))} />
        ))}
      </ul>
      {data.items.length > 1 ? (
        <Button variant="outline" onClick={() => setAsking(true)}>
          {t('auth.endAllOthers')}
        </Button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={t('auth.endAllOtherSignIns')}
          confirm={t('auth.endAllOthers')}
          cancel={t('auth.keepThem')}
          onConfirm={() => void change('POST', 'end-others', t('auth.allOtherSignInsAre'))}
          onClose={() => setAsking(false)}
        >
          {t('auth.youStaySignedInHere')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function Row({ row, onEnd }: { row: SignInRow; onEnd: () => void }) {
  const device = row.device ?? t('auth.unknownDevice');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">
          {device}
          {row.current ? <Badge className="ml-2">{t('auth.thisBrowser')}</Badge> : null}
        </p>
        <p className="text-muted-foreground text-sm">
          {t('auth.signedInWith', {
            network: row.network ?? 'none',
            via: row.via,
            factor: String(row.second_factor),
          })}
        </p>
        <p className="text-muted-foreground text-sm">
          <Text
            id="auth.signedIn"
            tags={{ began: () => <When at={row.began_at} />, used: () => <When at={row.last_used_at} /> }}
          />
        </p>
      </div>
      {row.current ? null : (
        <Button variant="outline" size="sm" aria-label={t('auth.endSignInWith', { device })} onClick={onEnd}>
          {t('auth.end')}
        </Button>
      )}
    </li>
  );
}
