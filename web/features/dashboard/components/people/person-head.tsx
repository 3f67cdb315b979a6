import { LEAD_STATUSES, type LeadStatus } from '@understudy/contract/admin';
import { type PersonDetail, TAG_MAX_CHARS, TAGS_MAX } from '@understudy/contract/people';
import { X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Input, Label, Select } from '../../../../ui/field.tsx';
import { When } from '../../../../ui/when.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { useChangePerson, usePersonStatus } from '../../api/people-queries.ts';
import { useOptimisticValue } from '../../api/queries.ts';
import { statusWords } from '../../session-words.ts';
import { InfoCell, ReachedAt } from '../session-parts.tsx';

/** How the person is reached, when they were there, and what the team keeps of them: state, assignee, tags. */
export function PersonHead({ id, person }: { id: string; person: PersonDetail }) {
  const { email, phone, role, company } = person;
  const work = [role, company].filter(Boolean).join(', ');
  return (
    <Card className="overflow-hidden">
      <dl className="-m-px grid sm:grid-cols-2 lg:grid-cols-4">
        <InfoCell name={t('session.contact')}>
          {email ? (
            <a href={`mailto:${email}`} className="block underline underline-offset-4">
              <ReachedAt value={email} />
            </a>
          ) : null}
          {phone ? (
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="block underline underline-offset-4">
              {phone}
            </a>
          ) : null}
          {work ? <span className="block text-muted-foreground text-sm">{work}</span> : null}
          {email || phone || work ? null : <span className="text-muted-foreground">{t('people.noContact')}</span>}
        </InfoCell>
        <InfoCell name={t('people.lastSeen')}>
          <When at={person.last_seen_at} className="block font-semibold tabular-nums" />
          <span className="block text-muted-foreground text-sm tabular-nums">
            {t('people.firstSeen')} <When at={person.first_seen_at} />
          </span>
        </InfoCell>
        <InfoCell name={t('people.team')}>
          <Status id={id} status={person.status} />
          <Assignee id={id} person={person} />
        </InfoCell>
        <InfoCell name={t('people.tags')}>
          <Tags id={id} tags={person.tags} known={person.known_tags} />
        </InfoCell>
      </dl>
    </Card>
  );
}

function NotChanged({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="wrap-anywhere mt-1 text-destructive-text text-sm">
      {t('dashboard.notChanged', { error: sentenceOf(error) })}
    </p>
  );
}

/** What became of them as a lead; saved on change. */
function Status({ id, status }: { id: string; status: LeadStatus }) {
  const { isReadOnly } = useAdminClient();
  const change = usePersonStatus(id);
  const [shown, wish] = useOptimisticValue(status, change);
  return (
    <>
      <Label htmlFor="person-status">{t('session.leadStatus')}</Label>
      <Select
        id="person-status"
        className="mt-1"
        value={shown}
        disabled={isReadOnly}
        onChange={({ target }) => {
          const next = target.value as LeadStatus;
          wish(next);
          change.mutate(next);
        }}
      >
        {LEAD_STATUSES.map((one) => (
          <option key={one} value={one}>
            {statusWords()[one]}
          </option>
        ))}
      </Select>
      <NotChanged error={change.error} />
    </>
  );
}

/** Who looks after them; saved on change. */
function Assignee({ id, person: { assignee, team } }: { id: string; person: PersonDetail }) {
  const { isReadOnly } = useAdminClient();
  const change = useChangePerson(id);
  const [shown, wish] = useOptimisticValue(assignee?.id ?? '', change);
  // Somebody without access any more still has the person.
  const options = assignee && !team.some((one) => one.id === assignee.id) ? [...team, assignee] : team;
  return (
    <>
      <Label htmlFor="person-assignee" className="mt-2">
        {t('people.assignee')}
      </Label>
      <Select
        id="person-assignee"
        className="mt-1 truncate"
        value={shown}
        disabled={isReadOnly}
        onChange={({ target: { value } }) => {
          wish(value);
          change.mutate({ assignee_id: value || null });
        }}
      >
        <option value="">{t('items.nobody')}</option>
        {options.map((one) => (
          <option key={one.id} value={one.id}>
            {one.email}
          </option>
        ))}
      </Select>
      <NotChanged error={change.error} />
    </>
  );
}

/** Tags, each with a button that takes it off, and a field for a further one. */
function Tags({ id, tags, known }: { id: string; tags: readonly string[]; known: readonly string[] }) {
  const { isReadOnly } = useAdminClient();
  const change = useChangePerson(id);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tag && !change.isPending) change.mutate({ add_tags: [tag] }, { onSuccess: () => setTyped('') });
  };
  const remove = (tag: string) => {
    if (change.isPending) return;
    change.mutate({ remove_tags: [tag] });
    // The button that had the focus goes with its tag.
    field.current?.focus();
  };
  return (
    <>
      {tags.length > 0 ? (
        <ul className="mb-2 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge className="pr-0">
                {tag}
                {isReadOnly ? null : (
                  <button
                    type="button"
                    className="-my-1 grid size-8 place-items-center rounded-sm print:hidden"
                    aria-label={t('people.removeTag', { tag })}
                    title={t('people.removeTag', { tag })}
                    onClick={() => remove(tag)}
                  >
                    <X aria-hidden className="size-3.5" />
                  </button>
                )}
              </Badge>
            </li>
          ))}
        </ul>
      ) : null}
      <form onSubmit={add} className="flex gap-2 print:hidden">
        <Label htmlFor="person-tag" className="sr-only">
          {t('people.newTag')}
        </Label>
        <Input
          ref={field}
          id="person-tag"
          className="min-w-0"
          list="person-known-tags"
          autoComplete="off"
          maxLength={TAG_MAX_CHARS}
          placeholder={t('people.newTag')}
          value={typed}
          disabled={isReadOnly || tags.length >= TAGS_MAX}
          onChange={({ target }) => setTyped(target.value)}
        />
        <datalist id="person-known-tags">
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
        <Button type="submit" variant="outline" className="shrink-0" aria-disabled={change.isPending || !typed.trim()}>
          {t('people.addTag')}
        </Button>
      </form>
      <NotChanged error={change.error} />
    </>
  );
}
