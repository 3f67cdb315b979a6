import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MailConnection, MailTest } from '@understudy/contract/mail';
import { type FormEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Checkbox, Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { Mark, Outcome } from './outcome.tsx';

type Server = NonNullable<MailConnection['server']>;

/** The usual ports of a server that encrypts from the start, and of one that does so on request. */
const SECURE_PORT = 465;
const SUBMISSION_PORT = 587;

/** A sender with a name. */
const SENDER = 'Orla <orla@example.com>';

/** The mail server in use, with the ways to connect, change, test and remove one. */
export function MailServerView({ connection, maySend }: { connection: MailConnection; maySend: boolean }) {
  const cache = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const { environment, server, last } = connection;
  const changed = (next: MailConnection) => {
    cache.setQueryData(keys.mail, next);
    setChanging(false);
  };
  const isFixed = environment.length > 0;
  return (
    <div className="mt-3 space-y-5">
      {isFixed ? (
        <p className="rounded-md border bg-muted px-4 py-3 text-sm">
          <Text id="mail.environment" tags={{ names: () => <code>{environment.join(', ')}</code> }} />
        </p>
      ) : null}
      {server && !isChanging ? (
        <Connected
          server={server}
          last={last}
          isFixed={isFixed}
          maySend={maySend}
          onChange={() => setChanging(true)}
          onChanged={changed}
        />
      ) : (
        <ConnectForm
          before={server}
          maySend={maySend}
          onChanged={changed}
          onCancel={isChanging ? () => setChanging(false) : null}
        />
      )}
    </div>
  );
}

function Connected({
  server,
  last,
  isFixed,
  maySend,
  onChange,
  onChanged,
}: {
  server: Server;
  last: MailConnection['last'];
  isFixed: boolean;
  maySend: boolean;
  onChange: () => void;
  onChanged: (next: MailConnection) => void;
}) {
  const { calls } = useSettingsPage();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => calls.change<MailConnection>('DELETE', 'mail'),
    onSuccess: onChanged,
  });
  const { connected_at: connectedAt, connected_by: connectedBy } = server;
  return (
    <div className="space-y-4">
      <div className="wrap-anywhere">
        <p className="font-medium">{`${server.host}:${server.port}`}</p>
        <p className="text-sm">{t('mail.sentAs', { from: server.from })}</p>
        <p className="text-muted-foreground text-sm">
          {server.user ? t('mail.signsInAs', { user: server.user }) : t('mail.noSignIn')}{' '}
          {connectedAt ? (
            <Text
              id="settings.connectedBy"
              values={{ by: connectedBy ?? '' }}
              tags={{ when: () => <When at={connectedAt} /> }}
            />
          ) : null}
        </p>
        <p className="mt-2 flex items-center gap-2 text-sm">
          <Mark is={last ? (last.ok ? 'good' : 'bad') : 'open'} />
          {last ? (
            <span>
              <Text
                id={last.ok ? 'mail.lastDelivered' : 'mail.lastFailed'}
                tags={{ when: () => <When at={last.at} /> }}
              />
              {last.problem ? `: ${last.problem}` : ''}
            </span>
          ) : (
            t('mail.noneSent')
          )}
        </p>
      </div>
      {isFixed ? null : (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size="sm" className="min-h-11" disabled={!maySend} onClick={onChange}>
            {t('mail.change')}
          </Button>
          <Button variant="ghost" size="sm" className="min-h-11" disabled={!maySend} onClick={() => setAsking(true)}>
            {t('settings.remove')}
          </Button>
        </div>
      )}
      {remove.error ? <FormAlert>{sentenceOf(remove.error)}</FormAlert> : null}
      <TestMail maySend={maySend} />
      {isAsking ? (
        <ConfirmDialog
          title={t('mail.removeTitle')}
          confirm={t('settings.remove')}
          cancel={t('settings.keepIt')}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('mail.removeAbout')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** Sends one mail and shows the server's own answer. */
function TestMail({ maySend }: { maySend: boolean }) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const id = useId();
  const [to, setTo] = useState('');
  const test = useMutation({
    mutationFn: () => calls.change<MailTest>('POST', 'mail/test', { to: to.trim() }),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.mail }),
  });
  return (
    <form
      className="max-w-xl"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!test.isPending && to.trim()) test.mutate();
      }}
    >
      <Label htmlFor={id}>{t('mail.testTo')}</Label>
      <div className="mt-1.5 flex flex-wrap gap-3">
        <Input
          id={id}
          type="email"
          autoComplete="email"
          className="min-w-48 flex-1"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button type="submit" variant="outline" disabled={!maySend || !to.trim()} aria-disabled={test.isPending}>
          {test.isPending ? t('settings.sending') : t('mail.sendTest')}
        </Button>
      </div>
      <div role="status" className="mt-3">
        <Outcome test={test} />
      </div>
    </form>
  );
}

