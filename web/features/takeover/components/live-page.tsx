import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { systemClock } from '../../../platform/clock.ts';
import { untilOnline } from '../../../platform/connection.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { exactDate, timeOfDay } from '../../../ui/dates.ts';
import { Empty, Loading } from '../../../ui/states.tsx';
import { createLiveDesk, type DeskDeps, type DeskLine, type DeskState, type LiveDesk } from '../live-desk.ts';
import { Composer, HintForm, NOTHING_UNSENT, TakeOverForm } from './live-forms.tsx';
import '../live.css';

/** A running conversation: its lines as they come, and what an administrator can do in it. */
export function LivePage({
  sessionId,
  calls,
  newId,
  visitor,
  refusal,
  usualName,
  after,
}: {
  sessionId: string;
  calls: DeskDeps['calls'];
  /** A random UUID. */
  newId: () => string;
  /** The visitor's name; null while it is unknown. */
  visitor: string | null;
  /** Why the caller may only watch; null if they may take over. */
  refusal: string | null;
  /** The name that is proposed to be told to the visitor. */
  usualName: string;
  /** What stands below once the conversation is over. */
  after: ReactNode;
}) {
  const [desk] = useState(() =>
    createLiveDesk({
      ...{ calls, sessionId, clock: systemClock, online: untilOnline, newId },
      isSeen: () => document.visibilityState === 'visible',
    }),
  );
  useEffect(() => {
    desk.open();
    return () => desk.close();
  }, [desk]);
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  const [unsent, setUnsent] = useState(NOTHING_UNSENT);
  const { connection, sentence, view } = state;
  if (connection === 'refused') return <Empty title={sentence ?? t('live.refused')} />;
  const isOver = connection === 'ended';
  const isWriting = view?.mine && view.state === 'active' && !isOver;
  return (
    <div className="live-room">
      <Card className="live-script-card">
        <div className="live-now">
          <p className="live-lamp" data-lit={connection === 'live' || undefined}>
            <span aria-hidden className="live-lamp-light" />
            {lampWords(connection)}
          </p>
          <p role="status" className="text-sm">
            {view && !isOver ? stateWords(view) : null}
          </p>
        </div>
        {connection === 'connecting' && !view ? <Loading words={t('live.connecting')} /> : null}
        {view ? <Script state={state} visitor={visitor ?? t('session.visitor')} desk={desk} /> : null}
        {isWriting ? <Composer {...{ desk, state, unsent, onUnsent: setUnsent }} /> : null}
      </Card>
      <aside className="live-side" aria-label={t('live.desk')}>
        {!isWriting && unsent.text.trim() ? (
          <Card className="live-part">
            <h2 className="live-title">{t('live.unsentWords')}</h2>
            <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{unsent.text}</p>
            <p className="mt-1 text-muted-foreground text-sm">{isOver ? t('live.unsentOver') : t('live.unsentKept')}</p>
          </Card>
        ) : null}
        {isOver ? (
          <Card className="live-part">
            <p>{t('live.over')}</p>
            <div className="mt-3">{after}</div>
          </Card>
        ) : view ? (
          <>
            <TakeOver desk={desk} state={state} refusal={refusal} usualName={usualName} />
            {view.state === 'active' ? null : <HintForm desk={desk} state={state} refusal={refusal} />}
            {view.kept ? null : (
              <Card className="live-part text-sm">
                <p>{t('live.notKept')}</p>
              </Card>
            )}
          </>
        ) : null}
        <p role="alert" className="text-destructive-text text-sm">
          {state.problem}
        </p>
      </aside>
    </div>
  );
}

function lampWords(connection: DeskState['connection']): string {
  if (connection === 'live') return t('live.live');
  if (connection === 'ended') return t('live.ended');
  return connection === 'lost' ? t('live.reconnecting') : t('live.connecting');
}

