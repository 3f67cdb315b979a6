import { t } from '../../../platform/texts.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';

/** Asks before input that is not saved is lost. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title={t('admin.leaveWithoutSaving')}
      confirm={t('admin.leaveAndDiscard')}
      cancel={t('admin.stayHere')}
      onConfirm={onLeave}
      onClose={onStay}
    >
      {t('admin.unsavedChangesWillBeLost')}
    </ConfirmDialog>
  );
}
