import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

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
