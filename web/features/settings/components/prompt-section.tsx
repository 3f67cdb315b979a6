import { useQuery } from '@tanstack/react-query';
import type { ToldPrompt } from '@understudy/contract/settings';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label, Select } from '../../../ui/field.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { Failure, Loading } from '../../../ui/states.tsx';
import { keys } from '../api/keys.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { Refusal, SectionFrame } from './section-frame.tsx';

/** The system prompt as a language model receives it, for a first message that can be edited. */
export function PromptSection() {
  const { calls, modes } = useSettingsPage();
  const refusal = useRefusal('admin');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [mode, setMode] = useState(modes[0]?.id ?? '');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.prompt(mode, asked),
    queryFn: () => calls.change<ToldPrompt>('POST', 'prompt', { mode, ...(asked ? { message: asked } : {}) }),
    placeholderData: (before) => before,
    enabled: refusal === null && mode !== '',
  });
  return (
    <SectionFrame
      section="prompt"
      introduction={
        'The instructions that a connected language model gets with a visitor’s message. They are made of the twin’s ' +
        'texts, and change with them.'
      }
    >
      <Refusal>{refusal}</Refusal>
      <form
        className="grid items-end gap-3 sm:grid-cols-[12rem_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim());
        }}
      >
        <div className="min-w-0">
          <Label htmlFor={`${id}-mode`}>Personality</Label>
          <Select id={`${id}-mode`} className="mt-1.5" value={mode} onChange={({ target }) => setMode(target.value)}>
            {modes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </div>
        <div className="min-w-0">
          <Label htmlFor={`${id}-message`}>A visitor’s first message (optional)</Label>
          <Input
            id={`${id}-message`}
            className="mt-1.5"
            autoComplete="off"
            maxLength={4000}
            placeholder="What does it cost?"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <Button type="submit" variant="outline" disabled={refusal !== null} aria-disabled={isFetching}>
          Show
        </Button>
      </form>
      <div className="mt-6" aria-busy={isFetching}>
        {data ? (
          <Prompt told={data} id={id} />
        ) : error ? (
          <Failure onRetry={() => void refetch()}>
            The prompt could not be loaded: {sentenceOf(error, 'the server cannot be reached.')}
          </Failure>
        ) : refusal === null ? (
          <Loading words="Loading the prompt" />
        ) : null}
      </div>
    </SectionFrame>
  );
}

function Prompt({ told: { text, tokens, shared_chars: shared }, id }: { told: ToldPrompt; id: string }) {
  const own = text.slice(shared).trim();
  return (
    <>
      <p className="text-muted-foreground text-sm">About {numberWords(tokens)} tokens.</p>
      <Part id={`${id}-shared`} name="The same for every visitor" text={text.slice(0, shared).trim()} />
      {own ? <Part id={`${id}-own`} name="For this message" text={own} /> : null}
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
