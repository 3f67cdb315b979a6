import { tierOf } from '@understudy/contract/leads';
import type { PersonDetail } from '@understudy/contract/people';
import type { ReactNode } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Collapsible } from '../../../../ui/collapsible.tsx';
import { LinkRow } from '../../../../ui/link-row.tsx';
import { SummaryLines } from '../../../../ui/summary-lines.tsx';
import { When } from '../../../../ui/when.tsx';
import { complaintWords, durationWords, intentWords } from '../../session-words.ts';
import { ActionItem, BookingLine, Score, SessionLink } from '../session-parts.tsx';

/** A list of the person's, with a note if it is not whole. */
function Section({
  id,
  title,
  isEmpty,
  empty,
  isCut,
  children,
}: {
  id: string;
  title: string;
  isEmpty: boolean;
  empty: string;
  isCut: boolean;
  children: ReactNode;
}) {
  return (
    <Card className="overflow-clip">
      <section aria-labelledby={id}>
        <h2 id={id} className="px-4 pt-5 pb-3 text-2xl sm:px-6">
          {title}
        </h2>
        {isEmpty ? <p className="border-t px-4 py-4 text-muted-foreground sm:px-6">{empty}</p> : children}
        {isCut ? <p className="border-t px-4 py-3 text-muted-foreground text-sm sm:px-6">{t('people.cut')}</p> : null}
      </section>
    </Card>
  );
}

/** The conversations, the newest first, each with its score and summary. */
export function SessionsSection({ person: { sessions, cut } }: { person: PersonDetail }) {
  return (
    <Section
      id="person-sessions"
      title={t('people.sessions')}
      isEmpty={sessions.length === 0}
      empty={t('people.noSessions')}
      isCut={cut.includes('sessions')}
    >
      <ol className="divide-y border-t">
        {sessions.map((session) => (
          <LinkRow
            as="li"
            key={session.id}
            data-tier={tierOf(session.lead_score)}
            className="tier-row px-4 py-3.5 sm:px-6"
          >
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <SessionLink id={session.id} className="font-semibold tabular-nums">
                <When at={session.started_at} />
              </SessionLink>
              <Score score={session.lead_score} />
              <span className="text-muted-foreground text-sm tabular-nums">
                {durationWords(session)}
                {session.final_intent ? `, ${intentWords(session.final_intent)}` : ''}
              </span>
              {session.ended_at === null ? <Badge>{t('dashboard.runsNow')}</Badge> : null}
              {session.complaint ? <Badge variant="outline">{complaintWords(session)}</Badge> : null}
            </p>
            {session.executive_summary ? (
              <SummaryLines text={session.executive_summary} className="mt-1.5 max-w-measure" />
            ) : null}
          </LinkRow>
        ))}
      </ol>
    </Section>
  );
}

/** What is to be done for them, and what was. */
export function ItemsSection({ person: { action_items: items, cut } }: { person: PersonDetail }) {
  const open = items.filter(({ status }) => status === 'open');
  const done = items.filter(({ status }) => status === 'done');
  const list = (of: typeof items) => (
    <ul className="divide-y">
      {of.map((item) => (
        <ActionItem key={item.id} item={item} className="px-4 sm:px-6">
          {item.session_id ? (
            <SessionLink
              id={item.session_id}
              {...(item.seq === null ? {} : { at: item.seq })}
              className="text-sm underline underline-offset-4"
            >
              {t('people.openLine')}
            </SessionLink>
          ) : null}
        </ActionItem>
      ))}
    </ul>
  );
  return (
    <Section
      id="person-items"
      title={t('items.title')}
      isEmpty={items.length === 0}
      empty={t('people.noItems')}
      isCut={cut.includes('action_items')}
    >
      {open.length > 0 ? <div className="border-t">{list(open)}</div> : null}
      {done.length > 0 ? (
        <div className="border-t">
          <Collapsible
            summary={<span>{t('people.doneItems', { count: done.length })}</span>}
            className="[&>summary]:px-4 sm:[&>summary]:px-6"
          >
            {list(done)}
          </Collapsible>
        </div>
      ) : null}
    </Section>
  );
}

export function BookingsSection({ person: { bookings, cut } }: { person: PersonDetail }) {
  return (
    <Section
      id="person-bookings"
      title={t('bookings.title')}
      isEmpty={bookings.length === 0}
      empty={t('people.noBookings')}
      isCut={cut.includes('bookings')}
    >
      <ul className="divide-y border-t">
        {bookings.map((booking) => (
          <BookingLine key={booking.id} booking={booking} className="px-4 py-3 sm:px-6" />
        ))}
      </ul>
    </Section>
  );
}

export function MailsSection({ person: { mails, cut } }: { person: PersonDetail }) {
  return (
    <Section
      id="person-mails"
      title={t('people.mails')}
      isEmpty={mails.length === 0}
      empty={t('people.noMails')}
      isCut={cut.includes('mails')}
    >
      <ul className="divide-y border-t">
        {mails.map(({ id, template, recipient, created_at: at, delivered_at: sent, gave_up_at: failed }) => (
          <li key={id} className="wrap-anywhere flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
            <span className="min-w-0 grow basis-60">
              <span className="font-medium">{t(`mail.template.${template}`)}</span>
              <span className="block text-muted-foreground text-sm">{t('people.mailTo', { recipient })}</span>
            </span>
            <Badge variant={failed ? 'destructive' : 'outline'}>
              {t(failed ? 'people.mailFailed' : sent ? 'people.mailSent' : 'people.mailWaiting')}
            </Badge>
            <When at={sent ?? failed ?? at} className="text-muted-foreground text-sm tabular-nums" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
