import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { t } from '../platform/texts.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export interface DialogProps {
  title: string;
  /** Close it with the element's `close()`; `onClose` follows. */
  dialog: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  /** Whether a cross in the corner closes it; otherwise the content has a close button. */
  hasCross?: boolean;
  /** Whether only a button of the content can close it for now: the cross is hidden, and Esc does nothing. */
  isHeld?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * The native modal dialog: it traps focus, closes on Esc and restores the focus. The cross is last in the document, so
 * that the first control of the content has the initial focus.
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
      // For browsers without `closedby`, cancelling the request has the same effect.
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
          aria-label={t('ui.close')}
          title={t('ui.closeEsc')}
          className="absolute top-3.5 right-3.5"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden />
        </Button>
      ) : null}
    </dialog>
  );
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** Labels of the confirm and cancel buttons. */
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title={title} dialog={dialog} onClose={onClose}>
      <div className="text-muted-foreground">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => dialog.current?.close()}>
          {cancel}
        </Button>
        <Button
          variant="destructive"
          onClick={() => {
            dialog.current?.close();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
