import { useQueryClient } from '@tanstack/react-query';
import type { TwinText, TwinTextDetail } from '@understudy/contract/settings';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label, Select, Textarea } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { keys, textPath } from '../calls.ts';
import { type Draft, putDraft, typed } from '../drafts.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { draftKey } from './text-edit.tsx';
import {
  knowledgeTemplate,
  type NewPassage,
  newKnowledgeFile,
  passageProblems,
  takenIds,
  textName,
  withPassage,
} from './texts.ts';

/** Starts a new knowledge file, which is stored once it is saved. */
export function NewKnowledge({ texts }: { texts: readonly TwinText[] }) {
  const { drafts, go } = useSettingsPage();
  const refusal = useRefusal('admin');
  const id = useId();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      noValidate
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        const made = newKnowledgeFile(name, texts);
        if ('problem' in made) {
          setProblem(made.problem);
          document.getElementById(id)?.focus();
          return;
        }
        const { file } = made;
        putDraft(drafts, draftKey(file), {
          base: '',
          form: knowledgeTemplate(file, takenIds(texts, drafts.get())),
          version: 0,
        });
        go({ section: 'twin', file });
      }}
    >
      <Label htmlFor={id}>{t('twin.addATextOnAnother')}</Label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Input
          id={id}
          className="max-w-72"
          placeholder="working-hours"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={refusal !== null}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || refusal ? `${id}-problem` : undefined}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="outline" disabled={refusal !== null}>
          {t('twin.create')}
        </Button>
      </div>
      {problem || refusal ? (
        <p
          id={`${id}-problem`}
          role={problem ? 'alert' : undefined}
          className={`mt-1.5 text-sm ${problem ? 'text-destructive-text' : 'text-muted-foreground'}`}
        >
          {problem ?? refusal}
        </p>
      ) : null}
    </form>
  );
}

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
      setFailure(sentenceOf(error));
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
          {t('twin.addAQuestionAndIts')}
        </legend>
        {field('questions', t('twin.question'), t('twin.asAVisitorWouldAsk'), (props) => (
          <Textarea {...props} rows={2} className="mt-1.5 min-h-20" />
        ))}
        {field('answer', t('twin.answer'), t('twin.whatTheTwinMaySay'), (props) => (
          <Textarea {...props} rows={4} className="mt-1.5 min-h-28" />
        ))}
        {field('subject', t('twin.topicOptional'), t('twin.asYouWouldSayIt'), (props) => (
          <Input {...props} autoComplete="off" className="mt-1.5" />
        ))}
        <div>
          <Label htmlFor={`${id}-file`}>{t('twin.inTheText')}</Label>
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
          {t('twin.addToKnowledge')}
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
