import type { TwinTextDetail } from '@understudy/contract/twin-texts';
import { type ReactNode, useMemo, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { When } from '../../../ui/when.tsx';
import { changeWords, DiffView } from './diff-view.tsx';
import type { TextEdit } from './text-edit.tsx';

interface TextPartProps {
  detail: TwinTextDetail;
  edit: TextEdit;
  mayChange: boolean;
}

/** The file in the folder has been edited since; its new content applies only once it is accepted. */
export function FolderChanged({ detail, edit, mayChange }: TextPartProps) {
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

export function RemoveFile({ detail: { kind }, edit, mayChange }: TextPartProps) {
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
          {kind === 'knowledge' ? t('twin.fromTheNextMessageOn') : t('twin.removedOthers')}
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
export function TextHistory({
  detail,
  edit,
  mayChange,
}: {
  detail: TwinTextDetail;
  edit: TextEdit;
  mayChange: boolean;
}) {
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
