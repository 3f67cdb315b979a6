import type { TwinTextDetail } from '@understudy/contract/settings';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/when.tsx';
import { changeWords } from './compare.ts';
import { DiffView } from './diff-view.tsx';
import { useAskedRestore } from './use-asked-restore.tsx';
import type { TextEdit } from './use-text-edit.ts';

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
        History
      </h3>
      <ol className="mt-3 divide-y border-y">
        {versions.map(({ version, at, by, text, removed, with: others }) => (
          <li key={version} className="py-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <p className="wrap-anywhere min-w-40 flex-1 text-sm">
                <span className="font-medium">{version === 0 ? 'The original' : `Version ${version}`}</span>{' '}
                <span className="text-muted-foreground">
                  {at ? <When at={at} /> : 'as it is now in the twin’s folder'} {by ? `by ${by}` : ''}
                  {removed ? ', removed' : version > 0 && text === null ? ', restored to the original' : ''}
                  {version === detail.version && version > 0 ? ', in use' : ''}
                  {changed.get(version) ? `: ${changed.get(version)}` : ''}
                  {others.length > 0 ? `, saved together with ${others.join(', ')}` : ''}
                </span>
              </p>
              {text === null ? null : (
                <div className="flex gap-2">
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-expanded={open === version}
                    onClick={() => setOpen(open === version ? null : version)}
                  >
                    Compare
                    <span className="sr-only"> with {version === 0 ? 'the original' : `version ${version}`}</span>
                  </Button>
                  {version === detail.version && others.length > 0 ? (
                    <Button
                      variant="outline"
                      size="sm"
                      disabled={!mayChange || edit.changes.length > 0}
                      onClick={() => void edit.undoTogether(version)}
                    >
                      Undo in all {others.length + 1} texts
                    </Button>
                  ) : null}
                  {version === detail.version && version > 0 ? null : (
                    <Button variant="outline" size="sm" disabled={!mayChange} onClick={() => restore(version)}>
                      Restore
                      <span className="sr-only"> {version === 0 ? 'the original' : `version ${version}`}</span>
                    </Button>
                  )}
                </div>
              )}
            </div>
            {open === version && text !== null ? (
              <DiffView
                before={edit.text}
                after={text}
                label="From the text in the editor to this version"
                act="Restoring it"
              />
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
