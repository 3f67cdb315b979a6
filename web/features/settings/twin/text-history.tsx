import type { TwinTextDetail } from '@understudy/contract/settings';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/when.tsx';
import { DiffView } from './diff-view.tsx';
import { useAskedRestore } from './use-asked-restore.tsx';
import type { TextEdit } from './use-text-edit.ts';

type Version = Pick<TwinTextDetail['history'][number], 'version' | 'text' | 'removed'> & {
  at: string | null;
  by: string | null;
};

/** The versions that there have been, the newest first, each compared with what stands in the editor. */
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
    detail.folder_text === null ? [] : [{ version: 0, text: detail.folder_text, removed: false, at: null, by: null }];
  const versions: Version[] = [...detail.history, ...folder];
  if (detail.history.length === 0) return null;
  return (
    <section aria-labelledby="text-history" className="mt-8 border-t pt-6">
      <h3 id="text-history" className="text-lg">
        History
      </h3>
      <ol className="mt-3 divide-y border-y">
        {versions.map(({ version, at, by, text, removed }) => (
          <li key={version} className="py-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <p className="wrap-anywhere min-w-40 flex-1 text-sm">
                <span className="font-medium">{version === 0 ? 'The folder’s file' : `Version ${version}`}</span>{' '}
                <span className="text-muted-foreground">
                  {at ? <When at={at} /> : 'as it is in the folder now'} {by ? `by ${by}` : ''}
                  {removed ? ', removed' : version > 0 && text === null ? ', back to the folder’s' : ''}
                  {version === detail.version && version > 0 ? ', holds now' : ''}
                </span>
              </p>
              {text === null ? null : (
                <>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-expanded={open === version}
                    onClick={() => setOpen(open === version ? null : version)}
                  >
                    Compare
                    <span className="sr-only"> with {version === 0 ? 'the folder’s file' : `version ${version}`}</span>
                  </Button>
                  {version === detail.version && version > 0 ? null : (
                    <Button variant="outline" size="sm" disabled={!mayChange} onClick={() => restore(version)}>
                      Restore
                      <span className="sr-only"> {version === 0 ? 'the folder’s file' : `version ${version}`}</span>
                    </Button>
                  )}
                </>
              )}
            </div>
            {open === version && text !== null ? (
              <DiffView before={edit.text} after={text} label="From the text in the editor to this version" />
            ) : null}
          </li>
        ))}
      </ol>
      {question}
    </section>
  );
}
