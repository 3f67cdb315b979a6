import type { RetentionKind, RetentionPreview } from '@understudy/contract/settings';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { countOf, KIND_WORDS, rowsOf, wholeCount } from '../groups/retention.ts';

export interface RetentionDialogProps {
  /** Kinds whose retention would be shortened. */
  kinds: readonly RetentionKind[];
  preview: RetentionPreview;
  onAnswer: (isSure: boolean) => void;
}

/** Shows what a shorter retention would delete before it takes effect. */
export function RetentionDialog({ kinds, preview, onAnswer }: RetentionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const total = rowsOf(preview);
  // Rows due under another kind's unchanged retention are counted too, since the same run deletes them.
  const told = (Object.keys(preview) as RetentionKind[]).filter((kind) => preview[kind] > 0 || kinds.includes(kind));
  const close = (sure: boolean) => dialog.current?.close(sure ? 'sure' : '');
  return (
    <Dialog
      title={total > 0 ? `Delete ${wholeCount(preview)}?` : 'Keep it for a shorter time?'}
      dialog={dialog}
      onClose={() => onAnswer(dialog.current?.returnValue === 'sure')}
    >
      <p className="text-muted-foreground">
        {total > 0
          ? 'The next run deletes everything older than the new limit. This cannot be undone.'
          : 'Nothing is that old yet. The next run deletes nothing.'}
      </p>
      <ul className="mt-4 divide-y border-y">
        {told.map((kind) => (
          <li key={kind} className="flex justify-between gap-4 py-2">
            <span>{KIND_WORDS[kind]}</span>
            <span className="tabular-nums">{countOf(kind, preview[kind])}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => close(false)}>
          Cancel
        </Button>
        <Button variant={total > 0 ? 'destructive' : 'primary'} onClick={() => close(true)}>
          {total > 0 ? `Save and delete ${wholeCount(preview)}` : 'Save'}
        </Button>
      </div>
    </Dialog>
  );
}
