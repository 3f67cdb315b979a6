import { type AdminExtract, LEAD_STATUSES, type LeadStatus, type SessionDetail } from '@understudy/contract/admin';
import type { HostPage } from '@understudy/contract/widget';
import { Clock, Handshake, LifeBuoy, MessageSquare, ShoppingBag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Text } from '../../../../platform/text.tsx';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { cn } from '../../../../ui/cn.ts';
import { longDay, minutesAndSeconds, timeOfDay } from '../../../../ui/dates.ts';
import { Label, Select } from '../../../../ui/field.tsx';
import { fixedWords } from '../../../../ui/fixed-words.ts';
import { Empty } from '../../../../ui/states.tsx';
import { SummaryLines } from '../../../../ui/summary-lines.tsx';
import { When } from '../../../../ui/when.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { useLeadStatus, useOptimisticValue } from '../../api/queries.ts';
import { chosenWords, complaintWords, intentPicture, intentWords, statusWords } from '../../session-words.ts';
import { ActionItem, BookingLine, InfoCell, PersonLink, ReachedAt, scoreVariant } from '../session-parts.tsx';

const PICTURES = { buying: ShoppingBag, support: LifeBuoy, partner: Handshake, other: MessageSquare };

/** Contact, intent, duration, date. */
export function InfoCards({ session }: { session: SessionDetail['session'] }) {
  const { final_intent: intent, current_intent: current } = session;
  const Picture = PICTURES[intentPicture(intent)];
  const started = new Date(session.started_at);
  return (
    <Card className="overflow-hidden">
      <dl className="-m-px grid sm:grid-cols-2 lg:grid-cols-4">
        <InfoCell name={t('session.contact')}>
          <span className="block font-semibold">{session.contact_name ?? t('session.anonymous')}</span>
          {session.email ? (
            <a href={`mailto:${session.email}`} className="block underline underline-offset-4">
              <ReachedAt value={session.email} />
            </a>
          ) : null}
          {session.phone ? (
            <a href={`tel:${session.phone.replace(/[^\d+]/g, '')}`} className="block underline underline-offset-4">
              {session.phone}
            </a>
          ) : null}
          {session.role || session.company ? (
            <span className="block text-muted-foreground text-sm">
              {[session.role, session.company].filter(Boolean).join(', ')}
            </span>
          ) : null}
          <PersonLink
            id={session.visitor_id}
            className="inline-flex min-h-6 items-center underline underline-offset-4 print:hidden"
          >
            {t('people.open')}
          </PersonLink>
          <StatusSelect session={session} />
        </InfoCell>
        <InfoCell name={t('session.intent')}>
          <span className="flex items-center gap-2 font-semibold">
            <Picture aria-hidden className="size-4 shrink-0" />
            {intent ? intentWords(intent) : t('session.unknown')}
          </span>
          {!intent && current ? (
            <span className="mt-1 block text-muted-foreground text-sm">
              {t('session.soFar', { intent: intentWords(current) })}
            </span>
          ) : null}
          <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
            {session.cta_chosen ? <Badge>{t('session.cta', { chosen: chosenWords(session) ?? '' })}</Badge> : null}
            {session.booked ? <Badge>{t('session.bookedBadge')}</Badge> : null}
            {session.call_requested && !session.booked ? <Badge>{t('session.callRequestedBadge')}</Badge> : null}
            {session.complaint ? <Badge>{complaintWords(session)}</Badge> : null}
          </div>
        </InfoCell>
        <InfoCell name={t('session.duration')}>
          <span className="flex items-center gap-2 font-semibold tabular-nums">
            <Clock aria-hidden className="size-4 shrink-0" />
            {Number.isNaN(started.getTime()) ? t('session.unknown') : <Lasted session={session} />}
          </span>
          <span className="block text-muted-foreground text-sm tabular-nums">
            {t('session.messages', { count: session.utterance_count })}
          </span>
        </InfoCell>
        <InfoCell name={t('session.date')}>
          <span className="block font-semibold tabular-nums">{longDay(session.started_at)}</span>
          <time dateTime={session.started_at} className="block text-muted-foreground text-sm tabular-nums">
            {timeOfDay(session.started_at)}
          </time>
          {session.page ? <BegunOn page={session.page} /> : null}
        </InfoCell>
      </dl>
    </Card>
  );
}

/** The page with the widget; its title is as that page gave it. */
function BegunOn({ page: { title, url } }: { page: HostPage }) {
  return (
    <p className="mt-1 text-sm">
      <Text
        id="dashboard.startedOn"
        tags={{
          page: () => (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              title={url}
              className="underline underline-offset-4"
            >
              {title || url}
            </a>
          ),
        }}
      />
    </p>
  );
}

/** Duration from start to end, or to now while the session runs. */
function Lasted({ session: { started_at: start, ended_at: end } }: { session: SessionDetail['session'] }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (end) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [end]);
  const to = end ? new Date(end).getTime() : now;
  return <>{minutesAndSeconds(to - new Date(start).getTime())}</>;
}

