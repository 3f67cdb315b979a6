import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { FormAlert } from '../../../ui/form-alert.tsx';
import type { SaveState } from '../drafts/use-group.ts';

export interface SaveBarProps {
  changes: readonly string[];
  state: SaveState;
  /** Saving is blocked until something else is resolved. */
  isHeld?: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stays visible while there are unsaved changes, and lists them. */
export function SaveBar({ changes, state, isHeld = false, onSave, onDiscard }: SaveBarProps) {
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focused button disappeared after saving.
    if (state.is === 'saved' && document.activeElement === document.body) done.current?.focus({ preventScroll: true });
  }, [state]);
  const isDone = state.is === 'saved' && changes.length === 0;
  const isSaving = state.is === 'saving';
  return (
    <>
      <p
        ref={done}
        role="status"
        tabIndex={-1}
        className={cn('text-sm text-success-text outline-none', isDone && 'mt-4')}
      >
        {isDone ? 'Saved. It takes effect now.' : ''}
      </p>
      {changes.length > 0 ? (
        <div className="settings-bar">
          {state.is === 'failed' ? <FormAlert>{state.words}</FormAlert> : null}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p className="wrap-anywhere line-clamp-3 min-w-48 flex-1 text-sm">
              <span className="font-medium">Unsaved changes: </span>
              {changes.join('; ')}
            </p>
            <div className="flex gap-2">
              <Button variant="outline" size="sm" className="min-h-11" disabled={isSaving} onClick={onDiscard}>
                Discard
              </Button>
              <Button size="sm" className="min-h-11" aria-disabled={isSaving} disabled={isHeld} onClick={onSave}>
                {isSaving ? 'Saving...' : 'Save'}
              </Button>
            </div>
          </div>
        </div>
      ) : null}
    </>
  );
}