/** Host, port, sign-in and sender, tried before they are kept. */
function ConnectForm({
  before,
  maySend,
  onChanged,
  onCancel,
}: {
  before: Server | null;
  maySend: boolean;
  onChanged: (next: MailConnection) => void;
  onCancel: (() => void) | null;
}) {
  const { calls } = useSettingsPage();
  const id = useId();
  const [form, setForm] = useState({
    host: before?.host ?? '',
    port: String(before?.port ?? SECURE_PORT),
    secure: before?.secure ?? true,
    user: before?.user ?? '',
    password: '',
    from: before?.from ?? '',
  });
  const connect = useMutation({
    mutationFn: () =>
      calls.change<MailConnection>('PUT', 'mail', {
        host: form.host.trim(),
        port: Number(form.port),
        secure: form.secure,
        user: form.user.trim() || null,
        from: form.from.trim(),
        ...(form.password ? { password: form.password } : {}),
      }),
    onSuccess: onChanged,
  });
  const set = (changed: Partial<typeof form>) => {
    connect.reset();
    setForm({ ...form, ...changed });
  };
  const isReady = form.host.trim() !== '' && form.from.trim() !== '' && /^\d{1,5}$/.test(form.port.trim());
  const field = (name: 'host' | 'port' | 'user' | 'password' | 'from', hint?: string, more: object = {}) => (
    <div className="min-w-0">
      <Label htmlFor={`${id}-${name}`}>{t(`mail.${name}`)}</Label>
      <Input
        id={`${id}-${name}`}
        className="mt-1.5"
        autoComplete="off"
        aria-describedby={hint ? `${id}-${name}-hint` : undefined}
        value={form[name]}
        onChange={({ target }) => set({ [name]: target.value })}
        {...more}
      />
      {hint ? (
        <p id={`${id}-${name}-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
  return (
    <form
      autoComplete="off"
      className="max-w-3xl space-y-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isReady && !connect.isPending) connect.mutate();
      }}
    >
      {before ? null : <p className="max-w-measure text-sm">{t('mail.connectAbout')}</p>}
      <fieldset disabled={!maySend} className="space-y-4">
        <legend className="sr-only">{t('mail.server')}</legend>
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          {field('host', undefined, { placeholder: 'smtp.example.com', spellCheck: false })}
          {field('port', undefined, { inputMode: 'numeric' })}
        </div>
        <label htmlFor={`${id}-secure`} className="flex min-h-11 items-center gap-3">
          <Checkbox
            id={`${id}-secure`}
            checked={form.secure}
            onChange={({ target }) => {
              const usual = [String(SECURE_PORT), String(SUBMISSION_PORT)];
              const port = String(target.checked ? SECURE_PORT : SUBMISSION_PORT);
              set({ secure: target.checked, ...(usual.includes(form.port) ? { port } : {}) });
            }}
          />
          {t('mail.secure')}
        </label>
        <div className="grid gap-4 sm:grid-cols-2">
          {field('user', t('mail.userHint'), { spellCheck: false })}
          {field('password', before?.has_password ? t('mail.passwordKept') : undefined, {
            type: 'password',
            autoComplete: 'new-password',
          })}
        </div>
        {field('from', t('mail.fromHint', { example: SENDER }), { spellCheck: false })}
      </fieldset>
      {connect.error ? <FormAlert>{sentenceOf(connect.error)}</FormAlert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!maySend || !isReady} aria-disabled={connect.isPending}>
          {connect.isPending ? t('mail.connecting') : t('mail.connect')}
        </Button>
        {onCancel ? (
          <Button type="button" variant="ghost" onClick={onCancel}>
            {t('settings.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
