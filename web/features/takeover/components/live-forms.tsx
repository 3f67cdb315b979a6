import { HINT_MAX_CHARS, PERSON_LINE_MAX_CODE_POINTS, PERSON_NAME_MAX_CHARS } from '@understudy/contract/constants';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { localStore } from '../../../platform/storage.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Input, Label, Textarea } from '../../../ui/field.tsx';
import type { DeskState, LiveDesk } from '../live-desk.ts';

/** Where this browser remembers how its user is named to visitors. */
const NAME_KEY = 'takeover-name';
const ROLE_KEY = 'takeover-role';

/** Asks to join, under a name that the visitor is told. */
export function TakeOverForm({
  desk,
  isBusy,
  refusal,
  usualName,
}: {
  desk: LiveDesk;
  isBusy: boolean;
  refusal: string | null;
  usualName: string;
}) {
  const id = useId();
  const [name, setName] = useState(() => localStore.read(NAME_KEY) ?? usualName);
  const [role, setRole] = useState(() => localStore.read(ROLE_KEY) ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || refusal || !name.trim()) return;
    localStore.write(NAME_KEY, name.trim());
    localStore.write(ROLE_KEY, role.trim() || null);
    void desk.take({ name: name.trim(), role: role.trim() });
  };
  return (
    <Card className="live-part">
      <form onSubmit={submit} className="grid gap-3">
        <h2 className="live-title">{t('live.takeOver')}</h2>
        <p className="text-muted-foreground text-sm">{refusal ?? t('live.takeOverMeans')}</p>
        <div className="grid gap-1">
          <Label htmlFor={`${id}name`}>{t('live.name')}</Label>
          <Input
            id={`${id}name`}
            value={name}
            maxLength={PERSON_NAME_MAX_CHARS}
            required
            disabled={refusal !== null}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="grid gap-1">
          <Label htmlFor={`${id}role`}>{t('live.role')}</Label>
          <Input
            id={`${id}role`}
            value={role}
            maxLength={PERSON_NAME_MAX_CHARS}
            disabled={refusal !== null}
            autoComplete="organization-title"
            onChange={({ target }) => setRole(target.value)}
          />
        </div>
        <Button type="submit" className="justify-self-start" disabled={isBusy || refusal !== null || !name.trim()}>
          {t('live.takeOver')}
        </Button>
      </form>
    </Card>
  );
}

/** What stands in the composer's field. */
export interface Unsent {
  text: string;
  /** The twin's draft as it came, and what stood in the field before it. */
  drafted: { draft: string; before: string } | null;
}

export const NOTHING_UNSENT: Unsent = { text: '', drafted: null };

/**
 * The person's own lines, with a draft by the twin to send, edit or drop. What is not sent belongs to the page, which
 * outlives the composer: it is there again after handing back and taking over.
 */
export function Composer({
  desk,
  state: { busy },
  unsent,
  onUnsent,
}: {
  desk: LiveDesk;
  state: DeskState;
  unsent: Unsent;
  onUnsent: (next: Unsent) => void;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, drafted } = unsent;
  /** What stands in the field now, for a draft that comes later. */
  const latest = useRef(unsent);
  const put = (next: Unsent) => {
    latest.current = next;
    onUnsent(next);
  };
  const write = (next: Unsent) => {
    put(next);
    desk.typed(next.text);
  };
  const send = () => {
    if (!text.trim()) return;
    desk.send(text.trim());
    put(NOTHING_UNSENT);
    field.current?.focus();
  };
  const suggest = async () => {
    const draft = await desk.suggest();
    if (!draft) return;
    const now = latest.current;
    // Of a draft that another one replaces, what stood before it comes back.
    const before = now.drafted?.draft === now.text ? now.drafted.before : now.text;
    put({ text: draft, drafted: { draft, before } });
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="live-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Label htmlFor={id}>{t('live.message')}</Label>
      <Textarea
        id={id}
        ref={field}
        rows={2}
        value={text}
        maxLength={PERSON_LINE_MAX_CODE_POINTS}
        autoFocus
        className="min-h-20"
        aria-describedby={`${id}note`}
        onChange={({ target }) => write({ text: target.value, drafted })}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}note`} className="text-muted-foreground text-sm">
        {drafted ? t('live.drafted') : t('live.messageMeans')}
      </p>
      <p className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!text.trim()}>
          {t('live.send')}
        </Button>
        <Button variant="outline" disabled={busy !== null} onClick={() => void suggest()}>
          {busy === 'suggest' ? t('live.drafting') : t('live.suggest')}
        </Button>
        {drafted ? (
          <Button variant="ghost" onClick={() => write({ text: drafted.before, drafted: null })}>
            {t('live.dropDraft')}
          </Button>
        ) : null}
      </p>
    </form>
  );
}

/** A private hint for the twin's next reply, and what became of the last one. */
export function HintForm({
  desk,
  state: { view, busy },
  refusal,
}: {
  desk: LiveDesk;
  state: DeskState;
  refusal: string | null;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !refusal && (await desk.hint(text.trim()))) setText('');
  };
  return (
    <Card className="live-part">
      <form onSubmit={(event) => void submit(event)} className="grid gap-2">
        <Label htmlFor={id}>{t('live.hint')}</Label>
        <Textarea
          id={id}
          rows={2}
          value={text}
          maxLength={HINT_MAX_CHARS}
          disabled={refusal !== null}
          aria-describedby={`${id}note`}
          onChange={({ target }) => setText(target.value)}
        />
        <p id={`${id}note`} className="text-muted-foreground text-sm">
          {t('live.hintMeans')}
        </p>
        <Button
          type="submit"
          variant="outline"
          size="sm"
          className="justify-self-start"
          disabled={busy !== null || refusal !== null || !text.trim()}
        >
          {t('live.giveHint')}
        </Button>
        <p role="status" className="wrap-anywhere text-sm">
          {view?.hint ? t('live.hintWaits', { hint: view.hint }) : null}
          {view?.hint_outcome === 'carried' ? t('live.hintCarried') : null}
          {view?.hint_outcome === 'unable' ? t('live.hintUnable') : null}
        </p>
      </form>
    </Card>
  );
}
