import { useQuery } from '@tanstack/react-query';
import type { ModelConnection } from '@understudy/contract/settings';
import type { SetupAnswers, SetupPreview } from '@understudy/contract/setup';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Input, Label } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { useSettingsPage } from '../settings-context.tsx';

/** What the twin would say with the answers so far. */
interface PreviewState {
  shown: SetupPreview | null;
  isBusy: boolean;
  failure: string | null;
}

/**
 * The twin's greeting and its reply to a question, renewed while the owner types: at most one call at a time, and the
 * next one with the newest answers.
 */
function useLiveReply(answers: SetupAnswers, message: string, isQuick: boolean): PreviewState {
  const { calls } = useSettingsPage();
  const [state, setState] = useState<PreviewState>({ shown: null, isBusy: true, failure: null });
  const wanted = useRef({ answers, message, isQuick });
  const running = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    wanted.current = { answers, message, isQuick };
    if (running.current) return;
    running.current = true;
    void (async () => {
      for (;;) {
        const asked = wanted.current;
        setState((before) => ({ ...before, isBusy: true }));
        let next: Partial<PreviewState>;
        try {
          const body = {
            answers: asked.answers,
            quick: asked.isQuick,
            ...(asked.message ? { message: asked.message } : {}),
          };
          next = { shown: await calls.change<SetupPreview>('POST', 'setup/preview', body), failure: null };
        } catch (error) {
          next = { failure: sentenceOf(error) };
        }
        if (isGone.current) return;
        const isLast = wanted.current === asked;
        setState((before) => ({ ...before, ...next, isBusy: !isLast }));
        if (isLast) break;
      }
      running.current = false;
    })();
  }, [answers, message, isQuick, calls]);
  return state;
}

/** Where the chat beside the form stands. */
export const PREVIEW_ID = 'setup-try';

interface SetupPreviewProps {
  answers: SetupAnswers;
  className?: string;
}

/** The chat beside the form: the twin with the answers so far. */
export function SetupPreviewPanel({ answers, className }: SetupPreviewProps) {
  const { calls } = useSettingsPage();
  const id = useId();
  const [typed, setTyped] = useState('');
  /** With the answers for which a language model was asked; as soon as they change, the quick reply is enough. */
  const [asked, setAsked] = useState<{ message: string; of: SetupAnswers }>({
    message: t('setup.askWhat'),
    of: answers,
  });
  const { data: model } = useQuery({
    queryKey: keys.model,
    queryFn: ({ signal }) => calls.get<ModelConnection>('model', {}, signal),
  });
  const hasModel = model !== undefined && (model.connected !== null || model.environment.length > 0);
  const isQuick = !hasModel || asked.of !== answers;
  const { shown, isBusy, failure } = useLiveReply(answers, asked.message, isQuick);
  const chips = [
    t('setup.askWhat'),
    t('setup.askCost'),
    t('setup.askStart'),
    ...answers.answers.map(({ question }) => question.trim()).filter(Boolean),
  ].slice(0, 5);
  const ask = (message: string) => setAsked({ message, of: answers });
  return (
    <section id={PREVIEW_ID} aria-labelledby={`${id}-title`} className={cn('setup-preview', className)}>
      <h2 id={`${id}-title`} className="text-lg">
        {t('setup.tryIt')}
      </h2>
      <p className="text-muted-foreground text-sm">{isQuick && hasModel ? t('setup.tryQuick') : t('setup.tryAbout')}</p>
      <div className="setup-talk" aria-busy={isBusy}>
        {shown ? (
          <>
            <p className="setup-twin">{shown.greeting}</p>
            <p className="setup-visitor">{asked.message}</p>
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
      <ul className="mt-3 flex flex-wrap gap-2">
        {chips.map((chip) => (
          <li key={chip} className="min-w-0">
            <button
              type="button"
              className="setup-chip"
              aria-pressed={chip === asked.message}
              onClick={() => ask(chip)}
            >
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
        <Button type="submit" size="icon" aria-label={t('setup.tryAsk')} disabled={typed.trim() === ''}>
          <SendHorizontal aria-hidden />
        </Button>
      </form>
    </section>
  );
}
