import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** What a modal dialog is made of. */
export interface DialogProps {
  title: string;
  /** Closed by `close()` of the element; `onClose` comes after it. */
  dialog: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  /** Whether a cross in the corner closes it; otherwise the content has a button that does. */
  hasCross?: boolean;
  /** Whether only a button of the content closes it for now: the cross is gone, and Esc does nothing. */
  isHeld?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: focus stays inside, Esc closes it, and focus goes back to where it was. The cross
 * comes last in the document, so that the first control of the content has the focus at first.
 */
export function Dialog({ title, dialog, onClose, hasCross = false, isHeld = false, className, children }: DialogProps) {
  const titleId = useId();
  const showsCross = hasCross && !isHeld;
  useEffect(() => dialog.current?.showModal(), [dialog]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      // Where the browser does not know `closedby`, refusing the request does the same.
      closedby={isHeld ? 'none' : 'closerequest'}
      onCancel={(event) => isHeld && event.preventDefault()}
      className={cn(
        'm-auto max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] flex-col overflow-hidden ' +
          'rounded-lg border bg-card text-base text-card-foreground shadow-raised backdrop:bg-black/60 ' +
          'open:flex',
        className,
      )}
    >
      <h2 id={titleId} className={cn('px-6 pt-6 text-2xl', showsCross && 'pr-16')}>
        {title}
      </h2>
      <div className="min-h-0 overflow-y-auto overscroll-contain px-6 pt-3 pb-6">{children}</div>
      {showsCross ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close"
          title="Close (Esc)"
          className="absolute top-3.5 right-3.5"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden />
        </Button>
      ) : null}
    </dialog>
  );
}
