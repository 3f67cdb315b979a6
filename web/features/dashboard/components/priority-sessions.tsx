import { type AdminSession, SORTS, type Sort } from '@understudy/contract/admin';
import { PRIORITY_LIST_SIZE } from '@understudy/contract/constants';
import { tierOf } from '@understudy/contract/leads';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Label, Select } from '../../../ui/field.tsx';
import { reasonWords } from '../../../ui/fixed-words.ts';
import { LinkRow } from '../../../ui/link-row.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { Empty } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { NewSessions, SessionList, useStableSessions } from '../live/stable-sessions.tsx';
import type { DashboardPlace } from '../search.ts';
import { chosenWords, complaintWords, durationWords, intentWords, sortWords } from '../session-words.ts';
import { PersonLink, ReachedAt, Score, SessionLink } from './session-parts.tsx';

/** The five sessions that matter most, in the chosen order. */
export function PrioritySessions({
  place,
  onMove,
}: {
  place: DashboardPlace;
  onMove: (change: Partial<DashboardPlace>) => void;
}) {
  const stable = useStableSessions({ ...place, cursor: null }, PRIORITY_LIST_SIZE);
  const { data, isPlaceholderData } = stable.query;
  const total = data?.total ?? 0;
  return (
    <Card>
      <section aria-labelledby="priority">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 pt-4 pb-3 sm:px-6">
          <h2 id="priority" className="text-xl sm:text-2xl">
            {t('dashboard.prioritySessions')}
          </h2>
          <div>
            <Label htmlFor="priority-sort" className="sr-only">
              {t('dashboard.sortSessions')}
            </Label>
            <Select
              id="priority-sort"
              value={place.sort}
              onChange={({ target }) => onMove({ sort: target.value as Sort })}
            >
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {sortWords()[sort]}
                </option>
              ))}
            </Select>
          </div>
        </div>
        <NewSessions stable={stable} isDeep={false} onTop={() => {}} />
        <SessionList
          stable={stable}
          empty={
            <Empty title={t('dashboard.noSessionsFoundMatchingYour')}>
              {t('dashboard.conversationsWhoseVisitorsAgreedThat')}
            </Empty>
          }
        >
          <ol ref={stable.region} aria-busy={isPlaceholderData} className="divide-y border-t">
            {stable.items.map((session) => (
              <PriorityRow key={session.id} session={session} />
            ))}
          </ol>
        </SessionList>
        {total > PRIORITY_LIST_SIZE ? (
          <div className="border-t px-4 py-3 sm:px-6">
            <Button
              variant="ghost"
              size="sm"
              className="-ml-3"
              onClick={() => onMove({ tab: 'sessions', cursor: null })}
            >
              {t('dashboard.viewAll', { total: `${numberWords(total)}${data?.total_is_more ? '+' : ''}` })}
            </Button>
          </div>
        ) : null}
      </section>
    </Card>
  );
}

/** Whom to call, and why: score, name and strongest reason. */
function PriorityRow({ session }: { session: AdminSession }) {
  const { id, lead_score: score, contact_name: name, reason } = session;
  const { final_intent: intent, current_intent: current } = session;
  const reached = session.email ?? session.phone;
  return (
    <LinkRow
      as="li"
      data-tier={tierOf(score)}
      className="tier-row grid gap-x-5 gap-y-1 px-4 py-3.5 sm:grid-cols-[6.5rem_1fr] sm:px-6"
    >
      <Score score={score} className="self-start text-xl" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SessionLink id={id} className="wrap-anywhere font-semibold text-lg leading-snug">
            {name ?? t('dashboard.anonymousVisitor')}
          </SessionLink>
          {session.summary ? <Badge variant="secondary">{t('dashboard.summary')}</Badge> : null}
          {session.cta_chosen ? <Badge variant="outline">{t('dashboard.cta')}</Badge> : null}
          {session.booked ? <Badge variant="outline">{t('session.bookedBadge')}</Badge> : null}
          {session.call_requested && !session.booked ? (
            <Badge variant="outline">{t('dashboard.callRequested')}</Badge>
          ) : null}
          {session.complaint ? <Badge variant="outline">{complaintWords(session)}</Badge> : null}
        </div>
        {reason ? <p className="wrap-anywhere mt-0.5 max-w-measure">{reasonWords(reason)}</p> : null}
        <p className="wrap-anywhere mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted-foreground text-sm tabular-nums">
          <When at={session.started_at} />
          <span>
            <span className="sr-only">{t('dashboard.durationLabel')} </span>
            {durationWords(session)}
          </span>
          {reached ? (
            <span>
              <ReachedAt value={reached} />
            </span>
          ) : null}
          {intent ? <span>{intentWords(intent)}</span> : null}
          {!intent && current ? <span>{t('dashboard.soFar', { intent: intentWords(current) })}</span> : null}
          {session.cta_chosen ? <span>{chosenWords(session)}</span> : null}
          <PersonLink
            id={session.visitor_id}
            label={t('people.personOf', { name: name ?? t('dashboard.anonymousVisitor') })}
            className="underline underline-offset-4"
          >
            {t('people.person')}
          </PersonLink>
        </p>
      </div>
    </LinkRow>
  );
}
