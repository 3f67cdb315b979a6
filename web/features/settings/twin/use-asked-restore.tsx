import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import type { TextEdit } from './use-text-edit.ts';

/**
 * Restores a version of a text, after confirmation if unsaved changes would be lost.
 * @returns a function that restores a version (0 is the folder's file), and the confirmation dialog to render
 */
export function useAskedRestore(edit: TextEdit): { restore: (version: number) => void; question: ReactNode } {
  const [asked, setAsked] = useState<number | null>(null);
  return {
    restore: (version) => (edit.changes.length > 0 ? setAsked(version) : void edit.restore(version)),
    question:
      asked === null ? null : (
        <ConfirmDialog
          title="Discard unsaved changes?"
          confirm="Discard and restore"
          cancel="Keep editing"
          onConfirm={() => void edit.restore(asked)}
          onClose={() => setAsked(null)}
        >
          Your unsaved changes in the editor are lost when you restore another version.
        </ConfirmDialog>
      ),
  };
}