/** Who answers now. */
function stateWords({ state, person, mine, reason }: NonNullable<DeskState['view']>): string {
  const name = person?.name ?? '';
  switch (state) {
    case 'wanted':
      return t('live.wanted');
    case 'asked':
      return mine ? t('live.asked') : t('live.askedByOther', { name });
    case 'active':
      return mine ? t('live.yours') : t('live.others', { name });
    case 'none':
      return t('live.twinAnswers');
    case 'over':
      if (reason === 'declined') return t('live.declined');
      return reason === 'unattended' ? t('live.unattended') : t('live.twinAnswers');
  }
}

/** Joining and leaving. */
function TakeOver({
  desk,
  state: { view, busy },
  refusal,
  usualName,
}: {
  desk: LiveDesk;
  state: DeskState;
  refusal: string | null;
  usualName: string;
}) {
  if (!view) return null;
  if (view.mine) {
    return (
      <Card className="live-part">
        <h2 className="live-title">{t('live.youAre', { name: view.person?.name ?? '' })}</h2>
        <p className="mt-1 text-muted-foreground text-sm">
          {view.state === 'asked' ? t('live.askedMeans') : t('live.yoursMeans')}
        </p>
        <Button
          variant={view.state === 'asked' ? 'outline' : 'primary'}
          className="mt-3"
          disabled={busy !== null}
          onClick={() => void desk.leave()}
        >
          {view.state === 'asked' ? t('live.noLongerAsk') : t('live.handBack')}
        </Button>
      </Card>
    );
  }
  const isTaken = view.state === 'asked' || view.state === 'active';
  if (isTaken) return null;
  if (view.reason === 'declined') return <Card className="live-part text-sm">{t('live.declinedMeans')}</Card>;
  return <TakeOverForm desk={desk} isBusy={busy !== null} refusal={refusal} usualName={usualName} />;
}

/** So near its end, a reader follows the conversation. */
const NEAR_END_PX = 80;

/** The conversation. It follows its end unless somebody reads further up. */
function Script({
  state: { lines, isVisitorTyping },
  visitor,
  desk,
}: {
  state: DeskState;
  visitor: string;
  desk: LiveDesk;
}) {
  const list = useRef<HTMLOListElement>(null);
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when the conversation has grown
  useEffect(() => {
    const { current } = list;
    if (current && isFollowing.current) current.scrollTop = current.scrollHeight;
  }, [lines, isVisitorTyping]);
  return (
    <>
      <ol
        ref={list}
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        aria-label={t('live.conversation')}
        className="live-script"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
        }}
      >
        {lines.length === 0 ? <li className="text-muted-foreground">{t('live.nothingSaid')}</li> : null}
        {lines.map((line) => (
          <Line key={line.speaker === 'person' ? line.turn_id : line.id} line={line} visitor={visitor} desk={desk} />
        ))}
      </ol>
      <p role="status" className="live-typing">
        {isVisitorTyping ? t('live.visitorTypes') : null}
      </p>
    </>
  );
}

function Line({ line, visitor, desk }: { line: DeskLine; visitor: string; desk: LiveDesk }) {
  const { speaker, author, text, ts, delivery, turn_id: lineId } = line;
  const who = speaker === 'visitor' ? visitor : speaker === 'agent' ? t('session.aiAgent') : (author ?? '');
  return (
    <li className="live-line" data-speaker={speaker} data-delivery={delivery}>
      <p className="live-who">
        {who}{' '}
        <time dateTime={ts} title={exactDate(ts)} className="tabular-nums">
          {timeOfDay(ts)}
        </time>
      </p>
      <p className="live-words">{text}</p>
      {delivery === 'unsent' ? (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <span className="text-destructive-text">{t('live.unsent')}</span>
          <Button variant="outline" size="sm" onClick={() => desk.sendAgain(lineId)}>
            {t('live.sendAgain')}
          </Button>
        </p>
      ) : null}
    </li>
  );
}
