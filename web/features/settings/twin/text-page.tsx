import type { TwinTextDetail } from '@understudy/contract/settings';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { When } from '../../../ui/when.tsx';
import { Conflict, Fetched, LastChange, Refusal, SaveBar, type SaveState } from '../components/section-frame.tsx';
import { useDrafts, useRefusal, useSettingsPage, useText, useTexts } from '../settings-context.tsx';
import { changeWords, DiffView } from './diff-view.tsx';
import { CodeArea, draftKey, type TextEdit, useTextEdit } from './text-edit.tsx';
import { lineProblem, passageLines, textGuide, textName } from './texts.ts';
import { TryOut } from './try-out.tsx';

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
  const query = useText(isNew || (isBegun && !texts) ? null : file);
  return (
    <section aria-labelledby="text-name" className="min-w-0">
      <Button variant="ghost" size="sm" className="-ml-3 min-h-11" onClick={() => go({ section: 'twin', file: null })}>
        <ArrowLeft aria-hidden />
        {t('twin.allTexts')}
      </Button>
      <h2 id="text-name" className="wrap-anywhere mt-1 text-2xl">
        {textName(file, modes)}
      </h2>
      <p className="wrap-anywhere mb-4 text-muted-foreground text-sm">{file}</p>
      <Fetched query={isNew ? { ...query, data: begun(file) } : query} what="text">
        {(detail) => <Editor detail={detail} isNew={isNew} passage={passage} />}
      </Fetched>
    </section>
  );
}

