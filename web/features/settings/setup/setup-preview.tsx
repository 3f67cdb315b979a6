import { brandOf, USUAL_BRAND } from '@understudy/contract/brand';
import type { SetupAnswers, SetupPreview, SetupStep } from '@understudy/contract/setup';
import { MessageCircle, SendHorizontal, UserRound } from 'lucide-react';
import {
  type CSSProperties,
  type FormEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/states.tsx';
import { useSettingsPage } from '../settings-context.tsx';
import { createLiveReply, type LiveState } from './live-reply.ts';
import { SetupPortrait } from './setup-portrait.tsx';

/** The twin's greeting and its reply to a question, renewed while the owner types. */
function useLiveReply(answers: SetupAnswers, message: string, isQuick: boolean): LiveState {
  const { calls } = useSettingsPage();
  const [live] = useState(() =>
    createLiveReply((question, signal) => {
      const body = { answers: question.answers, quick: question.isQuick, message: question.message };
      return calls.change<SetupPreview>('POST', 'setup/preview', body, signal);
    }),
  );
  useEffect(() => live.stop, [live]);
  const isNamed = answers.name.trim() !== '';
  useEffect(() => {
    if (isNamed) live.ask({ answers, message, isQuick });
  }, [live, answers, message, isQuick, isNamed]);
  return useSyncExternalStore(live.store.subscribe, live.store.get);
}

interface SetupPreviewProps {
  answers: SetupAnswers;
  step: SetupStep;
  /** Where the portrait is shown from; null for initials. */
  portrait: string | null;
  /** Whether these answers are what visitors meet. */
  isLive: boolean;
  /** Whether a language model answers visitors. */
  hasModel: boolean;
}

/** Where the preview has no room: a button that opens it as a sheet. */
export function TwinPreviewSheet(props: SetupPreviewProps) {
  const [isOpen, setOpen] = useState(false);
  const sheet = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button variant="outline" className="bg-card" onClick={() => setOpen(true)}>
        <MessageCircle aria-hidden />
        {t('setup.tryIt')}
      </Button>
      {isOpen ? (
        <Dialog
          title={t('setup.tryIt')}
          dialog={sheet}
          hasCross
          onClose={() => setOpen(false)}
          className="setup-sheet max-h-[88dvh]"
        >
          <TwinPreview {...props} />
        </Dialog>
      ) : null}
    </>
  );
}

/** The twin with the answers so far. */
export function TwinPreview({ answers, step, portrait, isLive, hasModel }: SetupPreviewProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  /** For these answers a language model was asked; as soon as they change, the quick reply is enough. */
  const [asked, setAsked] = useState<{ message: string; of: SetupAnswers | null; on: SetupStep | null }>({
    message: t('setup.askWhat'),
    of: null,
    on: null,
  });
  const own = asked.on === step ? null : questionOf(step);
  const message = own ?? asked.message;
  const isQuick = !hasModel || own !== null || asked.of !== answers;
  const { shown, isBusy, failure } = useLiveReply(answers, message, isQuick);
  const isNamed = answers.name.trim() !== '';
  const chips = [
    ...(step === 'manner' ? [t('setup.askHow'), ...(hasModel ? [t('setup.askHelp')] : [])] : []),
    t('setup.askWhat'),
    t('setup.askCost'),
    t('setup.askStart'),
    ...answers.answers.map(({ question }) => question.trim()).filter(Boolean),
  ];
  const ask = (question: string) => setAsked({ message: question, of: answers, on: step });
  const brand = useBrandStyle(answers.color);
  const state = (
    <p className="setup-state">
      <span aria-hidden className={cn('setup-lamp', isLive && 'is-live')} />
      {isLive ? t('setup.tryLive') : isQuick && hasModel ? t('setup.tryQuick') : t('setup.tryAbout')}
    </p>
  );
  if (!isNamed) {
    return (
      <section aria-label={t('setup.tryIt')} className="setup-preview" style={brand}>
        <div className="stage setup-stage">
          {state}
          <span className="setup-arch">
            {portrait ? <img src={portrait} alt="" /> : <UserRound aria-hidden className="size-16" />}
          </span>
          <p className="font-serif text-muted-foreground text-xl">{t('setup.ghost')}</p>
          <p>{t('setup.typeName')}</p>
        </div>
      </section>
    );
  }
  return (
    <section aria-labelledby={`${id}-title`} className="setup-preview" style={brand}>
      <h2 id={`${id}-title`} className="sr-only">
        {t('setup.tryIt')}
      </h2>
      <div className="setup-page">
        {state}
        <SetupPortrait src={portrait} name={answers.name} />
        <p className="setup-page-name">{answers.name}</p>
        {answers.title.trim() ? <p className="text-muted-foreground text-sm">{answers.title}</p> : null}
        {answers.does.trim() ? <p className="setup-tagline">{answers.does}</p> : null}
      </div>
      <div className="setup-talk" aria-busy={isBusy}>
        {shown ? (
          <>
            <p className="setup-twin" data-testid="setup-greeting">
              {shown.greeting}
            </p>
            <p className="setup-visitor">{message}</p>
            {/* Screen readers hear the reply, once it has come to rest. */}
            <p className={cn('setup-twin', isBusy && 'is-busy')} aria-live="polite" data-testid="setup-reply">
              {shown.reply ?? ''}
            </p>
            {shown.problem ? <p className="text-destructive-text text-sm">{shown.problem}</p> : null}
          </>
        ) : failure ? null : (
          <Spinner label={t('setup.tryLoading')} />
        )}
        {failure ? <p className="text-destructive-text text-sm">{failure}</p> : null}
      </div>
      <div className="setup-ask">
        <ul className="flex flex-wrap gap-2">
          {[...new Set(chips)].slice(0, 5).map((chip) => (
            <li key={chip} className="min-w-0">
              <button type="button" className="setup-chip" aria-pressed={chip === message} onClick={() => ask(chip)}>
                {chip}
              </button>
            </li>
          ))}
        </ul>
        <form
          className="mt-3 flex gap-2"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (typed.trim() === '') return;
            ask(typed.trim());
            setTyped('');
          }}
        >
          <Label htmlFor={`${id}-question`} className="sr-only">
            {t('setup.tryQuestion')}
          </Label>
          <Input
            id={`${id}-question`}
            autoComplete="off"
            maxLength={1_000}
            placeholder={t('setup.tryQuestion')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button
            type="submit"
            size="icon"
            variant="outline"
            aria-label={t('setup.tryAsk')}
            disabled={typed.trim() === ''}
          >
            <SendHorizontal aria-hidden />
          </Button>
        </form>
      </div>
    </section>
  );
}

/** The question whose reply shows best what a step changes; null for the one asked last. */
const questionOf = (step: SetupStep): string | null =>
  // Without a model the manner shows in courtesies.
  step === 'manner' ? t('setup.askHow') : step === 'contact' ? t('setup.askStart') : null;

/** The brand's colors over the house's own, as on visitors' pages. */
function useBrandStyle(color: string | null): CSSProperties {
  return useMemo(() => {
    const { light, dark } = brandOf(color ?? USUAL_BRAND);
    const names = ['primary', 'primary_foreground', 'primary_text', 'light'] as const;
    return Object.fromEntries(
      names.map((name) => [`--${name.replace('_', '-')}`, `light-dark(${light[name]}, ${dark[name]})`]),
    ) as CSSProperties;
  }, [color]);
}
