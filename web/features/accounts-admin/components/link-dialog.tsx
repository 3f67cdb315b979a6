import type { Invitation } from '@understudy/contract/admin';
import { useRef } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { InvitationLink } from './invitation-link.tsx';

/** Shows a new link for a user who has lost theirs, or their password. */
export function LinkDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title="A new link" dialog={dialog} hasCross onClose={onClose}>
      <InvitationLink invitation={invitation} />
    </Dialog>
  );
}
