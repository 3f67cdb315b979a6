import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SETUP_STEPS, type Setup, type SetupStep } from '@understudy/contract/setup';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useWide } from '../../../ui/use-wide.ts';
import { keys } from '../calls.ts';
import { Conflict, Fetched, Refusal } from '../components/section-frame.tsx';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { usePortraitSrc } from '../twin/portrait-field.tsx';
import { createLeaveGuard, type LeaveGuard } from './leave-guard.ts';
import { presentProblem } from './setup-answers.ts';
import { TwinPreview, TwinPreviewSheet } from './setup-preview.tsx';
import { createSetupSaver } from './setup-saver.ts';
import { SetupSteps } from './setup-steps.tsx';
import { answerChanges, doneSteps } from './setup-words.ts';
import { StepContact } from './step-contact.tsx';
import { StepKnowledge, useIsReviewing } from './step-knowledge.tsx';
import { StepManner } from './step-manner.tsx';
import { StepModel } from './step-model.tsx';
import { StepPublish } from './step-publish.tsx';
import { type PublishedLinks, StepPublished } from './step-published.tsx';
import { StepYou } from './step-you.tsx';
import { usePresent } from './use-present.ts';
import '../settings.css';
import './setup.css';

interface SetupViewProps {
  /** The step in the address; null for the one to continue with. */
  step: SetupStep | null;
  /** Who opens it has just become the owner. */
  isNewOwner: boolean;
  onStep: (step: SetupStep) => void;
  /** Leaves the wizard; it goes on where it was left. */
  onLeave: () => void;
  /** The present twin's name, and where its portrait is shown. */
  present: { name: string; portrait: string };
  links: PublishedLinks;
  /** Told when the twin has changed. */
  onPublished: () => void;
  /** Asks what is not saved yet before the page is left. */
  guard: LeaveGuard;
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
  isNewOwner,
  onStep,
  onLeave,
  present,
  links,
  onPublished,
  guard,
}: SetupViewProps & { setup: Setup }) {
  const { calls } = useSettingsPage();
  const isReviewing = useIsReviewing();
  const isWide = useWide();
  const [saver] = useState(() => createSetupSaver(first, calls));
  const state = useSyncExternalStore(saver.store.subscribe, saver.store.get);
  const { setup, answers, progress } = state;
  const twin = usePresent();
  const heading = useRef<HTMLHeadingElement>(null);
  const step = asked ?? state.step;
  const at = SETUP_STEPS.indexOf(step);
  /** How many steps were passed. */
  const [seen, setSeen] = useState(Math.max(at, SETUP_STEPS.indexOf(setup.step)));
  /** What the open step saves by itself. */
  const [stepGuard] = useState(createLeaveGuard);
  useEffect(
    () => guard.watch({ isUnsaved: () => saver.store.get().progress.is !== 'saved', flush: saver.flush }),
    [guard, saver],
  );
  useEffect(() => guard.watch({ isUnsaved: stepGuard.isUnsaved, flush: stepGuard.settle }), [guard, stepGuard]);
  useEffect(() => () => void saver.flush(), [saver]);
  const cache = useQueryClient();
  // The dashboard's card.
  useEffect(() => void cache.setQueryData(keys.setupState, setup), [cache, setup]);
  const go = async (next: SetupStep) => {
    if (!(await stepGuard.settle())) return;
    setSeen((before) => Math.max(before, SETUP_STEPS.indexOf(next)));
    saver.open(next);
    onStep(next);
  };
  const onGo = (next: SetupStep) => void go(next);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus({ preventScroll: true });
    shownStep.current = step;
  }, [step]);
  const { change } = saver;
  const stepProps = { answers, change, problem: presentProblem(setup, answers) };
  const uploaded = usePortraitSrc(answers.portrait, null);
  const ownPortrait = answers.base === 'current' ? present.portrait : null;
  const previous = SETUP_STEPS[at - 1];
  const next = SETUP_STEPS[at + 1];
  const isLive = setup.state === 'published' && progress.is === 'saved';
  const isPublished = step === 'publish' && isLive;
  const isSkipped = step === 'model' && !twin.hasModel;
  const preview = { answers, step, portrait: uploaded ?? ownPortrait, isLive, hasModel: twin.hasModel };
  const back = previous ? (
    <Button variant="ghost" className="max-sm:px-3" onClick={() => onGo(previous)}>
      <ArrowLeft aria-hidden />
      <span className="max-sm:sr-only">{t('setup.back')}</span>
    </Button>
  ) : null;
  const onward = next ? (
    <Button
      variant={isSkipped ? 'outline' : 'primary'}
      className="ml-auto min-w-0 shrink max-sm:px-3"
      onClick={() => onGo(next)}
    >
      {isSkipped ? t('setup.skipModel') : t('setup.continue')}
      {isSkipped ? null : <ArrowRight aria-hidden />}
    </Button>
  ) : null;
  return (
    <div className="setup">
      <SetupSteps
        step={step}
        done={doneSteps(setup, answers, twin, seen)}
        onStep={onGo}
        progress={progress}
        isFresh={setup === first && answers === first.answers}
        saver={saver}
      />
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-4">
          <h1 ref={heading} tabIndex={-1} className="min-w-0 text-3xl outline-none">
            {isPublished ? t('setup.published', { name: answers.name }) : t(`setup.headings.${step}`)}
          </h1>
          <Button
            variant="ghost"
            size="sm"
            className="-mr-3 min-h-11"
            onClick={() => void guard.settle().then((isSaved) => isSaved && onLeave())}
          >
            {isLive ? t('setup.done') : t('setup.later')}
          </Button>
        </div>
        <p className="mt-2 mb-8 max-w-measure text-muted-foreground">
          {isNewOwner ? `${t('auth.welcomeYouAreTheOwner')} ` : null}
          {isPublished ? t('setup.publishedAbout') : t(`setup.introductions.${step}`)}
        </p>
        {progress.is === 'conflict' ? (
          <Conflict
            by={progress.theirs.updated_by}
            at={progress.theirs.updated_at}
            theirs={answerChanges(setup.answers, progress.theirs.answers)}
            mine={answerChanges(setup.answers, answers)}
            onTakeTheirs={() => saver.resolve('theirs')}
            onKeepMine={() => saver.resolve('mine')}
          />
        ) : null}
        {step === 'you' ? (
          <StepYou
            {...stepProps}
            portrait={ownPortrait}
            choice={setup.is_sample && setup.published_at === null ? null : { name: present.name }}
          />
        ) : step === 'knowledge' ? (
          <StepKnowledge {...stepProps} />
        ) : step === 'manner' ? (
          <StepManner {...stepProps} />
        ) : step === 'contact' ? (
          <StepContact {...stepProps} guard={stepGuard} />
        ) : step === 'model' ? (
          <StepModel />
        ) : isPublished ? (
          <StepPublished
            {...{ saver, links, onPublished, answers }}
            portrait={ownPortrait}
            hasModel={twin.hasModel}
            canUndo={setup.can_undo}
            onStep={onGo}
          />
        ) : (
          <StepPublish {...{ saver, setup, answers, twin, onPublished }} onStep={onGo} />
        )}
      </div>
      {isReviewing ? null : (
        <>
          {isWide ? (
            <aside className="setup-aside">
              <TwinPreview {...preview} />
            </aside>
          ) : null}
          <div className="setup-bar">
            <div>
              {back}
              {isWide ? null : <TwinPreviewSheet {...preview} />}
              {onward}
            </div>
          </div>
        </>
      )}
    </div>
  );
}
