import { ENERGY_MAX, ENGAGEMENT_MAX } from '@understudy/contract/constants';
import { clockOf } from '@understudy/contract/reel';
import type { ShowView } from '@understudy/contract/show';
import { typographic } from '@understudy/contract/typography';
import { Bookmark, Check, Square } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import type { Show, ShowState } from '../show.ts';
import { connectionLine, energyWords, engagementWords, MODES, modeMeans, modeName, trendWords } from '../show-words.ts';
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
  return (
    <div className="show-desk">
      <div className="show-now">
        <OnAirSign state={state} />
        {view && !isOver ? <SegmentClock since={segmentSince} /> : null}
      </div>
      {line ? <p className="show-line">{line}</p> : null}
      {view && !isOver ? <NowOnAir view={view} /> : null}
      {view && isOver ? <Recap view={view} /> : null}
      {view && !isOver ? <Meters view={view} /> : null}
      <div className="show-buttons">
        {isOver || state.connection === 'elsewhere' ? null : <SaveMoment show={show} state={state} />}
        <StartStop show={show} state={state} />
      </div>
      {isOver ? afterShow : null}
      {view && !isOver ? (
        <>
          <Callbacks show={show} state={state} view={view} />
          <Modes show={show} state={state} view={view} />
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

function Meters({ view: { engagement, energy, trend } }: { view: ShowView }) {
  return (
    <div className="show-meters">
      <Meter
        name={t('show.engagement')}
        value={engagement}
        max={ENGAGEMENT_MAX}
        words={t('show.engagementAndTrend', { is: engagementWords(engagement), trend: trendWords(trend) })}
        trend={trend}
      />
      <Meter name={t('show.energy')} value={energy} max={ENERGY_MAX} words={energyWords(energy)} />
    </div>
  );
}

const TREND_SHAPES = { improving: 'M2 10 10 2M4 2h6v6', declining: 'm2 2 8 8M10 4v6H4', stable: 'M1 6h10M7 2l4 4-4 4' };

/** One of the show's meters: ten lamps, and in a word how it stands. */
export function Meter({
  name,
  value,
  max,
  words,
  trend,
}: {
  name: string;
  value: number;
  max: number;
  words: string;
  trend?: ShowView['trend'];
}) {
  const id = useId();
  const lit = Math.round((value / max) * 10);
  return (
    <div className="show-meter">
      <p id={id}>{name}</p>
      <p aria-hidden className="show-meter-words">
        {words}
        {trend ? (
          <svg aria-hidden="true" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.75">
            <path d={TREND_SHAPES[trend]} />
          </svg>
        ) : null}
      </p>
      <meter aria-labelledby={id} aria-valuetext={words} max={max} value={value} className="sr-only" />
      <div aria-hidden className="show-lamps">
        {LAMPS.map((lamp) => (
          <i key={lamp} data-lit={lamp <= lit || undefined} />
        ))}
      </div>
    </div>
  );
}

const LAMPS = Array.from({ length: 10 }, (_, index) => index + 1);

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

/** A part of the desk with its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="show-part">
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** What was said earlier and is worth coming back to. */
function Callbacks({ show, state, view }: { show: Show; state: ShowState; view: ShowView }) {
  const open = view.callbacks.filter(({ used }) => !used);
  const used = view.callbacks.filter((callback) => callback.used);
  return (
    <Part title={t('show.callbacks')}>
      {open.length + used.length === 0 ? <p className="show-none">{t('show.noCallbacks')}</p> : null}
      <ul className="show-list">
        {open.map(({ id, setup }) => {
          const isOrdered = state.ordered === id;
          return (
            <li key={id} className="show-callback">
              <q>{typographic(setup)}</q>
              <Button
                variant="outline"
                size="sm"
                disabled={!isLive(state) || isOrdered}
                aria-label={isOrdered ? undefined : t('show.useCallbackOf', { setup })}
                onClick={() => show.bringBack(id)}
              >
                {isOrdered ? t('show.ordered') : t('show.useCallback')}
              </Button>
            </li>
          );
        })}
        {used.map(({ id, setup, outcome }) => (
          <li key={id} className="show-callback" data-used>
            <q>{typographic(setup)}</q>
            <span>{t('show.callbackWas', { outcome: outcome ?? 'open' })}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The eight modes; the one on air is pressed. */
function Modes({ show, state, view }: { show: Show; state: ShowState; view: ShowView }) {
  return (
    <Part title={t('show.changeMode')}>
      <ul className="show-modes">
        {MODES.map((mode) => (
          <li key={mode}>
            <button
              type="button"
              aria-pressed={mode === view.mode}
              title={modeMeans(mode)}
              disabled={!isLive(state)}
              onClick={() => mode !== view.mode && show.changeMode(mode)}
            >
              {modeName(mode)}
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Moments({ view: { moments } }: { view: ShowView }) {
  if (moments.length === 0) return null;
  return (
    <Part title={t('show.moments', { count: moments.length })}>
      <ol className="show-list" reversed>
        {moments.toReversed().map(({ id, type, content, speaker }) => (
          <li key={id} className="show-moment">
            <p className="show-kind">
              {t('show.momentKind', { type })}
              {speaker ? `, ${t('show.momentSaid', { speaker })}` : ''}
            </p>
            <p className="line-clamp-3">{typographic(content)}</p>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The modes so far, with when and by whom. */
export function PastModes({
  view: { modes, started_at },
  whom,
}: {
  view: ShowView;
  whom: (by: ShowView['modes'][number]['by']) => string;
}) {
  const began = Date.parse(started_at);
  return (
    <ol className="show-rundown">
      {modes.map(({ mode, at, by }, index) => (
        <li key={at} aria-current={index === modes.length - 1 ? 'step' : undefined}>
          <time>{clockOf(Date.parse(at) - began)}</time>
          <span>{modeName(mode)}</span>
          <span className="show-by">{whom(by)}</span>
        </li>
      ))}
    </ol>
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
          <ul className="show-threads">
            {threads.map(({ id, topic, status }) => (
              <li key={id} className={cn(status === 'paused' && 'text-muted-foreground')}>
                {topic}
                <span className="show-by">{t('show.threadIs', { status })}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Part>
  );
}
