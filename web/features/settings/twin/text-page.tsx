import type { TwinTextDetail } from '@understudy/contract/settings';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { useText, useTexts } from '../api/queries.ts';
import { Conflict } from '../components/conflict.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { LastChange, Refusal } from '../components/section-frame.tsx';
import type { SaveState } from '../drafts/use-group.ts';
import { useDrafts, useRefusal, useSettingsPage } from '../settings-context.tsx';
import { CodeArea } from './code-area.tsx';
import { DiffView } from './diff-view.tsx';
import { passageLines } from './passages.ts';
import { TextHistory } from './text-history.tsx';
import { TEXT_GUIDE, textName } from './texts.ts';
import { TryOut } from './try-out.tsx';
import { useAskedRestore } from './use-asked-restore.tsx';
import { draftKey, type TextEdit, useTextEdit } from './use-text-edit.ts';

/** A new file that has not been saved yet. */
const begun = (file: string): TwinTextDetail => ({
  file,
  kind: 'knowledge',
  edited_at: null,
  edited_by: null,
  folder_changed: false,
  removed: false,
  passage_ids: [],
  text: '',
  folder_text: null,
  version: 0,
  history: [],
});

/** One text: its editor, a trial of the twin, and its history. */
export function TextPage({ file, passage }: { file: string; passage: string | null }) {
  const { go, modes } = useSettingsPage();
  const isBegun = useDrafts().has(draftKey(file));
  const { data: texts } = useTexts();
  const isNew = isBegun && texts !== undefined && !texts.items.some((one) => one.file === file);
  // A file that has only been started here is not fetched.
  const { data, error, refetch } = useText(isNew || (isBegun && !texts) ? null : file);
  const detail = isNew ? begun(file) : (data ?? null);
  return (
    <section aria-labelledby="text-name" className="min-w-0">
      <Button variant="ghost" size="sm" className="-ml-3 min-h-11" onClick={() => go({ section: 'twin', file: null })}>
        <ArrowLeft aria-hidden />
        All texts
      </Button>
      <h2 id="text-name" className="wrap-anywhere mt-1 text-2xl">
        {textName(file, modes)}
      </h2>
      <p className="wrap-anywhere mb-4 text-muted-foreground text-sm">{file}</p>
      {detail ? (
        <Editor detail={detail} isNew={isNew} passage={passage} />
      ) : error ? (
        <Failure onRetry={() => void refetch()}>
          The text could not be loaded: {sentenceOf(error, 'the server cannot be reached.')}
        </Failure>
      ) : (
        <Loading words="Loading the text" />
      )}
    </section>
  );
}

function Editor({ detail, isNew, passage }: { detail: TwinTextDetail; isNew: boolean; passage: string | null }) {
  const { go } = useSettingsPage();
  const edit = useTextEdit(detail);
  const refusal = useRefusal('admin');
  const { problem } = edit;
  const words = problem ? `${problem.line ? `Line ${problem.line}: ` : ''}${problem.message}` : '';
  const discard = () => {
    edit.discard();
    if (isNew) go({ section: 'twin', file: null }, true);
  };
  return (
    <>
      <Refusal>{refusal}</Refusal>
      {edit.theirs ? (
        <Conflict
          by={detail.edited_by}
          at={detail.edited_at}
          theirs={edit.theirs}
          mine={edit.changes}
          onTakeTheirs={edit.discard}
          onKeepMine={edit.keep}
        >
          <details className="mt-3 text-sm">
            <summary className="min-h-9 w-fit cursor-pointer content-center">Show both texts</summary>
            <DiffView before={edit.text} after={detail.text} label="From your text to theirs" act="Taking theirs" />
          </details>
        </Conflict>
      ) : null}
      {detail.folder_changed ? <FolderChanged detail={detail} edit={edit} mayChange={refusal === null} /> : null}
      {detail.removed && !isNew ? (
        <p className="mb-4 rounded-md border bg-muted px-4 py-3 text-sm">
          This file was removed, and the twin no longer knows it. Restore a version below to bring it back.
        </p>
      ) : null}
      <CodeArea
        id="twin-text"
        label={`Text of ${detail.file}`}
        text={edit.text}
        problem={problem}
        shown={passage === null ? null : passageLines(edit.text, passage)}
        isReadOnly={refusal !== null || detail.removed}
        describedBy="twin-text-hint twin-text-problem"
        onChange={edit.set}
      />
      {/* If the bar below shows the same message, this one is only for the field's description. */}
      <p
        id="twin-text-problem"
        className={
          edit.state.is === 'failed' ? 'sr-only' : 'wrap-anywhere mt-2 text-destructive-text text-sm empty:hidden'
        }
      >
        {words}
      </p>
      <p id="twin-text-hint" className="mt-2 text-muted-foreground text-sm">
        Tab leaves the field; indent with spaces.
      </p>
      <details className="mt-1 text-muted-foreground text-sm">
        <summary className="min-h-9 w-fit cursor-pointer content-center">How this text is written</summary>
        <ul className="max-w-measure list-disc space-y-1 pl-5">
          {TEXT_GUIDE[detail.kind].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <SaveBar
        changes={edit.changes}
        state={stateOf(edit, words)}
        isHeld={edit.theirs !== null}
        onSave={() => edit.state.is !== 'saving' && void edit.save()}
        onDiscard={discard}
      />
      <TryOut detail={detail} edit={edit} />
      <TextHistory detail={detail} edit={edit} mayChange={refusal === null} />
      {detail.kind === 'knowledge' && !isNew && !detail.removed ? (
        <RemoveFile edit={edit} mayChange={refusal === null} />
      ) : null}
      {isNew ? null : (
        <LastChange
          at={detail.edited_at}
          by={detail.edited_by}
          otherwise="This is the original from the twin’s folder."
        />
      )}
    </>
  );
}

/** The bar's state: for an invalid text, where the problem is; in a conflict, nothing beyond the notice above. */
function stateOf({ state, theirs }: TextEdit, problem: string): SaveState {
  if (state.is !== 'failed') return state;
  if (theirs) return { is: 'idle' };
  return problem ? { is: 'failed', words: problem } : state;
}

interface TextPartProps {
  detail: TwinTextDetail;
  edit: TextEdit;
  mayChange: boolean;
}

/** The file in the folder has been edited since; its new content applies only once it is accepted. */
function FolderChanged({ detail, edit, mayChange }: TextPartProps) {
  const [isShown, setShown] = useState(false);
  const { restore, question } = useAskedRestore(edit);
  return (
    <div className="mb-4 rounded-md border border-primary p-4 text-sm">
      <p className="max-w-measure">
        The original in the twin’s folder has changed since this text was edited here. The twin uses the text below
        until you switch to the original.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the difference' : 'Show the difference'}
        </Button>
        <Button variant="outline" size="sm" disabled={!mayChange} onClick={() => restore(0)}>
          Use the original
        </Button>
      </div>
      {isShown ? (
        <DiffView
          before={edit.text}
          after={detail.folder_text ?? ''}
          label="From this text to the original"
          act="Taking it"
        />
      ) : null}
      {question}
    </div>
  );
}

function RemoveFile({ edit, mayChange }: Omit<TextPartProps, 'detail'>) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="mt-8 border-t pt-6">
      <Button variant="outline" size="sm" className="min-h-11" disabled={!mayChange} onClick={() => setAsked(true)}>
        Remove this file
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title="Remove this knowledge?"
          confirm="Remove"
          cancel="Keep"
          onConfirm={() => void edit.remove()}
          onClose={() => setAsked(false)}
        >
          From the next message on, the twin no longer knows this text. Its versions are kept, and each can be restored.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
