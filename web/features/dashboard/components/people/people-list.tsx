import { tierOf } from '@understudy/contract/leads';
import { PEOPLE_SORTS, type PeopleSort, type Person } from '@understudy/contract/people';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Label, Select } from '../../../../ui/field.tsx';
import { LinkRow } from '../../../../ui/link-row.tsx';
import { Empty, Failure, Loading } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { usePeople } from '../../api/people-queries.ts';
import { moveRow, useShortcuts } from '../../keyboard.ts';
import type { PeoplePlace } from '../../people-place.ts';
import { intentWords, statusWords } from '../../session-words.ts';
import { SearchField } from '../filters.tsx';
import { PersonLink, ReachedAt, Score } from '../session-parts.tsx';
import { Pager } from '../sessions-tab.tsx';
import { ShortcutsDialog } from '../shortcuts-dialog.tsx';
import '../../dashboard.css';

/** What a person is called: their name, or else how they are reached. */
export const personName = ({ name, email, phone }: Pick<Person, 'name' | 'email'> & { phone?: string | null }) =>
  name ?? email ?? phone ?? t('session.anonymous');

/** `/admin/people`: everybody who has finished a conversation that is kept. */
export function PeopleList({
  place,
  onMove,
  onPage,
  onPreviousPage,
}: {
  place: PeoplePlace;
  onMove: (change: Partial<PeoplePlace>) => void;
  onPage: (cursor: string | null) => void;
  /** Null if there is none, or it is unknown. */
  onPreviousPage: (() => void) | null;
}) {
  const query = usePeople(place);
  const [showsKeys, setShowsKeys] = useState(false);
  useShortcuts({
    j: () => moveRow(1),
    k: () => moveRow(-1),
    '/': () => document.getElementById('people-search')?.focus(),
    '?': () => setShowsKeys(true),
  });
  const next = query.data?.next_cursor ?? null;
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">{t('people.title')}</h1>
      <p className="mt-1 text-muted-foreground">{t('people.about')}</p>
      <div className="mt-6 flex flex-wrap items-end gap-4">
        <div className="min-w-60 grow">
          <SearchField
            id="people-search"
            label={t('people.search')}
            placeholder={t('people.search')}
            value={place.q}
            onSearch={(q) => onMove({ q })}
          />
        </div>
        <div className="flex items-center gap-3">
          <Label htmlFor="people-sort" className="text-muted-foreground">
            {t('people.sort')}
          </Label>
          <Select
            id="people-sort"
            value={place.sort}
            onChange={({ target }) => onMove({ sort: target.value as PeopleSort })}
          >
            {PEOPLE_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {t(`people.sort.${sort}`)}
              </option>
            ))}
          </Select>
        </div>
        <Button variant="ghost" size="sm" className="ml-auto min-h-11 max-sm:hidden" onClick={() => setShowsKeys(true)}>
          {t('dashboard.keyboardShortcuts')}
        </Button>
      </div>
      <Card className="mt-4 overflow-clip">
        {query.isPending ? <Loading words={t('people.loading')} /> : null}
        {query.error && !query.data ? (
          <Failure onRetry={() => void query.refetch()}>
            {t('people.notLoaded', { error: sentenceOf(query.error) })}
          </Failure>
        ) : null}
        {query.data?.items.length === 0 ? (
          place.q ? (
            <Empty title={t('people.noneMatch')}>{t('people.noneMatchAbout')}</Empty>
          ) : (
            <Empty title={t('people.none')}>{t('people.noneAbout')}</Empty>
          )
        ) : null}
        {query.data && query.data.items.length > 0 ? (
          <ol aria-busy={query.isPlaceholderData} aria-label={t('people.title')} className="divide-y">
            {query.data.items.map((person) => (
              <Row key={person.id} person={person} />
            ))}
          </ol>
        ) : null}
        <Pager
          onFirst={place.cursor ? () => onPage(null) : null}
          onPrevious={onPreviousPage}
          onNext={next && !query.isPlaceholderData ? () => onPage(next) : null}
        />
      </Card>
      {showsKeys ? <ShortcutsDialog onClose={() => setShowsKeys(false)} /> : null}
    </>
  );
}

function Row({ person }: { person: Person }) {
  const { role, company, email, phone, tags, assignee } = person;
  const reached = person.name === null ? null : (email ?? phone);
  const work = [role, company].filter(Boolean).join(', ');
  return (
    <LinkRow
      as="li"
      data-tier={tierOf(person.score)}
      className="tier-row grid gap-x-5 gap-y-1 px-4 py-3.5 sm:grid-cols-[6.5rem_1fr] sm:px-6"
    >
      <Score score={person.score} className="self-start text-xl" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PersonLink id={person.id} isRow className="wrap-anywhere font-semibold text-lg leading-snug">
            {personName(person)}
          </PersonLink>
          {person.status === 'new' ? null : <Badge variant="outline">{statusWords()[person.status]}</Badge>}
          {tags.map((tag) => (
            <Badge key={tag} className="wrap-anywhere">
              {tag}
            </Badge>
          ))}
        </p>
        {work ? <p className="wrap-anywhere mt-0.5">{work}</p> : null}
        <p className="wrap-anywhere mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted-foreground text-sm tabular-nums">
          <When at={person.last_seen_at} />
          {reached ? (
            <span>
              <ReachedAt value={reached} />
            </span>
          ) : null}
          <span>{t('dashboard.sessionCount', { count: person.conversations })}</span>
          {person.open_items > 0 ? <span>{t('people.openItems', { count: person.open_items })}</span> : null}
          {person.intent ? <span>{intentWords(person.intent)}</span> : null}
          {assignee ? <span>{t('people.assignedTo', { email: assignee.email })}</span> : null}
        </p>
      </div>
    </LinkRow>
  );
}
