import type { Invitation } from '@understudy/contract/admin';
import { Check, Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { When } from '../../../ui/when.tsx';

/** A new link for the owner to copy and send. */
export function InvitationLink({ invitation: { user, url, expires_at: until } }: { invitation: Invitation }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = async () => {
    field.current?.select();
    // Without a secure context or permission, the text stays selected for copying by keyboard.
    const isDone = await navigator.clipboard?.writeText(field.current?.value ?? '').then(
      () => true,
      () => false,
    );
    setCopied(isDone ? 'yes' : 'no');
  };
  const who = <span className="wrap-anywhere font-medium text-foreground">{user.email}</span>;
  if (url === null || until === null) {
    return <p className="text-muted-foreground">{who} can sign in now, with the password of your sign-in service.</p>;
  }
  // The server did not know its own address, so this page's origin is used.
  const isFromHere = url.startsWith('/');
  return (
    <div className="space-y-4">
      <p className="text-muted-foreground">
        Send this link to {who} yourself. It works once, until <When at={until} />, and is shown only now.
      </p>
      <div>
        <Label htmlFor={id}>Invitation link</Label>
        <Input
          ref={field}
          id={id}
          readOnly
          value={new URL(url, window.location.origin).href}
          onFocus={(event) => event.target.select()}
          className="mt-1.5 font-mono text-sm"
          aria-describedby={isFromHere ? `${id}-note` : undefined}
        />
        {isFromHere ? (
          <p id={`${id}-note`} className="mt-1.5 text-muted-foreground text-sm">
            PUBLIC_URL is not set, so the link begins with the address by which you opened this page. Whoever gets it
            must be able to open that address too.
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void copy()}>
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy link
        </Button>
        <p role="status" className="text-muted-foreground text-sm">
          {copied === 'yes' ? 'Copied' : null}
          {copied === 'no' ? 'The browser did not allow it: the link is selected, copy it by keyboard.' : null}
        </p>
      </div>
    </div>
  );
}
