import { paths } from '@understudy/contract/pages';
import type { ErasureReceipt, WithdrawConsentAnswer } from '@understudy/contract/privacy';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { callFunction, serverSentence } from '../../../platform/http.ts';
import { reportError } from '../../../platform/report-error.ts';
import { localStore } from '../../../platform/storage.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** What a visitor can do about their data without leaving the chat. */
export type DataAct = 'off_record' | 'erase';

interface DataControlsProps {
  session: { session_id: string; session_secret: string };
  /** Asked for at once, as the visitor has said so in the conversation. */
  asked?: DataAct | null;
  /** The conversation is off the record now. */
  onOffRecord: () => void;
  /** Everything is erased, this conversation included. */
  onErased: () => void;
}

/** The visitor whom this browser knows, so that everything goes; else the session alone. */
function credentialsFor(session: DataControlsProps['session']): object {
  const [id, secret] = localStore.read('visitor')?.split(' ') ?? [];
  return id && secret ? { visitor_id: id, visitor_secret: secret } : session;
}

/** Going off the record and deleting everything, each confirmed once, and the way to the desk. */
export function DataControls({ session, asked = null, onOffRecord, onErased }: DataControlsProps) {
  const [step, setStep] = useState<DataAct | null>(asked);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<ReactNode>(null);

  const acts: Record<DataAct, () => Promise<void>> = {
    async off_record() {
      const { held } = await callFunction<WithdrawConsentAnswer>('withdraw_consent', session);
      if (held === 0) onOffRecord();
      setDone(held > 0 ? t('desk.chatHeld') : t('desk.chatOffRecord'));
    },
    async erase() {
      const receipt = await callFunction<ErasureReceipt>('erase_my_data', { ...credentialsFor(session), scope: 'all' });
      if (receipt.postponed === 0) localStore.write('visitor', null);
      setDone(t('desk.chatErased', { number: receipt.number, postponed: receipt.postponed }));
      onErased();
    },
  };
  const run = async (act: DataAct) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await acts[act]();
      setStep(null);
    } catch (error) {
      reportError(error, `Failed to ${act}`);
      setFailure(serverSentence(error, t('desk.unreachable')));
    }
    setBusy(false);
  };
  if (done) return <Done>{done}</Done>;
  return (
    <div className="mt-6 space-y-4 border-t pt-5">
      {step === null ? (
        <>
          <p className="text-muted-foreground">{t('desk.chatMore')}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" size="sm" onClick={() => setStep('off_record')}>
              {t('desk.offRecord')}
            </Button>
            <Button variant="outline" size="sm" onClick={() => setStep('erase')}>
              {t('desk.eraseAll')}
            </Button>
            <Button asChild variant="ghost" size="sm">
              <a href={paths.privacy} target="_blank" rel="noreferrer">
                {t('desk.chatAll')}
              </a>
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{t(step === 'erase' ? 'desk.chatEraseBody' : 'desk.offRecordBody')}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="destructive" size="sm" disabled={isBusy} onClick={() => void run(step)}>
              {t(step === 'erase' ? 'desk.eraseAll' : 'desk.offRecord')}
            </Button>
            <Button variant="outline" size="sm" autoFocus disabled={isBusy} onClick={() => setStep(null)}>
              {t('desk.keep')}
            </Button>
          </div>
        </>
      )}
      {failure ? (
        <p role="alert" className="text-destructive-text">
          {failure}
        </p>
      ) : null}
    </div>
  );
}

/** What was done, read out as it appears. */
function Done({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} tabIndex={-1} role="status" className="mt-6 border-t pt-5 outline-none">
      {children}
    </p>
  );
}

/** The controls in a dialog of their own, for whoever asked for one of them in the conversation. */
export function DataDialog({ onClose, ...controls }: DataControlsProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title={t('desk.chatTitle')} dialog={dialog} hasCross onClose={onClose}>
      <DataControls {...controls} />
    </Dialog>
  );
}
