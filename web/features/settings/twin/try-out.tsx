import { useQuery } from '@tanstack/react-query';
import type { ToldPrompt, TwinPreview } from '@understudy/contract/twin-texts';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Input, Label, Select } from '../../../ui/field.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { FormAlert, Spinner } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { Fetched, Refusal, SectionFrame } from '../components/section-frame.tsx';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { lineProblem, withoutPlace } from './texts.ts';
import { TRY_OUT_ID } from './unsaved-bar.tsx';
import type { Unsaved } from './use-unsaved.ts';

/** The system prompt as a language model receives it, for a first message that can be edited. */
export function PromptSection() {
  const { calls, modes } = useSettingsPage();
  const refusal = useRefusal('admin');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [mode, setMode] = useState(modes[0]?.id ?? '');
  const query = useQuery({
    queryKey: keys.prompt(mode, asked),
    queryFn: () => calls.change<ToldPrompt>('POST', 'prompt', { mode, ...(asked ? { message: asked } : {}) }),
    placeholderData: (before) => before,
    enabled: refusal === null && mode !== '',
  });
  return (
    <SectionFrame section="prompt" introduction={t('twin.theInstructionsThatAConnected')}>
      <Refusal>{refusal}</Refusal>
      <form
        className="grid items-end gap-3 sm:grid-cols-[12rem_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim());
        }}
      >
        <ModeField mode={mode} onMode={setMode} />
        <div className="min-w-0">
          <Label htmlFor={`${id}-message`}>{t('twin.aVisitorsFirstMessageOptional')}</Label>
          <Input
            id={`${id}-message`}
            className="mt-1.5"
            autoComplete="off"
            maxLength={4000}
            placeholder={t('twin.whatDoesItCost')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" variant="outline" disabled={refusal !== null} aria-disabled={query.isFetching}>
          {t('twin.show')}
        </Button>
      </form>
      <div className="mt-6" aria-busy={query.isFetching}>
        {refusal === null ? (
          <Fetched query={query} what="prompt">
            {(told) => <Prompt told={told} id={id} />}
          </Fetched>
        ) : null}
      </div>
    </SectionFrame>
  );
}

function Prompt({ told: { text, tokens, shared_chars: shared }, id }: { told: ToldPrompt; id: string }) {
  const own = text.slice(shared).trim();
  return (
    <>
      <p className="text-muted-foreground text-sm">{t('twin.aboutTokens', { tokens: numberWords(tokens) })}</p>
      <Part id={`${id}-shared`} name={t('twin.theSameForEveryVisitor')} text={text.slice(0, shared).trim()} />
      {own ? <Part id={`${id}-own`} name={t('twin.forThisMessage')} text={own} /> : null}
    </>
  );
}

function Part({ id, name, text }: { id: string; name: string; text: string }) {
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="text-lg">
        {name}
      </h3>
      <div className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-md border bg-card p-4 text-sm">{text}</div>
    </section>
  );
}

interface Answers {
  live: TwinPreview;
  /** Null where nothing was unsaved. */
  draft: TwinPreview | null;
}
type TryState =
  | { is: 'idle' }
  | { is: 'asking' }
  | { is: 'answered'; answers: Answers }
  | { is: 'failed'; words: string };

/**
 * Asks the twin a question with all unsaved texts, and compares it with the running twin. Nothing is stored.
 *
 * @param file the open text, whose personality is asked first
 * @param isBeside it stands beside the text, not below it
 */
export function TryOut({
  unsaved,
  file,
  isBeside = false,
}: {
  unsaved: Unsaved;
  file: string | null;
  isBeside?: boolean;
}) {
  const { calls, modes } = useSettingsPage();
  const mayAsk = useRefusal('admin') === null;
  const id = useId();
  const [message, setMessage] = useState('');
  const [mode, setMode] = useState(
    () => modes.find((one) => file === `modes/${one.id}.yaml`)?.id ?? modes[0]?.id ?? '',
  );
  const [state, setState] = useState<TryState>({ is: 'idle' });
  const { texts } = unsaved;
  const ask = async () => {
    setState({ is: 'asking' });
    const call = (tried: typeof texts) =>
      calls.change<TwinPreview>('POST', 'twin/preview', { texts: tried, message: message.trim(), mode });
    try {
      const [live, draft] = await Promise.all([call([]), texts.length > 0 ? call(texts) : null]);
      setState({ is: 'answered', answers: { live, draft } });
    } catch (error) {
      setState({ is: 'failed', words: sentenceOf(error) });
    }
  };
  return (
    <section
      id={TRY_OUT_ID}
      aria-labelledby={`${id}-name`}
      className={cn('@container', !isBeside && 'mt-6 border-t pt-6')}
    >
      <h3 id={`${id}-name`} className="text-lg">
        {t('twin.tryItOut')}
      </h3>
      <p className="text-muted-foreground text-sm">
        {texts.length === 0 ? t('twin.asksTheLiveTwin') : t('twin.asksTheLiveTwinAnd', { count: texts.length })}
      </p>
      <form
        className="mt-4 grid items-end gap-3 @xl:grid-cols-[1fr_12rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          if (state.is !== 'asking' && message.trim() !== '') void ask();
        }}
      >
        <div className="min-w-0">
          <Label htmlFor={`${id}-message`}>{t('twin.question')}</Label>
          <Input
            id={`${id}-message`}
            className="mt-1.5"
            autoComplete="off"
            maxLength={4000}
            placeholder={file?.startsWith('modes/') ? t('twin.whoAreYou') : t('twin.whatDoesItCost')}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        </div>
        <ModeField mode={mode} onMode={setMode} />
        <Button
          type="submit"
          variant="outline"
          disabled={!mayAsk || message.trim() === ''}
          aria-disabled={state.is === 'asking'}
        >
          {state.is === 'asking' ? t('twin.asking') : t('twin.ask')}
        </Button>
      </form>
      <div aria-live="polite" className="mt-4">
        {state.is === 'asking' ? <Spinner label={t('twin.theTwinIsAnswering')} /> : null}
        {state.is === 'failed' ? <FormAlert>{state.words}</FormAlert> : null}
        {state.is === 'answered' ? (
          <div className="grid gap-4 @xl:grid-cols-2">
            <Reply title={t('twin.liveTwin')} preview={state.answers.live} file={file} />
            {state.answers.draft ? (
              <Reply title={t('twin.withYourChanges')} preview={state.answers.draft} file={file} />
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** The personality that is asked. */
function ModeField({ mode, onMode }: { mode: string; onMode: (mode: string) => void }) {
  const { modes } = useSettingsPage();
  const id = useId();
  return (
    <div className="min-w-0">
      <Label htmlFor={id}>{t('twin.personality')}</Label>
      <Select id={id} className="mt-1.5" value={mode} onChange={({ target }) => onMode(target.value)}>
        {modes.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface ReplyProps {
  title: string;
  preview: TwinPreview;
  file: string | null;
}

function Reply({ title, preview: { reply, problem }, file }: ReplyProps) {
  return (
    <div className="min-w-0 rounded-md border bg-card p-4">
      <h4 className="font-medium text-muted-foreground text-sm">{title}</h4>
      {problem ? (
        <p className="wrap-anywhere mt-2 text-destructive-text text-sm">
          {t('twin.theTwinCouldNotAnswer', {
            problem:
              problem.file === file
                ? lineProblem({ line: problem.line, message: withoutPlace(problem.message, problem.file) })
                : problem.message,
          })}
        </p>
      ) : (
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{reply}</p>
      )}
    </div>
  );
}
