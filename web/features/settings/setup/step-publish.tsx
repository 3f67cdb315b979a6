import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TwinTextsSaved } from '@understudy/contract/settings';
import type { Setup, SetupAnswers, SetupStep } from '@understudy/contract/setup';
import { Check, Circle, ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { keys } from '../calls.ts';
import { useSettingsPage } from '../settings-context.tsx';
import type { SetupSaver } from './setup-saver.ts';

interface StepPublishProps {
  saver: SetupSaver;
  setup: Setup;
  answers: SetupAnswers;
  /** Knowledge that was imported. */
  hasImports: boolean;
  onStep: (step: SetupStep) => void;
  /** Told when the twin has changed. */
  onPublished: () => void;
  /** Links to the visitors' page and to the widget's settings. */
  links: { page: string; widget: ReactNode };
}

/** Publishes the answers: what is there, what is missing, what changes, and then where it is. */
export function StepPublish({ saver, setup, answers, hasImports, onStep, onPublished, links }: StepPublishProps) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [published, setPublished] = useState<TwinTextsSaved | null>(null);
  const publish = useMutation({
    mutationFn: async () => {
      if (!(await saver.flush())) throw new Error(t('setup.notSavedYet'));
      const saved = await calls.change<TwinTextsSaved>('POST', 'setup/publish', {
        version: saver.store.get().setup.version,
      });
      saver.take(await calls.get<Setup>('setup'));
      return saved;
    },
    onSuccess: async (saved) => {
      setPublished(saved);
      onPublished();
      await cache.invalidateQueries({ queryKey: keys.texts });
    },
  });
  const undo = useMutation({
    mutationFn: async ([first]: TwinTextsSaved['saved']) => {
      await calls.change('POST', 'twin/undo', first);
      saver.take(await calls.get<Setup>('setup'));
    },
    onSuccess: async () => {
      setPublished(null);
      onPublished();
      publish.reset();
      await cache.invalidateQueries({ queryKey: keys.texts });
    },
  });
  if (published) {
    return (
      <Card className="p-5 sm:p-6">
        <p role="status" className="flex items-center gap-3 text-lg">
          <Check aria-hidden className="size-5 text-success-text" />
          {t('setup.published')}
        </p>
        <p className="mt-2 max-w-measure text-muted-foreground">{t('setup.publishedAbout')}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button asChild>
            <a href={links.page} target="_blank" rel="noreferrer">
              {t('setup.openPage')}
              <ExternalLink aria-hidden />
            </a>
          </Button>
          {links.widget}
        </div>
        {published.saved.length > 0 ? (
          <p className="mt-5 text-sm">
            {t('setup.undoAsk')}{' '}
            <TextButton onClick={() => !undo.isPending && undo.mutate(published.saved)}>{t('setup.undo')}</TextButton>
          </p>
        ) : null}
        {undo.error ? <FormAlert>{sentenceOf(undo.error)}</FormAlert> : null}
      </Card>
    );
  }
  const { problem, changes } = setup;
  const removes = changes.removed.length;
  return (
    <>
      <ul className="space-y-1">
        {checksOf(answers, hasImports).map(({ name, step, isThere }) => (
          <li key={name} className="flex min-h-9 flex-wrap items-center gap-x-3">
            {isThere ? (
              <Check aria-hidden className="size-4 text-success-text" />
            ) : (
              <Circle aria-hidden className="size-4 text-muted-foreground" />
            )}
            <span className="sr-only">{isThere ? t('setup.isThere') : t('setup.isMissing')}</span>
            <span>{name}</span>
            {isThere ? null : <TextButton onClick={() => onStep(step)}>{t('setup.addIt')}</TextButton>}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted-foreground text-sm">{t('setup.missingIsFine')}</p>
      {problem ? null : (
        <Collapsible
          summary={t('setup.changes', { count: changes.replaced.length + changes.added.length + removes })}
          className="mt-6 rounded-lg border bg-card px-4"
        >
          <div className="space-y-3 pb-4 text-sm">
            {(['replaced', 'added', 'removed'] as const).map((kind) =>
              changes[kind].length > 0 ? (
                <p key={kind} className="wrap-anywhere">
                  <span className="font-medium">{t(`setup.changeKinds.${kind}`)}</span> {changes[kind].join(', ')}
                </p>
              ) : null,
            )}
          </div>
        </Collapsible>
      )}
      {problem ? (
        <p role="alert" className="mt-6 text-destructive-text">
          {t(`setup.problems.${(problem.field ?? 'other') as 'name'}`)}{' '}
          <TextButton
            onClick={() => onStep(problem.field === 'email' || problem.field === 'calendar' ? 'contact' : 'you')}
          >
            {t('setup.goThere')}
          </TextButton>
        </p>
      ) : null}
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

/** What a good twin has. */
function checksOf(answers: SetupAnswers, hasImports: boolean): { name: string; step: SetupStep; isThere: boolean }[] {
  const isCurrent = answers.base === 'current';
  return [
    { name: t('setup.checks.who'), step: 'you', isThere: answers.name.trim() !== '' && answers.does.trim() !== '' },
    { name: t('setup.checks.photo'), step: 'you', isThere: isCurrent || answers.portrait !== null },
    {
      name: t('setup.checks.services'),
      step: 'knowledge',
      isThere: answers.services.some(({ name }) => name.trim() !== ''),
    },
    {
      name: t('setup.checks.knowledge'),
      step: 'knowledge',
      isThere: isCurrent || hasImports || answers.answers.some(({ answer }) => answer.trim() !== ''),
    },
    {
      name: t('setup.checks.call'),
      step: 'contact',
      isThere: answers.call.trim() !== '' || answers.calendar.trim() !== '',
    },
  ];
}
