import { useQuery } from '@tanstack/react-query';
import { SETUP_STEPS, type Setup, type SetupStep } from '@understudy/contract/setup';
import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { Fetched, Refusal } from '../components/section-frame.tsx';
import { useImports } from '../imports/use-imports.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { PREVIEW_ID, SetupPreviewPanel } from './setup-preview.tsx';
import { createSetupSaver, type SaveProgress, type SetupSaver } from './setup-saver.ts';
import { StepContact } from './step-contact.tsx';
import { StepKnowledge } from './step-knowledge.tsx';
import { StepManner } from './step-manner.tsx';
import { StepModel } from './step-model.tsx';
import { StepPublish } from './step-publish.tsx';
import { StepYou } from './step-you.tsx';
import '../settings.css';
import './setup.css';

interface SetupViewProps {
  /** The step in the address; null for the one to continue with. */
  step: SetupStep | null;
  onStep: (step: SetupStep) => void;
  /** Leaves the wizard; it goes on where it was left. */
  onLeave: () => void;
  /** The present twin's name, and where its portrait is shown. */
  present: { name: string; portrait: string };
  links: { page: string; widget: ReactNode };
  /** Told when the twin has changed. */
  onPublished: () => void;
  /** Told before the page is closed: whether something is not saved yet. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The wizard that makes the twin an owner's own. */
export function SetupView(props: SetupViewProps) {
  const { calls } = useSettingsPage();
  const refusal = useRefusal('admin');
  // Newer answers come with each save; a refetch would fight with what is being typed.
  const query = useQuery({
    queryKey: keys.setup,
    queryFn: ({ signal }) => calls.get<Setup>('setup', {}, signal),
    enabled: refusal === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (refusal) return <Refusal>{refusal}</Refusal>;
  return (
    <Fetched query={query} what="setup">
      {(setup) => <Wizard setup={setup} {...props} />}
    </Fetched>
  );
}

function Wizard({
  setup: first,
  step: asked,
  onStep,
  onLeave,
  present,
  links,
  onPublished,
  onUnsaved,
}: SetupViewProps & { setup: Setup }) {
  const { calls, place } = useSettingsPage();
  const [saver] = useState(() => createSetupSaver(first, calls));
  const { setup, answers, step: kept, progress } = useSyncExternalStore(saver.store.subscribe, saver.store.get);
  const { data: imports } = useImports();
  const heading = useRef<HTMLHeadingElement>(null);
  const step = asked ?? kept;
  const at = SETUP_STEPS.indexOf(step);
  const isUnsaved = progress.is !== 'saved';
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  useEffect(() => () => void saver.flush(), [saver]);
  const go = (next: SetupStep) => {
    saver.open(next);
    onStep(next);
  };
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus({ preventScroll: true });
    shownStep.current = step;
  }, [step]);
  const { change } = saver;
  const stepProps = { answers, change, problem: setup.problem };
  const hasImports = imports?.items.some(({ state }) => state === 'applied') ?? false;
  const previous = SETUP_STEPS[at - 1];
  const next = SETUP_STEPS[at + 1];
  return (
    <div className="setup">
      <nav aria-label={t('setup.steps')} className="setup-steps">
        <ol>
          {SETUP_STEPS.map((one, place) => (
            <li key={one}>
              <button
                type="button"
                className="setup-step"
                aria-current={one === step ? 'step' : undefined}
                onClick={() => go(one)}
              >
                <span aria-hidden className="setup-number">
                  {place + 1}
                </span>
                <span className="min-w-0">{t(`setup.stepNames.${one}`)}</span>
              </button>
            </li>
          ))}
        </ol>
        <SaveWords progress={progress} saver={saver} />
      </nav>
      <div className="min-w-0">
        <p className="flex items-center justify-between gap-4 text-muted-foreground text-sm">
          {t('setup.stepOf', { step: at + 1, of: SETUP_STEPS.length })}
          <a
            href={`#${PREVIEW_ID}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 xl:hidden"
          >
            {t('setup.tryIt')}
          </a>
        </p>
        <h1 ref={heading} tabIndex={-1} className="mt-1 text-3xl outline-none">
          {t(`setup.headings.${step}`)}
        </h1>
        <p className="mt-2 mb-8 max-w-measure text-muted-foreground">{t(`setup.introductions.${step}`)}</p>
        {progress.is === 'conflict' ? <OtherOwner theirs={progress.theirs} saver={saver} /> : null}
        {step === 'you' ? (
          <StepYou
            {...stepProps}
            portrait={answers.base === 'current' ? present.portrait : null}
            choice={setup.is_sample && setup.published_at === null ? null : { name: present.name }}
          />
        ) : step === 'knowledge' ? (
          <StepKnowledge {...stepProps} />
        ) : step === 'manner' ? (
          <StepManner {...stepProps} />
        ) : step === 'contact' ? (
          <StepContact {...stepProps} />
        ) : step === 'model' ? (
          <StepModel />
        ) : (
          <StepPublish {...{ saver, setup, answers, hasImports, links, onPublished }} onStep={go} />
        )}
        {place.importId ? null : (
          <div className="mt-10 flex flex-wrap items-center gap-3 border-t pt-6">
            {previous ? (
              <Button variant="ghost" className="-ml-3" onClick={() => go(previous)}>
                <ArrowLeft aria-hidden />
                {t('setup.back')}
              </Button>
            ) : null}
            {next ? (
              <Button onClick={() => go(next)}>
                {t('setup.continue')}
                <ArrowRight aria-hidden />
              </Button>
            ) : null}
            <Button
              variant="ghost"
              className="ml-auto"
              onClick={() => void saver.flush().then((isSaved) => isSaved && onLeave())}
            >
              {setup.state === 'published' && !isUnsaved ? t('setup.done') : t('setup.later')}
            </Button>
          </div>
        )}
      </div>
      <SetupPreviewPanel answers={answers} />
    </div>
  );
}

/** Whether everything is saved. */
function SaveWords({ progress, saver }: { progress: SaveProgress; saver: SetupSaver }) {
  return (
    <p role="status" className="setup-saved">
      {progress.is === 'saved' ? (
        <>
          <Check aria-hidden className="size-4" />
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

/** Another owner has saved other answers: whose are kept? */
function OtherOwner({ theirs, saver }: { theirs: Setup; saver: SetupSaver }) {
  return (
    <div role="alert" className="mb-8 rounded-md border border-destructive-text p-4">
      <p className="font-medium">
        <Text
          id="setup.otherOwner"
          tags={{
            who: () => <span className="wrap-anywhere">{theirs.updated_by ?? t('settings.someoneElse')}</span>,
            when: () => (theirs.updated_at ? <When at={theirs.updated_at} /> : null),
          }}
        />
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" className="min-h-11" onClick={() => saver.resolve('theirs')}>
          {t('settings.takeTheirs')}
        </Button>
        <Button variant="outline" size="sm" className="min-h-11" onClick={() => saver.resolve('mine')}>
          {t('settings.keepMine')}
        </Button>
      </div>
    </div>
  );
}
