import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Setup, SetupAnswers, SetupStep } from '@understudy/contract/setup';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { listed } from '../../../ui/listed.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { keys } from '../calls.ts';
import type { SetupSaver } from './setup-saver.ts';
import { checksOf, type Present, publishWords } from './setup-words.ts';

interface StepPublishProps {
  saver: SetupSaver;
  setup: Setup;
  answers: SetupAnswers;
  twin: Present;
  onStep: (step: SetupStep) => void;
  /** Told when the twin has changed. */
  onPublished: () => void;
}

/** Publishes the answers: what is there, what is missing, and what changes. */
export function StepPublish({ saver, setup, answers, twin, onStep, onPublished }: StepPublishProps) {
  const cache = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const publish = useMutation({
    mutationFn: saver.publish,
    onSuccess: async () => {
      onPublished();
      await cache.invalidateQueries({ queryKey: keys.texts });
    },
  });
  const { problem, changes } = setup;
  const removes = changes.removed.length;
  const checks = checksOf(answers, twin);
  const parts = publishWords(changes, setup.is_sample);
  return (
    <>
      <ul>
        {checks.map(({ is, step, isThere }) => (
          <li key={is} className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 py-1.5">
            {isThere ? (
              <Check aria-hidden className="mt-1 size-4 text-success-text" />
            ) : (
              <Circle aria-hidden className="mt-1 size-4 text-muted-foreground" />
            )}
            <span>
              <span className="sr-only">{isThere ? t('setup.isThere') : t('setup.isMissing')} </span>
              {t(`setup.checks.${is}`)}
            </span>
            {isThere ? null : <TextButton onClick={() => onStep(step)}>{t('setup.addIt')}</TextButton>}
          </li>
        ))}
      </ul>
      {checks.some(({ isThere }) => !isThere) ? (
        <p className="mt-3 text-muted-foreground text-sm">{t('setup.missingIsFine')}</p>
      ) : null}
      {problem ? (
        <p role="alert" className="mt-6 text-destructive-text">
          {problem.field
            ? t(`setup.problems.${problem.field as 'name'}`)
            : `${t('setup.problems.other')} ${problem.message}`}{' '}
          <TextButton
            onClick={() => onStep(problem.field === 'email' || problem.field === 'calendar' ? 'contact' : 'you')}
          >
            {t('setup.goThere')}
          </TextButton>
        </p>
      ) : (
        <div className="mt-6 rounded-lg border bg-card px-4 py-3">
          <p>
            {parts.length === 0 ? (
              t('setup.changesNothing')
            ) : (
              <>
                <span className="font-medium">{t('setup.changesWhat')}</span> {listed(parts)}.
              </>
            )}
          </p>
          {parts.length > 0 ? (
            <Collapsible summary={t('setup.changesDetails')} className="mt-1 text-muted-foreground text-sm">
              <div className="space-y-2 pb-2 text-sm">
                {(['replaced', 'added', 'removed'] as const).map((kind) =>
                  changes[kind].length > 0 ? (
                    <p key={kind} className="wrap-anywhere">
                      <span className="font-medium">{t(`setup.changeKinds.${kind}`)}</span> {changes[kind].join(', ')}
                    </p>
                  ) : null,
                )}
              </div>
            </Collapsible>
          ) : null}
        </div>
      )}
      {publish.error ? (
        <div className="mt-6">
          <FormAlert>{sentenceOf(publish.error)}</FormAlert>
        </div>
      ) : null}
      <Button
        size="lg"
        className="mt-6"
        disabled={problem !== null}
        aria-disabled={publish.isPending}
        onClick={() => {
          if (publish.isPending) return;
          // A sample has nothing that anybody would miss.
          if (removes > 0 && !setup.is_sample) setAsked(true);
          else publish.mutate();
        }}
      >
        {publish.isPending ? t('setup.publishing') : t('setup.publish')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('setup.replaceTitle')}
          confirm={t('setup.replace')}
          cancel={t('setup.keep')}
          onConfirm={() => publish.mutate()}
          onClose={() => setAsked(false)}
        >
          {t('setup.replaceAbout', { count: removes })}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
