import { useEffect, useMemo, useState } from 'react';
import { type Replay, type ReplayEvent, replayed, type Timeline, timelineOf, utterancesBy } from './replay.ts';

/** Interval between updates of the position. */
const TICK_MS = 100;

export interface OpenReplay extends Replay {
  timeline: Timeline;
  /** Number of utterances said so far. */
  said: number;
  isShortened: boolean;
  send(event: ReplayEvent): void;
  shorten(isShortened: boolean): void;
}

/**
 * Replays utterances with long silences shortened.
 * @param isOpen starts the replay from the beginning when opened and stops it when closed
 */
export function useReplay(utterances: readonly { ts: string }[], isOpen: boolean): OpenReplay {
  const [isShortened, setShortened] = useState(true);
  const timeline = useMemo(() => timelineOf(utterances, isShortened), [utterances, isShortened]);
  const { lengthMs } = timeline;
  const [replay, setReplay] = useState<Replay>({ positionMs: 0, isPlaying: false, speed: 1 });
  useEffect(() => setReplay(({ speed }) => ({ positionMs: 0, isPlaying: isOpen, speed })), [isOpen]);
  useEffect(() => {
    if (!replay.isPlaying) return;
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const event = { type: 'tick', elapsedMs: now - before } as const;
      before = now;
      setReplay((current) => replayed(current, event, lengthMs));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [replay.isPlaying, lengthMs]);
  return {
    ...replay,
    timeline,
    said: utterancesBy(timeline, replay.positionMs),
    isShortened,
    send: (event) => setReplay((current) => replayed(current, event, lengthMs)),
    shorten(next) {
      // Keeps the same line current afterwards.
      const said = utterancesBy(timeline, replay.positionMs);
      const other = timelineOf(utterances, next);
      setShortened(next);
      setReplay((current) => ({ ...current, positionMs: other.offsets[said - 1] ?? 0 }));
    },
  };
}
