import type { TwinText } from '@understudy/contract/settings';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { putDraft, useRefusal, useSettingsPage } from '../settings-context.tsx';
import { takenIds } from './passages.ts';
import { knowledgeTemplate, newKnowledgeFile } from './texts.ts';
import { draftKey } from './use-text-edit.ts';

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
      <Label htmlFor={id}>Add a text on another topic</Label>
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
          Create
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
