import { NOTE_MAX_CHARS, type Note } from '@understudy/contract/admin';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { Label, Textarea } from '../../../../ui/field.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { type NotesOf, useDeleteNote, useSaveNote } from '../../api/queries.ts';

/** Notes of the owner's team on a session or a person, oldest first. */
export function NotesTab({
  of,
  title,
  notes,
  sourceOf,
}: {
  of: NotesOf;
  title: string;
  notes: readonly Note[];
  /** Where a note comes from, where that is not the page itself. */
  sourceOf?: (note: Note) => ReactNode;
}) {
  const [added, setAdded] = useState(0);
  return (
    <section aria-labelledby="session-notes">
      <h2 id="session-notes" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
        {title}
      </h2>
      {notes.length === 0 ? (
        <Empty title={t('session.noNotesAvailable')}>{t('session.whatYouWriteHereStays')}</Empty>
      ) : (
        <ul className="divide-y border-t">
          {notes.map((note) => (
            <NoteRow key={note.id} of={of} note={note} source={sourceOf?.(note)} />
          ))}
        </ul>
      )}
      <div className="no-print border-t px-4 py-4 sm:px-6">
        <NoteForm
          key={added}
          of={of}
          id={null}
          text=""
          label={t('session.addANote')}
          save={t('session.addNote')}
          onDone={() => setAdded((count) => count + 1)}
        />
      </div>
    </section>
  );
}

function NoteRow({ of, note, source }: { of: NotesOf; note: Note; source: ReactNode }) {
  const [step, setStep] = useState<'writing' | 'asking' | null>(null);
  const remove = useDeleteNote(of);
  const isChanged = note.updated_at !== note.created_at;
  return (
    <li className="px-4 py-4 sm:px-6">
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm">
        <span className="wrap-anywhere font-medium text-foreground">{note.author}</span>
        <When at={note.created_at} className="tabular-nums" />
        {isChanged ? <span>{t('session.changed')}</span> : null}
        {source}
      </p>
      {step === 'writing' ? (
        <div className="mt-2">
          <NoteForm
            of={of}
            id={note.id}
            text={note.text}
            label={t('session.editTheNote')}
            save={t('session.save')}
            onDone={() => setStep(null)}
            onCancel={() => setStep(null)}
          />
        </div>
      ) : (
        <p className="wrap-anywhere mt-1 max-w-measure whitespace-pre-wrap">{note.text}</p>
      )}
      {note.mine && step !== 'writing' ? (
        <p className="no-print -ml-3 flex gap-1">
          <Button variant="ghost" size="sm" disabled={remove.isPending} onClick={() => setStep('writing')}>
            {t('session.edit')}
          </Button>
          <Button variant="ghost" size="sm" disabled={remove.isPending} onClick={() => setStep('asking')}>
            {t('session.delete')}
          </Button>
        </p>
      ) : null}
      {remove.error ? (
        <p role="alert" className="text-destructive-text text-sm">
          {t('session.notDeleted', { error: sentenceOf(remove.error) })}
        </p>
      ) : null}
      {step === 'asking' ? (
        <ConfirmDialog
          title={t('session.deleteThisNote')}
          confirm={t('session.deleteNote')}
          cancel={t('session.keepIt')}
          onConfirm={() => remove.mutate(note.id)}
          onClose={() => setStep(null)}
        >
          {t('session.itIsGoneForEverybody')}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

function NoteForm({
  of,
  id,
  text,
  label,
  save,
  onDone,
  onCancel,
}: {
  of: NotesOf;
  /** The note being edited; null for a new one. */
  id: string | null;
  text: string;
  label: string;
  save: string;
  onDone: () => void;
  onCancel?: () => void;
}) {
  const [words, setWords] = useState(text);
  const { isReadOnly } = useAdminClient();
  const change = useSaveNote(of);
  const field = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() && !change.isPending) change.mutate({ id, text: words.trim() }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Label htmlFor={field}>{label}</Label>
      <Textarea
        id={field}
        rows={2}
        autoFocus={id !== null}
        maxLength={NOTE_MAX_CHARS}
        className="mt-1 min-h-20"
        value={words}
        disabled={isReadOnly}
        placeholder={isReadOnly ? t('session.readOnlyWithoutSigningIn') : undefined}
        onChange={({ target }) => setWords(target.value)}
      />
      {change.error ? (
        <p role="alert" className="mt-1 text-destructive-text text-sm">
          {t('session.notSaved', { error: sentenceOf(change.error) })}
        </p>
      ) : null}
      <p className="mt-2 flex gap-3">
        <Button type="submit" size="sm" disabled={change.isPending || !words.trim()}>
          {save}
        </Button>
        {onCancel ? (
          <Button variant="outline" size="sm" onClick={onCancel}>
            {t('session.cancel')}
          </Button>
        ) : null}
      </p>
    </form>
  );
}
