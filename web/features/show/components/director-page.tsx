import { typographic } from '@understudy/contract/typography';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Empty, Loading } from '../../../ui/states.tsx';
import { browserSocket } from '../browser-socket.ts';
import { createDirector, type DirectorState, type ScriptEntry } from '../director.ts';
import { modeName } from '../show-words.ts';
import { DirectorDesk } from './director-desk.tsx';
import { SegmentClock } from './on-air.tsx';
import '../show.css';
import '../director.css';

/** Directing the show of a session: its script as it is spoken, and the desk. */
export function DirectorPage({
  sessionId,
  visitor,
  token,
  refusal,
  toEpisode,
}: {
  sessionId: string;
  /** The visitor's name; null while it is unknown. */
  visitor: string | null;
  /** The caller's access token. */
  token: () => Promise<string | null>;
  /** Why the caller may only watch; null if they may direct. */
  refusal: string | null;
  /** Opens the episode, once the show is over. */
  toEpisode: () => void;
}) {
  const [director] = useState(() => createDirector(browserSocket));
  useEffect(() => {
    director.open(sessionId, token);
    return () => director.close();
  }, [director, sessionId, token]);
  const state = useSyncExternalStore(director.store.subscribe, director.store.get);
  const { view, connection, ending } = state;
  if (ending) return <Ending ending={ending} toEpisode={toEpisode} />;
  return (
    <>
      <div className="director-now">
        <Lamp state={state} />
        {view ? (
          <>
            <p className="director-mode">{modeName(view.mode)}</p>
            <SegmentClock since={state.segmentSince} />
            <p className="text-muted-foreground text-sm">{t('director.episode', { number: view.episode })}</p>
          </>
        ) : null}
        <p role="status" className="text-sm">
          {connection === 'reconnecting' ? t('director.reconnecting') : ''}
        </p>
      </div>
      {view && !view.active ? (
        <div role="status" className="director-over">
          <p>{t('director.over')}</p>
          <Button size="sm" onClick={toEpisode}>
            {t('director.openEpisode')}
          </Button>
        </div>
      ) : null}
      {view ? (
        <div className="director-room">
          <Script state={state} visitor={visitor} />
          <DirectorDesk director={director} state={state} view={view} refusal={refusal} />
        </div>
      ) : (
        <Card className="mt-6">
          {connection === 'live' ? (
            <Empty title={t('director.noShow')}>{t('director.noShowMore')}</Empty>
          ) : (
            <Loading words={t('director.connecting')} />
          )}
        </Card>
      )}
    </>
  );
}

/** Whether the show is on air and this page sees it. */
function Lamp({ state: { view, connection } }: { state: DirectorState }) {
  const isOn = view?.active === true && connection === 'live';
  const words = isOn ? t('director.onAir') : view?.active === false ? t('director.offAir') : t('director.notConnected');
  return (
    <p className="show-sign" data-lit={isOn || undefined}>
      <span aria-hidden className="show-sign-lamp" />
      {words}
    </p>
  );
}

function Ending({ ending, toEpisode }: { ending: NonNullable<DirectorState['ending']>; toEpisode: () => void }) {
  const words = {
    no_access: t('director.noAccess'),
    not_kept: t('director.notKept'),
    ended: t('director.conversationOver'),
  };
  return (
    <Card className="mt-6">
      <Empty title={words[ending]}>
        {ending === 'ended' ? (
          <Button className="mt-2" onClick={toEpisode}>
            {t('director.openEpisode')}
          </Button>
        ) : null}
      </Empty>
    </Card>
  );
}

/** So near its end, a reader follows the script. */
const NEAR_END_PX = 80;

/** What is said, set like a script, with what happens between the lines. It follows its end unless read further up. */
function Script({ state: { script }, visitor }: { state: DirectorState; visitor: string | null }) {
  const list = useRef<HTMLOListElement>(null);
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when the script has grown
  useEffect(() => {
    const { current } = list;
    if (current && isFollowing.current) current.scrollTop = current.scrollHeight;
  }, [script]);
  return (
    <Card className="director-script-card">
      <h2 className="px-4 pt-4 pb-2 text-xl sm:px-6">{t('director.script')}</h2>
      {script.length === 0 ? (
        <p className="px-4 pb-6 text-muted-foreground sm:px-6">{t('director.nothingSaid')}</p>
      ) : null}
      <ol
        ref={list}
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        aria-label={t('director.script')}
        className="director-script"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isFollowing.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
        }}
      >
        {script.map((entry) => (
          <li key={entry.seq} className="director-entry">
            {entry.kind === 'words' ? (
              <Words entry={entry} visitor={visitor ?? t('director.visitor')} />
            ) : (
              <p className="director-note" data-kind={entry.kind}>
                {typographic(noteOf(entry))}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Words({
  entry: { visitor: said, twin },
  visitor,
}: {
  entry: ScriptEntry & { kind: 'words' };
  visitor: string;
}) {
  return (
    <dl>
      {said ? <Line who={visitor}>{typographic(said)}</Line> : null}
      <Line who={t('director.twin')} isTwin>
        {typographic(twin)}
      </Line>
    </dl>
  );
}

function Line({ who, isTwin, children }: { who: string; isTwin?: boolean; children: ReactNode }) {
  return (
    <div className="director-line" data-twin={isTwin}>
      <dt>{who}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A stage direction: what happened between the lines. */
function noteOf(entry: Exclude<ScriptEntry, { kind: 'words' }>): string {
  switch (entry.kind) {
    case 'mode':
      return t('director.noteMode', { mode: modeName(entry.mode), by: entry.by });
    case 'moment':
      return t('director.noteMoment', { content: entry.content, speaker: entry.speaker });
    case 'callback':
      return t('director.noteCallback', { setup: entry.setup });
    case 'hint':
      return t('director.noteHint', { text: entry.text, fate: entry.fate });
    case 'started':
      return t('director.noteStarted');
    case 'stopped':
      return t('director.noteStopped');
    case 'reset':
      return t('director.noteReset');
  }
}
