import { SHOW_SEGMENT_MS } from '@understudy/contract/constants';
import { clockOf } from '@understudy/contract/reel';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import type { Show, ShowState } from '../show.ts';
import { newsWords, signWords } from '../show-words.ts';

/** The current state of the show. */
export function useShow({ store }: Show): ShowState {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** Whether the show is on air, as a lit or unlit sign. */
export function OnAirSign({ state }: { state: ShowState }) {
  const { phase, connection } = state;
  const isOn = phase === 'on' || phase === 'stopping';
  return (
    <p className="show-sign" data-lit={(isOn && connection !== 'connecting') || undefined}>
      <span aria-hidden className="show-sign-lamp" />
      {signWords(state)}
    </p>
  );
}

/** How much of the segment's five minutes has passed. */
export function SegmentClock({ since, isBrief = false }: { since: number; isBrief?: boolean }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.min(SHOW_SEGMENT_MS, Math.max(0, now - since));
  return (
    <p role="timer" className="show-clock" title={t('show.segmentMeans')}>
      <span className="sr-only">{t('show.segment')} </span>
      <Text
        id="show.segmentClock"
        values={{ passed: clockOf(passed), length: clockOf(SHOW_SEGMENT_MS) }}
        tags={{ rest: (words) => <span className={isBrief ? 'sr-only' : undefined}>{words}</span> }}
      />
      <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none" className="show-clock-line">
        <path d={`M0 1H${(passed / SHOW_SEGMENT_MS) * 100}`} stroke="currentColor" strokeWidth="2" />
      </svg>
    </p>
  );
}

/** Tells screen readers what happens on air besides the words that are said. */
export function ShowNewsLine({ show }: { show: Show }) {
  const { news } = useShow(show);
  return (
    <p role="status" className="sr-only">
      {news ? <span key={news.seq}>{newsWords(news)}</span> : null}
    </p>
  );
}