/** The lead's outcome; saved on change. */
function StatusSelect({ session }: { session: SessionDetail['session'] }) {
  const { isReadOnly } = useAdminClient();
  const change = useLeadStatus(session.id);
  const [shown, wish] = useOptimisticValue(session.status, change);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Label htmlFor="lead-status" className="text-muted-foreground">
        {t('session.leadStatus')}
      </Label>
      <Select
        id="lead-status"
        className="status-select max-w-32"
        value={shown}
        disabled={isReadOnly}
        aria-describedby={change.error ? 'lead-status-failure' : undefined}
        onChange={({ target }) => {
          const status = target.value as LeadStatus;
          wish(status);
          change.mutate({ visitorId: session.visitor_id, status });
        }}
      >
        {LEAD_STATUSES.map((status) => (
          <option key={status} value={status}>
            {statusWords()[status]}
          </option>
        ))}
      </Select>
      {change.error ? (
        <p id="lead-status-failure" role="alert" className="w-full text-destructive-text text-sm">
          {t('session.notChanged', { error: sentenceOf(change.error) })}
        </p>
      ) : null}
    </div>
  );
}

/** 'Executive Summary' with its action items; without a summary, the items alone. */
export function SummaryCard({ detail }: { detail: SessionDetail }) {
  const { summary, action_items: items } = detail;
  const titles = new Set(items.map(({ title }) => title));
  // Items of the summary that cannot be completed are listed as plain text.
  const others = (summary?.action_items ?? []).filter(({ text }) => !titles.has(text));
  if (!summary?.executive_summary && items.length === 0) return null;
  return (
    <Card className="px-4 py-5 sm:px-6">
      <section aria-labelledby="summary">
        <h2 id="summary" className="text-2xl">
          {summary?.executive_summary ? t('session.executiveSummary') : t('session.actionItems')}
        </h2>
        {summary?.executive_summary ? (
          <SummaryLines text={summary.executive_summary} className="mt-3 max-w-measure text-lg leading-relaxed" />
        ) : null}
        {items.length + others.length > 0 ? (
          <>
            {summary?.executive_summary ? <h3 className="mt-5 text-lg">{t('session.actionItems')}</h3> : null}
            <ul className="mt-2 divide-y border-y">
              {items.map((item) => (
                <ActionItem key={item.id} item={item}>
                  <Owned owner={item.owner} priority={item.priority} />
                </ActionItem>
              ))}
              {others.map(({ text, owner, priority }) => (
                <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                  <span className="wrap-anywhere min-w-0 grow basis-60">{fixedWords(text)}</span>
                  <Owned owner={owner} priority={priority} />
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </section>
    </Card>
  );
}

/** The bookings of the conversation's visitor. */
export function BookingsCard({ bookings }: { bookings: SessionDetail['bookings'] }) {
  if (bookings.length === 0) return null;
  return (
    <Card className="px-4 py-5 sm:px-6">
      <section aria-labelledby="bookings">
        <h2 id="bookings" className="text-2xl">
          {t('bookings.title')}
        </h2>
        <ul className="mt-2 divide-y border-y">
          {bookings.map((booking) => (
            <BookingLine key={booking.id} booking={booking} className="py-2.5" />
          ))}
        </ul>
      </section>
    </Card>
  );
}

/** Owner and priority. */
function Owned({ owner, priority }: { owner: string; priority: string }) {
  return (
    <span className="flex gap-2">
      <Badge variant="outline">{t('session.itemOwner', { owner })}</Badge>
      <Badge variant={priority === 'high' ? 'destructive' : 'secondary'}>{t('session.priority', { priority })}</Badge>
    </span>
  );
}

/** Enough to judge a conversation; a long one has hundreds. */
const SHOWN_AT_FIRST = 4;

/** 'Lead Intelligence': the extracts, newest first. */
export function IntelligenceCard({ extracts }: { extracts: readonly AdminExtract[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Card>
      <section aria-labelledby="intelligence">
        <h2 id="intelligence" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
          {t('session.leadIntelligence')}
        </h2>
        {extracts.length === 0 ? (
          <Empty title={t('session.nothingHasBeenUnderstoodYet')}>{t('session.itAppearsWithTheVisitors')}</Empty>
        ) : (
          <ol className="divide-y border-t">
            {extracts.map(({ id, intent, confidence, lead_score: score, created_at: at }, index) => {
              const percent = Math.min(100, Math.max(0, Math.round(confidence * 100)));
              return (
                <li
                  key={id}
                  className={cn(
                    'grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6',
                    // A printout cannot be expanded.
                    !isWhole && index >= SHOWN_AT_FIRST && 'not-print:hidden',
                  )}
                >
                  <p className="flex flex-wrap gap-x-3">
                    <span className="font-medium">{intent ? intentWords(intent) : t('session.unknown')}</span>
                    <When at={at} className="text-muted-foreground text-sm tabular-nums" />
                  </p>
                  <Badge variant={scoreVariant(score)} className="justify-self-end whitespace-nowrap tabular-nums">
                    <span className="sr-only">{t('session.leadScore')} </span>
                    {score}
                  </Badge>
                  <progress
                    aria-label={t('session.confidence', { percent })}
                    className="confidence"
                    max={100}
                    value={percent}
                  />
                  <span className="text-right text-muted-foreground text-sm tabular-nums">
                    {t('session.confidence', { percent })}
                  </span>
                </li>
              );
            })}
          </ol>
        )}
        {extracts.length > SHOWN_AT_FIRST ? (
          <div className="no-print border-t px-4 py-2 sm:px-6">
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setWhole(!isWhole)}>
              {isWhole ? t('session.showTheNewest') : t('session.showAll', { count: extracts.length })}
            </Button>
          </div>
        ) : null}
      </section>
    </Card>
  );
}
