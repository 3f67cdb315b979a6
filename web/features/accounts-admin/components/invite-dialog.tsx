import { type Invitation, ROLES, type Role } from '@understudy/contract/admin';
import { type FormEvent, useId, useRef, useState } from 'react';
import { refusedField, serverSentence } from '../../../platform/http.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { type AdminCalls, invite } from '../accounts.ts';
import { ROLE_WORDS } from '../words.ts';
import { InvitationLink } from './invitation-link.tsx';

export interface InviteDialogProps {
  calls: AdminCalls;
  onInvited: (email: string) => void;
  onClose: () => void;
}

/** Asks for the invitee's address and role, then shows the link. */
export function InviteDialog({ calls, onInvited, onClose }: InviteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [invited, setInvited] = useState<Invitation | null>(null);
  return (
    <Dialog
      title={invited ? 'Invitation' : 'Invite somebody'}
      dialog={dialog}
      hasCross
      onClose={onClose}
      className="w-[min(34rem,calc(100vw-2rem))]"
    >
      {invited ? (
        <InvitationLink invitation={invited} />
      ) : (
        <InviteForm
          calls={calls}
          onInvited={(answer) => {
            setInvited(answer);
            onInvited(answer.user.email);
          }}
        />
      )}
    </Dialog>
  );
}

function InviteForm({ calls, onInvited }: { calls: AdminCalls; onInvited: (answer: Invitation) => void }) {
  const id = useId();
  const [role, setRole] = useState<Role>('admin');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const email = String(new FormData(event.currentTarget).get('email'));
    setBusy(true);
    setFailure(null);
    try {
      onInvited(await invite(calls, email, role));
    } catch (error) {
      const refused = refusedField(error);
      setFailure(
        refused?.field === 'email'
          ? `This address ${refused.reason}.`
          : serverSentence(error, 'The server cannot be reached. Nobody was invited.'),
      );
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      <EmailField autoComplete="off" />
      <fieldset>
        <legend className="font-medium text-sm">Role</legend>
        {ROLES.map((one) => (
          <label key={one} htmlFor={`${id}-${one}`} className="mt-2 flex items-start gap-3">
            <input
              id={`${id}-${one}`}
              type="radio"
              name="role"
              checked={role === one}
              onChange={() => setRole(one)}
              className="mt-1 size-5 shrink-0 accent-primary"
            />
            <span>
              <span className="font-medium">{one}</span>{' '}
              <span className="text-muted-foreground">{ROLE_WORDS[one]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? 'Making the link...' : 'Make an invitation link'}
      </Button>
    </form>
  );
}
