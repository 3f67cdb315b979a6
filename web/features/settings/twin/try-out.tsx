import type { TwinPreview, TwinTextDetail } from '@understudy/contract/settings';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label, Select } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Spinner } from '../../../ui/states.tsx';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { withoutPlace } from './texts.ts';
import type { TextEdit } from './use-text-edit.ts';

interface Answers {
  asItRuns: TwinPreview;
  withText: TwinPreview;
}
type TryState =
  | { is: 'idle' }
  | { is: 'asking' }
  | { is: 'answered'; answers: Answers }
  | { is: 'failed'; words: string };

/** Asks the twin a question with the unsaved text, and compares it with the running twin. Nothing is stored. */
export function TryOut({ detail: { file, kind }, edit }: { detail: TwinTextDetail; edit: TextEdit }) {
  const { calls, modes } = useSettingsPage();
  const mayAsk = useRefusal('admin') === null;
  const id = useId();
  const [message, setMessage] = useState('');
  const [mode, setMode] = useState(
    () => modes.find((one) => file === `modes/${one.id}.yaml`)?.id ?? modes[0]?.id ?? '',
  );
  const [state, setState] = useState<TryState>({ is: 'idle' });
  const ask = async () => {
    setState({ is: 'asking' });
    edit.setProblem(null);
    const call = (text: string | null) =>
      calls.change<TwinPreview>('POST', 'twin/preview', { file, text, message: message.trim(), mode });
    try {
      const [asItRuns, withText] = await Promise.all([call(null), call(edit.text)]);
      const problem = withText.problem && {
        ...withText.problem,
        message: withoutPlace(withText.problem.message, file),
      };
      if (problem) edit.setProblem(problem);
      setState({ is: 'answered', answers: { asItRuns, withText: { ...withText, problem } } });
    } catch (error) {
      setState({ is: 'failed', words: sentenceOf(error, 'The server cannot be reached.') });
    }
  };
  return (
    <section aria-labelledby={`${id}-name`} className="mt-6 border-t pt-6">
      <h3 id={`${id}-name`} className="text-lg">
        Try it out
      </h3>
      <p className="text-muted-foreground text-sm">
        Asks the live twin and the twin with the text above, saved or not. Nothing is stored.
      </p>
      <form
        className="mt-4 grid items-end gap-3 sm:grid-cols-[1fr_12rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          if (state.is !== 'asking' && message.trim() !== '') void ask();
        }}
      >
        <div className="min-w-0">
          <Label htmlFor={`${id}-message`}>Ask it</Label>
          <Input
            id={`${id}-message`}
            className="mt-1.5"
            autoComplete="off"
            maxLength={4000}
            placeholder={kind === 'mode' ? 'Who are you?' : 'What does it cost?'}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        </div>
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
        <Button
          type="submit"
          variant="outline"
          disabled={!mayAsk || message.trim() === ''}
          aria-disabled={state.is === 'asking'}
        >
          {state.is === 'asking' ? 'Asking...' : 'Ask'}
        </Button>
      </form>
      <div aria-live="polite" className="mt-4">
        {state.is === 'asking' ? <Spinner label="The twin is answering" /> : null}
        {state.is === 'failed' ? <FormAlert>{state.words}</FormAlert> : null}
        {state.is === 'answered' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Reply title="As it runs" preview={state.answers.asItRuns} />
            <Reply title="With this text" preview={state.answers.withText} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

function Reply({ title, preview: { reply, problem } }: { title: string; preview: TwinPreview }) {
  return (
    <div className="min-w-0 rounded-md border bg-card p-4">
      <h4 className="font-medium text-muted-foreground text-sm">{title}</h4>
      {problem ? (
        <p className="wrap-anywhere mt-2 text-destructive-text text-sm">
          The twin could not answer: {problem.line ? `line ${problem.line}: ` : ''}
          {problem.message}
        </p>
      ) : (
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{reply}</p>
      )}
    </div>
  );
}
