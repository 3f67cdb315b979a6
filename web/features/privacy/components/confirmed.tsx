import { useEffect, useRef, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';

/** A button whose act is asked for once more; a failure stands beside it. */
export function Confirmed({
  label,
  about,
  title,
  body,
  isStrong = false,
  act,
}: {
  label: string;
  /** What exactly it is about, for whoever hears the button only. */
  about?: string;
  title: string;
  body: string;
  isStrong?: boolean;
  act: () => Promise<string | null>;
}) {
  const [step, setStep] = useState<'asking' | 'busy' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const run = async () => {
    setStep('busy');
    setFailure(null);
    const problem = await act();
    if (!isThere.current) return;
    setStep(null);
    setFailure(problem);
  };
  return (
    <>
      <Button
        variant={isStrong ? 'destructive' : 'outline'}
        size={isStrong ? 'md' : 'sm'}
        aria-haspopup="dialog"
        aria-label={about ? t('desk.labelOf', { label, about }) : undefined}
        aria-disabled={step === 'busy'}
        onClick={() => step === null && setStep('asking')}
      >
        {step === 'busy' ? t('desk.oneMoment') : label}
      </Button>
      {failure ? (
        <span role="alert" className="mt-2 block text-destructive-text text-sm">
          {failure}
        </span>
      ) : null}
      {step === 'asking' ? (
        <ConfirmDialog
          title={title}
          confirm={label}
          cancel={t('desk.keep')}
          onConfirm={() => void run()}
          onClose={() => setStep((now) => (now === 'asking' ? null : now))}
        >
          {body}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
