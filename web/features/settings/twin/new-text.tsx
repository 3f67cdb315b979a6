import type { TwinText } from '@understudy/contract/twin-texts';
import { useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { putDraft } from '../drafts.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { type AnswerDraft, AnswerForm } from './answer-form.tsx';
import { CALENDAR_FILE, calendarTemplate } from './calendar-text.ts';
import { missingShowFiles, showFileName, showTemplate } from './show-texts.ts';
import { draftKey } from './text-edit.tsx';
import { type AddableKind, demoTemplate, knowledgeTemplate, newFile, takenIds } from './texts.ts';

/** Starts a new file, which is stored once it is saved. */
export function NewText({ kind, texts }: { kind: AddableKind; texts: readonly TwinText[] }) {
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
        const made = newFile(kind, name, texts);
        if ('problem' in made) {
          setProblem(made.problem);
          document.getElementById(id)?.focus();
          return;
        }
        const { file } = made;
        putDraft(drafts, draftKey(file), {
          base: '',
          form: kind === 'demo' ? demoTemplate() : knowledgeTemplate(file, takenIds(texts, drafts.get())),
          version: 0,
        });
        go({ section: 'twin', file });
      }}
    >
      <Label htmlFor={id}>{kind === 'demo' ? t('twin.addAnExchange') : t('twin.addATextOnAnother')}</Label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Input
          id={id}
          className="max-w-72"
          placeholder={t(`twin.exampleName.${kind}`)}
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

/** Starts one of the show's files that the twin does not have, with an example of what it may hold. */
export function NewShowTexts({ texts }: { texts: readonly TwinText[] }) {
  const { drafts, go } = useSettingsPage();
  const refusal = useRefusal('admin');
  const missing = missingShowFiles(texts).filter((file) => !drafts.get().has(draftKey(file)));
  if (missing.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {missing.map((file) => (
        <Button
          key={file}
          variant="outline"
          disabled={refusal !== null}
          onClick={() => {
            putDraft(drafts, draftKey(file), { base: '', form: showTemplate(file), version: 0 });
            go({ section: 'twin', file });
          }}
        >
          {t('showTexts.write', { name: showFileName(file) })}
        </Button>
      ))}
    </div>
  );
}

/** Opens the calendar, and begins one where the twin has none. */
export function useOpenCalendar(): (texts: readonly { file: string }[]) => void {
  const { drafts, go } = useSettingsPage();
  return (texts) => {
    const key = draftKey(CALENDAR_FILE);
    if (!texts.some(({ file }) => file === CALENDAR_FILE) && !drafts.get().has(key))
      putDraft(drafts, key, { base: '', form: calendarTemplate(), version: 0 });
    go({ section: 'twin', file: CALENDAR_FILE });
  };
}

/** Begins a calendar. */
export function NewCalendar({ texts }: { texts: readonly TwinText[] }) {
  const refusal = useRefusal('admin');
  const open = useOpenCalendar();
  if (texts.some(({ file }) => file === CALENDAR_FILE)) return null;
  return (
    <Button variant="outline" className="mt-4" disabled={refusal !== null} onClick={() => open(texts)}>
      {t('calendar.begin')}
    </Button>
  );
}

/** Writes an answer to a question into the knowledge, in the same form as below a reply in a transcript. */
export function AddQuestion() {
  const { calls, drafts, go, place, modes } = useSettingsPage();
  const refusal = useRefusal('admin');
  const id = useId();
  // Done with one answer, the form is ready for the next.
  const [round, setRound] = useState(0);
  const [draft, setDraft] = useState<AnswerDraft>();
  return (
    <section aria-labelledby={id} className="mt-6 max-w-measure border-t pt-5">
      <h4 id={id} className="mb-4 font-medium">
        {t('twin.addAQuestionAndIts')}
      </h4>
      <AnswerForm
        key={round}
        calls={calls}
        modes={modes}
        refusal={refusal}
        exchange={{
          question: round === 0 ? (place.question ?? '') : '',
          said: '',
          mode: modes[0]?.id ?? '',
          passage: null,
          isSure: false,
        }}
        draft={draft}
        onDraft={setDraft}
        unsavedIds={takenIds([], drafts.get())}
        isInPage
        openText={({ file, passage }) => (
          <Button variant="ghost" onClick={() => go({ section: 'twin', file, passage })}>
            {t('answer.open')}
          </Button>
        )}
        onClose={() => {
          setDraft(undefined);
          setRound(round + 1);
        }}
      />
    </section>
  );
}
