import { useQuery } from '@tanstack/react-query';
import type { ToldPrompt, TwinPreview } from '@understudy/contract/twin-texts';
import { useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { keys } from '../calls.ts';
import { Fetched, Refusal, SectionFrame } from '../components/section-frame.tsx';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { LineField, ModeField, TrialForm, unansweredWords } from './trial-form.tsx';
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
        <ModeField label={t('twin.personality')} modes={modes} mode={mode} onMode={setMode} />
        <LineField
          label={t('twin.aVisitorsFirstMessageOptional')}
          placeholder={t('twin.whatDoesItCost')}
          line={typed}
          onLine={setTyped}
        />
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

/**
 * Asks the twin a question with all unsaved texts, and compares it with the running twin.
 *
 * @param file the open text, whose personality is asked first
 * @param isBeside it stands beside the text, not below it
 */
export function TryOut({
  unsaved: { texts },
  file,
  isBeside = false,
}: {
  unsaved: Unsaved;
  file: string | null;
  isBeside?: boolean;
}) {
  const { calls, modes } = useSettingsPage();
  const [mode, setMode] = useState(
    () => modes.find((one) => file === `modes/${one.id}.yaml`)?.id ?? modes[0]?.id ?? '',
  );
  const ask = async (message: string): Promise<Answers> => {
    const call = (tried: typeof texts) =>
      calls.change<TwinPreview>('POST', 'twin/preview', { texts: tried, message, mode });
    const [live, draft] = await Promise.all([call([]), texts.length > 0 ? call(texts) : null]);
    return { live, draft };
  };
  return (
    <TrialForm
      name={t('twin.tryItOut')}
      about={texts.length === 0 ? t('twin.asksTheLiveTwin') : t('twin.asksTheLiveTwinAnd', { count: texts.length })}
      label={t('twin.question')}
      placeholder={file?.startsWith('modes/') ? t('twin.whoAreYou') : t('twin.whatDoesItCost')}
      modeField={<ModeField label={t('twin.personality')} modes={modes} mode={mode} onMode={setMode} />}
      button={t('twin.ask')}
      ask={ask}
      isBeside={isBeside}
    >
      {({ live, draft }) => (
        <div className="grid gap-4 @xl:grid-cols-2">
          <Reply title={t('twin.liveTwin')} preview={live} file={file} />
          {draft ? <Reply title={t('twin.withYourChanges')} preview={draft} file={file} /> : null}
        </div>
      )}
    </TrialForm>
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
        <p className="wrap-anywhere mt-2 text-destructive-text text-sm">{unansweredWords(problem, file)}</p>
      ) : (
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{reply}</p>
      )}
    </div>
  );
}