function Editor({ detail, isNew, passage }: { detail: TwinTextDetail; isNew: boolean; passage: string | null }) {
  const { go } = useSettingsPage();
  const edit = useTextEdit(detail);
  const refusal = useRefusal('admin');
  const { problem } = edit;
  const words = problem ? lineProblem(problem) : '';
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
            <summary className="min-h-9 w-fit cursor-pointer content-center">{t('twin.showBothTexts')}</summary>
            <DiffView before={edit.text} after={detail.text} label={t('twin.fromYourTextToTheirs')} />
          </details>
        </Conflict>
      ) : null}
      {detail.folder_changed ? <FolderChanged detail={detail} edit={edit} mayChange={refusal === null} /> : null}
      {detail.removed && !isNew ? (
        <p className="mb-4 rounded-md border bg-muted px-4 py-3 text-sm">{t('twin.thisFileWasRemovedAnd')}</p>
      ) : null}
      <CodeArea
        id="twin-text"
        label={t('twin.textOf', { file: detail.file })}
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
        {t('twin.tabLeavesTheFieldIndent')}
      </p>
      <details className="mt-1 text-muted-foreground text-sm">
        <summary className="min-h-9 w-fit cursor-pointer content-center">{t('twin.howThisTextIsWritten')}</summary>
        <ul className="max-w-measure list-disc space-y-1 pl-5">
          {textGuide()[detail.kind].map((line) => (
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
        <LastChange at={detail.edited_at} by={detail.edited_by} otherwise={t('twin.thisIsTheOriginalFrom')} />
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
      <p className="max-w-measure">{t('twin.theOriginalInTheTwins')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('twin.hideTheDifference') : t('twin.showTheDifference')}
        </Button>
        <Button variant="outline" size="sm" disabled={!mayChange} onClick={() => restore(0)}>
          {t('twin.useTheOriginal')}
        </Button>
      </div>
      {isShown ? (
        <DiffView before={edit.text} after={detail.folder_text ?? ''} label={t('twin.fromThisTextToThe')} />
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
        {t('twin.removeThisFile')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('twin.removeThisKnowledge')}
          confirm={t('twin.remove')}
          cancel={t('twin.keep')}
          onConfirm={() => void edit.remove()}
          onClose={() => setAsked(false)}
        >
          {t('twin.fromTheNextMessageOn')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/**
 * Restores a version of a text, after confirmation if unsaved changes would be lost.
 * @returns a function that restores a version (0 is the folder's file), and the confirmation dialog to render
 */
function useAskedRestore(edit: TextEdit): { restore: (version: number) => void; question: ReactNode } {
  const [asked, setAsked] = useState<number | null>(null);
  return {
    restore: (version) => (edit.changes.length > 0 ? setAsked(version) : void edit.restore(version)),
    question:
      asked === null ? null : (
        <ConfirmDialog
          title={t('twin.discardChanges')}
          confirm={t('twin.discardAndRestore')}
          cancel={t('twin.keepEditing')}
          onConfirm={() => void edit.restore(asked)}
          onClose={() => setAsked(null)}
        >
          {t('twin.yourUnsavedChangesInThe')}
        </ConfirmDialog>
      ),
  };
}

type Version = Pick<TwinTextDetail['history'][number], 'version' | 'text' | 'removed' | 'with'> & {
  at: string | null;
  by: string | null;
};

/** The versions, newest first, each compared with the editor's content. */
function TextHistory({ detail, edit, mayChange }: { detail: TwinTextDetail; edit: TextEdit; mayChange: boolean }) {
  const [open, setOpen] = useState<number | null>(null);
  const { restore, question } = useAskedRestore(edit);
  const folder: Version[] =
    detail.folder_text === null
      ? []
      : [{ version: 0, text: detail.folder_text, removed: false, with: [], at: null, by: null }];
  const versions: Version[] = [...detail.history, ...folder];
  const changed = useMemo(() => changesOf(detail), [detail]);
  if (detail.history.length === 0) return null;
  return (
    <section aria-labelledby="text-history" className="mt-8 border-t pt-6">
      <h3 id="text-history" className="text-lg">
        {t('twin.history')}
      </h3>
      <ol className="mt-3 divide-y border-y">
        {versions.map(({ version, at, by, text, removed, with: others }) => (
          <li key={version} className="py-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <p className="wrap-anywhere min-w-40 flex-1 text-sm">
                <span className="font-medium">
                  {version === 0 ? t('twin.theOriginal') : t('twin.version', { version })}
                </span>{' '}
                <span className="text-muted-foreground">
                  {at ? <When at={at} /> : t('twin.asItIsNowIn')}
                  {[
                    by && t('twin.by', { by }),
                    removed && t('twin.versionRemoved'),
                    !removed && version > 0 && text === null && t('twin.versionRestored'),
                    version === detail.version && version > 0 && t('twin.versionInUse'),
                    changed.get(version),
                    others.length > 0 && t('twin.savedTogetherWith', { files: others.join(', ') }),
                  ]
                    .filter(Boolean)
                    .map((words) => `, ${words}`)}
                </span>
              </p>
              {text === null ? null : (
                <div className="flex gap-2">
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-expanded={open === version}
                    aria-label={version === 0 ? t('twin.compareOriginal') : t('twin.compareVersion', { version })}
                    onClick={() => setOpen(open === version ? null : version)}
                  >
                    {t('twin.compare')}
                  </Button>
                  {version === detail.version && others.length > 0 ? (
                    <Button
                      variant="outline"
                      size="sm"
                      disabled={!mayChange || edit.changes.length > 0}
                      onClick={() => void edit.undoTogether(version)}
                    >
                      {t('twin.undoInAll', { count: others.length + 1 })}
                    </Button>
                  ) : null}
                  {version === detail.version && version > 0 ? null : (
                    <Button
                      variant="outline"
                      size="sm"
                      disabled={!mayChange}
                      aria-label={version === 0 ? t('twin.restoreOriginal') : t('twin.restoreVersion', { version })}
                      onClick={() => restore(version)}
                    >
                      {t('twin.restore')}
                    </Button>
                  )}
                </div>
              )}
            </div>
            {open === version && text !== null ? (
              <DiffView before={edit.text} after={text} label={t('twin.fromTheTextInThe')} />
            ) : null}
          </li>
        ))}
      </ol>
      {question}
    </section>
  );
}

/** What each version changed, as text; nothing if its predecessor is no longer known. */
function changesOf({ history, folder_text, folder_changed }: TwinTextDetail): ReadonlyMap<number, string> {
  const textOf = (version: number): string | null => {
    const known = history.find((one) => one.version === version);
    if (known) return known.text;
    // The first version was based on the original, which may have been different then.
    return version === 0 && history.length === 1 && !folder_changed ? folder_text : null;
  };
  return new Map(
    history.map(({ version, text }) => {
      const before = textOf(version - 1);
      return [version, text !== null && before !== null ? changeWords(before, text) : ''];
    }),
  );
}
