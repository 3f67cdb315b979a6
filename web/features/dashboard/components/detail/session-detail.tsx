import { Link } from '@tanstack/react-router';
import type { AdminEvent, AdminSession, SessionDetail } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import type { TurnDetail } from '@understudy/contract/reply-trace';
import { ArrowLeft, Printer, Radio } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '../../../../platform/http.ts';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { cn } from '../../../../ui/cn.ts';
import { spaced } from '../../../../ui/id-words.ts';
import { LinkRow } from '../../../../ui/link-row.tsx';
import { Empty, Loading } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { sessionNotes, useSessionDetail } from '../../api/queries.ts';
import type { DashboardSearch } from '../../search.ts';
import { durationWords } from '../../session-words.ts';
import { Score, SessionLink, scoreVariant } from '../session-parts.tsx';
import { BetterAnswer } from './better-answer.tsx';
import { ConversationTab, longList, repliesBySeq, type Target, useTranscript } from './conversation-tab.tsx';
import { FollowupCard } from './followup-card.tsx';
import { BookingsCard, InfoCards, IntelligenceCard, SummaryCard } from './info-cards.tsx';
import { NotesTab } from './notes-tab.tsx';
import { ReasonsCard } from './reasons-card.tsx';
import type { Reply } from './why-answer.tsx';
import '../../dashboard.css';
import { intentWords } from '../../session-words.ts';

interface SessionDetailProps {
  sessionId: string;
  /** The `seq` of the utterance in the address, or null. */
  at: number | null;
  /** The dashboard place to return to. */
  back: DashboardSearch;
  /** Content that the page adds after the session's details. */
  after?: (session: AdminSession) => ReactNode;
  /** The name of a personality. */
  modeName: (mode: string) => string;
  /** The form for a better answer to a turn. It calls `onClose` when it is done. */
  answerForm?: (turn: TurnDetail, reply: Reply, onClose: () => void) => ReactNode;
  /** The question in the address that the owner wants to answer, at `at`; null for none. */
  toAnswer?: string | null;
  /** The form for {@link toAnswer} was closed. */
  onAnswered?: () => void;
}

/** `/admin/session/{id}`. */
export function SessionDetailPage(props: SessionDetailProps) {
  const { sessionId, back, after } = props;
  const query = useSessionDetail(sessionId);
  const score = query.data?.session.lead_score;
  return (
    <>
      <div
        className={cn(
          'session-head sticky top-0 z-20 -mx-5 flex flex-wrap items-center gap-x-4 gap-y-1 border-b',
          'bg-background px-5 py-2.5 sm:-mx-8 sm:px-8 print:static',
        )}
      >
        <Button asChild variant="ghost" size="sm" className="no-print -ml-3">
          <Link to={paths.admin} search={back}>
            <ArrowLeft aria-hidden /> {t('session.backToDashboard')}
          </Link>
        </Button>
        <h1 className="text-xl sm:text-2xl">{t('session.sessionDetails')}</h1>
        {score === undefined ? null : (
          <Badge variant={scoreVariant(score)} className="ml-auto shrink-0 whitespace-nowrap tabular-nums">
            {t('session.scoreOf', { score })}
          </Badge>
        )}
        {query.data && query.data.session.ended_at === null ? (
          <Button asChild variant="primary" size="sm" className="no-print">
            <Link to={paths.adminSession} params={{ sessionId }} hash="live">
              <Radio aria-hidden /> {t('live.watchOrTakeOver')}
            </Link>
          </Button>
        ) : null}
        {query.data?.show ? (
          <Button asChild variant={query.data.show.active ? 'primary' : 'outline'} size="sm" className="no-print">
            <Link to={paths.show} params={{ sessionId }}>
              {t(query.data.show.active ? 'session.directShow' : 'session.openEpisode')}
            </Link>
          </Button>
        ) : null}
      </div>
      <div className="pt-6">
        {query.isPending ? <Loading words={t('session.lookingUpTheSession')} /> : null}
        {query.data ? <SessionView key={sessionId} {...props} detail={query.data} /> : null}
        {query.data ? after?.(query.data.session) : null}
        {query.error && !query.data ? (
          <Missing error={query.error} back={back} onRetry={() => void query.refetch()} />
        ) : null}
      </div>
    </>
  );
}

/** The error message or 'Session not found', and the way back. */
function Missing({ error, back, onRetry }: { error: unknown; back: DashboardSearch; onRetry: () => void }) {
  const isGone = error instanceof CallError && error.status === 404;
  return (
    <div role="alert" className="py-16 text-center">
      <p className="text-lg">
        {isGone ? t('session.sessionNotFound') : sentenceOf(error, t('session.failedToLoadSession'))}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {isGone ? null : (
          <Button variant="outline" onClick={onRetry}>
            {t('session.tryAgain')}
          </Button>
        )}
        <Button asChild>
          <Link to={paths.admin} search={back}>
            {t('session.backToDashboard')}
          </Link>
        </Button>
      </div>
    </div>
  );
}

const tabs = () =>
  [
    { id: 'conversation', words: t('session.conversation') },
    { id: 'events', words: t('session.events') },
    { id: 'notes', words: t('session.notes') },
  ] as const;
type TabId = ReturnType<typeof tabs>[number]['id'];

