import { SETUP_STEPS, type SetupStep } from '@understudy/contract/setup';
import { Check } from 'lucide-react';
import { t } from '../../../platform/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import type { SaveProgress, SetupSaver } from './setup-saver.ts';

interface SetupStepsProps {
  step: SetupStep;
  done: ReadonlySet<SetupStep>;
  onStep: (step: SetupStep) => void;
  progress: SaveProgress;
  /** Whether nothing was entered yet. */
  isFresh: boolean;
  saver: SetupSaver;
}

/** The steps, which are done, and whether all is saved: a list beside the form, or one line on a phone. */
export function SetupSteps({ step, done, onStep, progress, isFresh, saver }: SetupStepsProps) {
  const at = SETUP_STEPS.indexOf(step);
  const list = (
    <ol className="setup-list">
      {SETUP_STEPS.map((one, place) => (
        <li key={one}>
          <button
            type="button"
            className="setup-step"
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onStep(one)}
          >
            <span aria-hidden className={cn('setup-number', done.has(one) && 'is-done')}>
              {done.has(one) ? <Check className="size-4" /> : place + 1}
            </span>
            <span className="min-w-0">
              {t(`setup.stepNames.${one}`)}
              {done.has(one) ? <span className="sr-only">{t('setup.stepDone')}</span> : null}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label={t('setup.steps')} className="setup-steps">
      <div className="max-lg:hidden">{list}</div>
      <Collapsible
        className="min-w-0 lg:hidden"
        summary={
          <span className="min-w-0 truncate">
            {t('setup.stepOf', { step: at + 1, of: SETUP_STEPS.length, name: t(`setup.stepNames.${step}`) })}
          </span>
        }
      >
        {list}
      </Collapsible>
      <SaveWords progress={progress} isFresh={isFresh} saver={saver} />
      <div aria-hidden className="setup-progress lg:hidden">
        <span style={{ width: `${((at + 1) / SETUP_STEPS.length) * 100}%` }} />
      </div>
    </nav>
  );
}

/** Whether everything is saved. */
function SaveWords({ progress, isFresh, saver }: Pick<SetupStepsProps, 'progress' | 'isFresh' | 'saver'>) {
  return (
    <p role="status" className="setup-saved">
      {progress.is === 'saved' && isFresh ? null : progress.is === 'saved' ? (
        <>
          <Check aria-hidden className="size-4 shrink-0" />
          {t('setup.saved')}
        </>
      ) : progress.is === 'failed' ? (
        <span className="text-destructive-text">
          {t('setup.notSaved', { why: progress.words })}{' '}
          <TextButton onClick={() => void saver.flush()}>{t('setup.saveAgain')}</TextButton>
        </span>
      ) : progress.is === 'conflict' ? (
        <span className="text-destructive-text">{t('setup.heldBack')}</span>
      ) : (
        t('setup.saving')
      )}
    </p>
  );
}
