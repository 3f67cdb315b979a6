import { type Invitation, ROLES, type Role } from '@understudy/contract/admin';
import { Check, Copy } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { refusedField, serverSentence } from '../../../platform/http.ts';
import { inReadersWords } from '../../../platform/server-words.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { invite } from '../accounts.ts';

interface InviteDialogProps {
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
      title={invited ? t('accounts.invitation') : t('accounts.inviteSomebody')}
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
          ? await inReadersWords({ code: 'email', said: t('accounts.thisAddress', { reason: refused.reason }) })
          : serverSentence(error, t('accounts.unreachableNotInvited')),
      );
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormAlert>{failure}</FormAlert>
      <EmailField autoComplete="off" />
      <fieldset>
        <legend className="font-medium text-sm">{t('accounts.role')}</legend>
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
              <span className="font-medium">{t(`role.${one}`)}</span>{' '}
              <span className="text-muted-foreground">{t(`accounts.roleAbout.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" aria-disabled={isBusy} className="w-full">
        {isBusy ? t('accounts.makingTheLink') : t('accounts.makeAnInvitationLink')}
      </Button>
    </form>
  );
}

/** A new link for the owner to copy and send. */
export function InvitationLink({ invitation: { user, url, expires_at: until, mailed } }: { invitation: Invitation }) {
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
  const who = () => <span className="wrap-anywhere font-medium text-foreground">{user.email}</span>;
  if (url === null || until === null) {
    return (
      <p className="text-muted-foreground">
        <Text id="accounts.canSignInNowWith" tags={{ who }} />
      </p>
    );
  }
  // The server did not know its own address, so this page's origin is used.
  const isFromHere = url.startsWith('/');
  return (
    <div className="space-y-4">
      <p className="text-muted-foreground">
        <Text id="accounts.sendThisLinkToYourself" tags={{ who, until: () => <When at={until} /> }} />
      </p>
      {mailed ? <p className="wrap-anywhere">{t('accounts.linkMailed', { email: user.email })}</p> : null}
      <div>
        <Label htmlFor={id}>{t('accounts.invitationLink')}</Label>
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
            {t('accounts.publicUrlIsNotSet')}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void copy()}>
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {t('accounts.copyLink')}
        </Button>
        <p role="status" className="text-muted-foreground text-sm">
          {copied === 'yes' ? t('accounts.copied') : null}
          {copied === 'no' ? t('accounts.theBrowserDidNotAllow') : null}
        </p>
      </div>
    </div>
  );
}
