import { useQueryClient } from '@tanstack/react-query';
import type { TwinText, TwinTextDetail } from '@understudy/contract/settings';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label, Select, Textarea } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { keys } from '../api/keys.ts';
import { textPath } from '../api/queries.ts';
import { type Draft, typed } from '../drafts/draft.ts';
import { putDraft, useRefusal, useSettingsPage } from '../settings-context.tsx';
import { type NewPassage, passageProblems, takenIds, withPassage } from './passages.ts';
import { textName } from './texts.ts';
import { draftKey } from './use-text-edit.ts';

/** Adds a question and its answer to a knowledge text and opens it; they take effect once it is saved. */
export function AddQuestion({ texts }: { texts: readonly TwinText[] }) {
  const { calls, drafts, go, place, modes } = useSettingsPage();
  const cache = useQueryClient();
  const refusal = useRefusal('admin');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const files = texts.filter((one) => one.kind === 'knowledge' && !one.removed).map((one) => one.file);
  const [file, setFile] = useState(files[0] ?? '');
  const [passage, setPassage] = useState<NewPassage>({ questions: place.question ?? '', answer: '', subject: '' });
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const problems = isTried ? passageProblems(passage) : [];
  useEffect(() => {
    // The link contained a question that the twin could not answer.
    if (place.question) form.current?.querySelector<HTMLElement>('[name="answer"]')?.focus();
  }, [place.question]);
  if (files.length === 0) return null;

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    const [first] = passageProblems(passage);
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
    try {
      const detail = await cache.fetchQuery({
        queryKey: keys.text(file),
        queryFn: () => calls.get<TwinTextDetail>(textPath(file)),
      });
      const draft = drafts.get().get(draftKey(file)) as Draft<string> | undefined;
      const kept = { form: detail.text, version: detail.version };
      const added = withPassage(draft?.form ?? detail.text, passage, takenIds(texts, drafts.get()));
      putDraft(drafts, draftKey(file), typed(kept, draft, added.text));
      go({ section: 'twin', file, passage: added.id });
    } catch (error) {
      setFailure(sentenceOf(error, 'The server cannot be reached.'));
    }
  };
  const field = (name: keyof NewPassage, label: string, hint: string, control: (props: Control) => ReactNode) => {
    const problem = problems.find((one) => one.field === name)?.message;
    return (
      <div>
        <Label htmlFor={`${id}-${name}`}>{label}</Label>
        {control({
          id: `${id}-${name}`,
          name,
          'aria-invalid': problem ? true : undefined,
          'aria-describedby': `${id}-${name}-hint`,
          value: passage[name],
          onChange: ({ target }) => setPassage({ ...passage, [name]: target.value }),
        })}
        <p
          id={`${id}-${name}-hint`}
          className={`mt-1.5 text-sm ${problem ? 'text-destructive-text' : 'text-muted-foreground'}`}
        >
          {problem ?? hint}
        </p>
      </div>
    );
  };
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={`${id}-name`}
      className="mt-6 border-t pt-5"
      onSubmit={(event) => void add(event)}
    >
      <fieldset disabled={refusal !== null} className="max-w-measure min-w-0 space-y-4">
        <legend id={`${id}-name`} className="mb-4 font-medium">
          Add a question and its answer
        </legend>
        {field(
          'questions',
          'Question',
          'As a visitor would ask it. Put other ways to ask it on separate lines.',
          (props) => (
            <Textarea {...props} rows={2} className="mt-1.5 min-h-20" />
          ),
        )}
        {field(
          'answer',
          'Answer',
          'What the twin may say. Text after an empty line is for visitors who want to know more.',
          (props) => (
            <Textarea {...props} rows={4} className="mt-1.5 min-h-28" />
          ),
        )}
        {field(
          'subject',
          'What it is about (optional)',
          'As you would say it within a sentence, like “working on Sundays”.',
          (props) => (
            <Input {...props} autoComplete="off" className="mt-1.5" />
          ),
        )}
        <div>
          <Label htmlFor={`${id}-file`}>In the text</Label>
          <Select id={`${id}-file`} className="mt-1.5" value={file} onChange={({ target }) => setFile(target.value)}>
            {files.map((one) => (
              <option key={one} value={one}>
                {textName(one, modes)}
              </option>
            ))}
          </Select>
        </div>
        {failure ? <FormAlert>{failure}</FormAlert> : null}
        <Button type="submit" variant="outline">
          Add it to the text
        </Button>
      </fieldset>
    </form>
  );
}

interface Control {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}