/** A loaded session. */
function SessionView({
  detail,
  at,
  modeName,
  answerForm,
  toAnswer = null,
  onAnswered,
}: SessionDetailProps & { detail: SessionDetail }) {
  const [tab, setTab] = useState<TabId>('conversation');
  const [target, setTarget] = useState<Target | null>(at === null ? null : { seq: at, quote: null });
  const [isReplaying, setReplaying] = useState(false);
  const transcript = useTranscript(detail, target?.seq ?? null);
  const [answering, setAnswering] = useState<Reply | null>(null);
  const { utterances } = transcript;
  const asked = toAnswer !== null ? (utterances.find(({ seq }) => seq === at)?.turn_id ?? null) : null;
  useEffect(() => {
    const reply = [...repliesBySeq(utterances).values()].find(({ turnId }) => turnId === asked);
    if (reply && toAnswer) setAnswering({ ...reply, question: toAnswer });
  }, [asked, toAnswer, utterances]);
  useEffect(() => {
    if (at !== null) setTarget({ seq: at, quote: null });
  }, [at]);
  const toQuote = (index: number) => {
    const step = detail.score[index];
    if (!step) return;
    setTab('conversation');
    setReplaying(false);
    setTarget({ seq: step.seq, quote: index });
  };
  useEffect(() => {
    // The browser's own print command prints everything too.
    const showWhole = () => flushSync(() => setReplaying(false));
    window.addEventListener('beforeprint', showWhole);
    return () => window.removeEventListener('beforeprint', showWhole);
  }, []);
  const print = async () => {
    await transcript.loadAll();
    // The full content must be rendered before printing.
    flushSync(() => setReplaying(false));
    window.print();
  };
  return (
    <div className="space-y-6">
      <InfoCards session={detail.session} />
      <SummaryCard detail={detail} />
      <BookingsCard bookings={detail.bookings} />
      <FollowupCard sessionId={detail.session.id} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <ReasonsCard detail={detail} onQuote={toQuote} />
        <IntelligenceCard extracts={detail.extracts} />
      </div>
      <Card className="overflow-clip">
        <Tabs.Root value={tab} onValueChange={(next) => setTab(next as TabId)}>
          <div className="no-print flex items-center justify-between border-b px-2 sm:px-4">
            <Tabs.List aria-label={t('session.session')} className="flex overflow-x-auto overflow-y-hidden">
              {tabs().map(({ id, words }) => (
                <Tabs.Trigger
                  key={id}
                  value={id}
                  className={cn(
                    '-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-2.5 font-medium',
                    'text-muted-foreground hover:text-foreground focus-visible:outline-offset-[-2px]',
                    'data-[state=active]:border-primary-text data-[state=active]:text-foreground sm:px-3',
                  )}
                >
                  {words}
                  {id === 'notes' && detail.notes.length > 0 ? (
                    <span className="tabular-nums"> ({detail.notes.length})</span>
                  ) : null}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <Button variant="ghost" size="sm" onClick={() => void print()} disabled={transcript.isLoading}>
              <Printer aria-hidden /> <span className="max-sm:sr-only">{t('session.print')}</span>
            </Button>
          </div>
          <Tabs.Content value="conversation" forceMount className="print-always data-[state=inactive]:hidden">
            <ConversationTab
              detail={detail}
              transcript={transcript}
              target={target}
              isReplaying={isReplaying}
              onReplay={setReplaying}
              modeName={modeName}
              onBetter={answerForm ? setAnswering : null}
            />
          </Tabs.Content>
          <Tabs.Content value="events">
            <EventsTab events={detail.events} />
          </Tabs.Content>
          <Tabs.Content value="notes" forceMount className="print-always data-[state=inactive]:hidden">
            <NotesTab of={sessionNotes(detail.session.id)} title={t('session.sessionNotes')} notes={detail.notes} />
          </Tabs.Content>
        </Tabs.Root>
      </Card>
      <OtherSessions sessions={detail.other_sessions} />
      {answering && answerForm ? (
        <BetterAnswer
          key={answering.turnId}
          sessionId={detail.session.id}
          reply={answering}
          form={answerForm}
          onClose={() => {
            setAnswering(null);
            if (toAnswer) onAnswered?.();
          }}
        />
      ) : null}
    </div>
  );
}

/** 'Session Events': what happened, with all details. */
function EventsTab({ events }: { events: readonly AdminEvent[] }) {
  return (
    <section aria-labelledby="session-events">
      <h2 id="session-events" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
        {t('session.sessionEvents')}
      </h2>
      {events.length === 0 ? (
        <Empty title={t('session.noEventsTracked')}>{t('session.whatTheVisitorPressesAnd')}</Empty>
      ) : (
        <ol className={cn('divide-y border-t', longList(events.length))}>
          {events.map(({ id, kind, payload, ts }) => (
            <li key={id} className="px-4 py-3 sm:px-6">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="wrap-anywhere font-medium">{spaced(kind)}</span>
                <When at={ts} className="text-muted-foreground text-sm tabular-nums" />
              </p>
              <pre className="mt-1 whitespace-pre-wrap break-words text-muted-foreground text-sm">
                {JSON.stringify(payload, null, 2)}
              </pre>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Other sessions of the same lead. */
function OtherSessions({ sessions }: { sessions: readonly AdminSession[] }) {
  if (sessions.length === 0) return null;
  return (
    <Card>
      <section aria-labelledby="others">
        <h2 id="others" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
          {t('session.otherSessionsOfThisLead')}
        </h2>
        <ul className="divide-y border-t">
          {sessions.map((session) => (
            <LinkRow
              as="li"
              key={session.id}
              className="tier-row flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-3 sm:px-6"
            >
              <Score score={session.lead_score} className="w-24" />
              <SessionLink id={session.id} className="font-medium tabular-nums">
                <When at={session.started_at} />
              </SessionLink>
              <span className="text-muted-foreground text-sm tabular-nums">
                {durationWords(session)}
                {session.final_intent ? `, ${intentWords(session.final_intent)}` : ''}
              </span>
            </LinkRow>
          ))}
        </ul>
      </section>
    </Card>
  );
}
