import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

/**
 * Asks before something that cannot be undone. The browser's own modal dialog: focus stays inside, Esc closes it, and
 * focus goes back to where it was.
 */
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
  /** What the button that does it says, and the one that does not. */
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border bg-card p-6 text-base text-card-foreground shadow-raised backdrop:bg-black/60"
    >
      <h2 id={titleId} className="text-2xl">
        {title}
      </h2>
      <div className="mt-3 text-muted-foreground">{children}</div>
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
    </dialog>
  );
}
