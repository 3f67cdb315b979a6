import { useRef } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { InvitationLink } from './invitation-link.tsx';

/** A new link for somebody who was invited before. */
export function LinkDialog(props: { email: string; token: string; until: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title="A new invitation link" dialog={dialog} hasCross onClose={props.onClose}>
      <InvitationLink email={props.email} token={props.token} until={props.until} />
    </Dialog>
  );
}
