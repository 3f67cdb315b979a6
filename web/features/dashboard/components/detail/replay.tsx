import { Pause, Play, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { minutesAndSeconds } from '../../../../ui/dates.ts';
import { Checkbox, Label, Select } from '../../../../ui/field.tsx';

/** Interval between updates of the position. */
const TICK_MS = 100;

interface OpenReplay extends Replay {
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

/** Time of each utterance, in milliseconds from the beginning. */
interface Timeline {
  offsets: readonly number[];
  lengthMs: number;
}

/** State of the replay. */
interface Replay {
  positionMs: number;
  isPlaying: boolean;
  speed: number;
}

const SPEEDS = [1, 2, 4, 8] as const;
/** Margin before the first and after the last utterance, so that neither is missed. */
const LEAD_MS = 500;
/** Maximum silence when silences are shortened. */
const MAX_SILENCE_MS = 3_000;

/** @param isShortened whether long silences are shortened */
export function timelineOf(utterances: readonly { ts: string }[], isShortened: boolean): Timeline {
  let before: number | null = null;
  let at = LEAD_MS;
  const offsets = utterances.map(({ ts }) => {
    const time = new Date(ts).getTime();
    // If the clock was set back, the utterance plays at once.
    const gap = before === null ? 0 : Math.max(0, time - before);
    at += isShortened ? Math.min(MAX_SILENCE_MS, gap) : gap;
    before = time;
    return at;
  });
  return { offsets, lengthMs: at + LEAD_MS };
}

/** Number of utterances said up to a position. */
export function utterancesBy({ offsets }: Timeline, positionMs: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= positionMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Events of a replay. */
export type ReplayEvent =
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'speed'; speed: number }
  | { type: 'seek'; positionMs: number }
  | { type: 'tick'; elapsedMs: number };

/** The state after an event: a pure state machine. The replay stops at its end; playing from there restarts it. */
export function replayed(replay: Replay, event: ReplayEvent, lengthMs: number): Replay {
  const within = (positionMs: number) => Math.min(lengthMs, Math.max(0, positionMs));
  switch (event.type) {
    case 'play':
      return { ...replay, isPlaying: true, positionMs: replay.positionMs >= lengthMs ? 0 : replay.positionMs };
    case 'pause':
      return { ...replay, isPlaying: false };
    case 'speed':
      return { ...replay, speed: event.speed };
    case 'seek':
      return { ...replay, positionMs: within(event.positionMs) };
    case 'tick': {
      if (!replay.isPlaying) return replay;
      const positionMs = within(replay.positionMs + Math.max(0, event.elapsedMs) * replay.speed);
      return { ...replay, positionMs, isPlaying: positionMs < lengthMs };
    }
  }
}

/** Play, pause, position, speed. */
export function ReplayBar({ replay, onClose }: { replay: OpenReplay; onClose: () => void }) {
  const { isPlaying, positionMs, speed, timeline, isShortened, send, shorten } = replay;
  const place = t('session.placeOf', {
    at: minutesAndSeconds(positionMs),
    length: minutesAndSeconds(timeline.lengthMs),
  });
  return (
    <fieldset className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-muted px-4 py-2 sm:px-6">
      <legend className="sr-only">{t('session.replay')}</legend>
      <Button
        variant="outline"
        size="sm"
        autoFocus
        className="bg-card"
        onClick={() => send({ type: isPlaying ? 'pause' : 'play' })}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />} {isPlaying ? t('session.pause') : t('session.play')}
      </Button>
      <input
        type="range"
        aria-label={t('session.position')}
        aria-valuetext={place}
        min={0}
        max={timeline.lengthMs}
        step={100}
        value={positionMs}
        className="h-6 min-w-32 grow accent-primary-text"
        onChange={({ target }) => send({ type: 'seek', positionMs: Number(target.value) })}
      />
      <span className="whitespace-nowrap text-sm tabular-nums">{place}</span>
      <span className="flex items-center gap-2">
        <Label htmlFor="replay-speed" className="sr-only">
          {t('session.speed')}
        </Label>
        <Select
          id="replay-speed"
          value={speed}
          onChange={({ target }) => send({ type: 'speed', speed: Number(target.value) })}
        >
          {SPEEDS.map((times) => (
            <option key={times} value={times}>
              {times}×
            </option>
          ))}
        </Select>
      </span>
      <label htmlFor="replay-silences" className="flex min-h-9 items-center gap-2 text-sm">
        <Checkbox id="replay-silences" checked={isShortened} onChange={({ target }) => shorten(target.checked)} />
        {t('session.shortenSilences')}
      </label>
      <Button variant="ghost" size="sm" aria-label={t('session.closeTheReplay')} className="ml-auto" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </fieldset>
  );
}
