import { type FormEvent, useId, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input, Label } from '../../../ui/field.tsx';

export interface EmailDialogProps {
  knownEmail: string;
  /** The twin is about to answer: another message would interrupt it. */
  isBusy: boolean;
  /** Sends the text as the visitor's own message. */
  say: (words: string) => void;
  /** @param isSent whether the address was sent */
  onClose: (isSent: boolean) => void;
}

/** 'Leave an email': sent as a message, so that transcript, analysis and twin all know it. */
export function EmailDialog({ knownEmail, isBusy, say, onClose }: EmailDialogProps) {
  const { consultant, offers } = useConfig();
  const { first_name: firstName } = consultant;
  const dialog = useRef<HTMLDialogElement>(null);
  const isSent = useRef(false);
  const [email, setEmail] = useState(knownEmail);
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isSent.current || email.trim() === '') return;
    isSent.current = true;
    say(`You can reach me at ${email.trim()}.`);
    dialog.current?.close();
  };

  return (
    <Dialog title={offers.leave_email} dialog={dialog} hasCross onClose={() => onClose(isSent.current)}>
      <form onSubmit={submit} className="space-y-4">
        <p className="text-muted-foreground">
          It is sent as your own line in this conversation, where {firstName} will find it.
        </p>
        <div>
          <Label htmlFor={id}>Your email address</Label>
          <Input
            id={id}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={320}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className="mt-1.5"
          />
        </div>
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? 'One moment...' : 'Send'}
        </Button>
      </form>
    </Dialog>
  );
}
