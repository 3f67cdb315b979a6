import type { ShowView } from '@understudy/contract/show';
import { Bookmark, Check, Square } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { Show, ShowState } from '../show.ts';
import { connectionLine, modeMeans, modeName } from '../show-words.ts';
import {
  Callbacks,
  EnergyMeter,
  EngagementMeter,
  Modes,
  MomentList,
  Part,
  PastModes,
  ThreadList,
} from './desk-parts.tsx';
import { OnAirSign, SegmentClock, useShow } from './on-air.tsx';

/** Everything of the show: what is on air, how it goes, and what the visitor can do. */
export function ShowDesk({
  show,
  afterShow,
}: {
  show: Show;
  /** The page's own part once the show is over, such as a rating. */
  afterShow?: ReactNode;
}) {
  const state = useShow(show);
  const { phase, view, segmentSince } = state;
  const line = connectionLine(state);
  const isOver = phase === 'over';
  const buttons = { controls: show, isLive: isLive(state) };
  return (
    <div className="show-desk">
      <div className="show-now">
        <OnAirSign state={state} />
        {view && !isOver ? <SegmentClock since={segmentSince} /> : null}
      </div>
      {line ? <p className="show-line">{line}</p> : null}
      {view && !isOver ? <NowOnAir view={view} /> : null}
      {view && isOver ? <Recap view={view} /> : null}
      {view && !isOver ? (
        <div className="show-meters">
          <EngagementMeter view={view} />
          <EnergyMeter view={view} />
        </div>
      ) : null}
      <div className="show-buttons">
        {isOver || state.connection === 'elsewhere' ? null : <SaveMoment show={show} state={state} />}
        <StartStop show={show} state={state} />
      </div>
      {isOver ? afterShow : null}
      {view && !isOver ? (
        <>
          <Callbacks {...buttons} view={view} none={t('show.noCallbacks')} ordered={state.ordered} />
          <Modes {...buttons} view={view} title={t('show.changeMode')} />
        </>
      ) : null}
      {view ? (
        <>
          <Moments view={view} />
          <Rundown view={view} />
        </>
      ) : null}
    </div>
  );
}

/** Whether what the visitor presses reaches the server. */
const isLive = ({ phase, connection }: ShowState) => phase === 'on' && connection === 'live';

function NowOnAir({ view }: { view: ShowView }) {
  const { mode, emotion, episode, game } = view;
  return (
    <div>
      <h2 className="show-mode">{modeName(mode)}</h2>
      <p className="show-means">{modeMeans(mode)}</p>
      <p className="show-facts">
        <span>{t('show.mood', { emotion })}</span>
        <span>{t('show.episode', { number: episode })}</span>
        {game ? <span>{t('show.playing', { game })}</span> : null}
      </p>
    </div>
  );
}

/** What became of a show that is over. */
function Recap({ view }: { view: ShowView }) {
  const landed = view.callbacks.filter(({ outcome }) => outcome === 'landed').length;
  return (
    <div>
      <h2 className="show-mode">{t('show.over', { number: view.episode })}</h2>
      <p className="show-means">
        {t('show.recap', { turns: view.turns, moments: view.moments.length, callbacks: landed })}
      </p>
    </div>
  );
}

/** How long 'Moment saved' stands on the button. */
const SAVED_MS = 2_500;

/** Keeps the twin's newest line as a moment. */
export function SaveMoment({ show, state, isBrief = false }: { show: Show; state: ShowState; isBrief?: boolean }) {
  /** The newest saved moment when the button was pressed; undefined before. */
  const [asked, setAsked] = useState<string | null>();
  const newest = state.view?.moments.findLast(({ type }) => type === 'saved')?.id ?? null;
  const isSaved = asked !== undefined && newest !== asked;
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setAsked(undefined), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  const label = isSaved ? t('show.momentSaved') : t('show.saveMoment');
  return (
    <Button
      variant={isBrief ? 'ghost' : 'outline'}
      size={isBrief ? 'icon' : 'md'}
      className="show-save"
      disabled={!isLive(state) || !state.hasLine}
      aria-label={isBrief ? label : undefined}
      title={t('show.saveMomentMeans')}
      onClick={() => {
        setAsked(newest);
        show.saveMoment();
      }}
    >
      {isSaved ? <Check aria-hidden /> : <Bookmark aria-hidden />}
      {isBrief ? null : label}
    </Button>
  );
}

/** One button for both, so that a stop is undone where it was pressed; or the one that takes the show back. */
export function StartStop({ show, state, isBrief = false }: { show: Show; state: ShowState; isBrief?: boolean }) {
  const { phase, connection } = state;
  if (connection === 'elsewhere')
    return (
      <Button size={isBrief ? 'sm' : 'md'} onClick={show.takeBack}>
        {t('show.takeBack')}
      </Button>
    );
  if (phase === 'over') {
    // The conversation is over as well, or the server does not take this page back.
    if (connection === 'off' || connection === 'ended') return null;
    return (
      <Button size={isBrief ? 'sm' : 'md'} onClick={show.start} disabled={connection !== 'live'}>
        {t('show.startAgain')}
      </Button>
    );
  }
  return (
    <Button variant="outline" onClick={show.stop} disabled={phase === 'stopping'}>
      <Square aria-hidden fill="currentColor" />
      {t('show.stop')}
    </Button>
  );
}

function Moments({ view: { moments } }: { view: ShowView }) {
  if (moments.length === 0) return null;
  return (
    <Part title={t('show.moments', { count: moments.length })}>
      <MomentList
        moments={moments}
        kindOf={({ type, speaker }) =>
          t('show.momentKind', { type }) + (speaker ? `, ${t('show.momentSaid', { speaker })}` : '')
        }
      />
    </Part>
  );
}

/** The modes so far, and the threads of the conversation. */
function Rundown({ view }: { view: ShowView }) {
  const { threads } = view;
  return (
    <Part title={t('show.rundown')}>
      <PastModes view={view} whom={(by) => t('show.changedBy', { by })} />
      {threads.length > 0 ? (
        <>
          <h4 className="show-kind mt-3">{t('show.threads')}</h4>
          <ThreadList threads={threads} />
        </>
      ) : null}
    </Part>
  );
}
