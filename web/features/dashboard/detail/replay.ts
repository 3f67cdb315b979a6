/** A conversation played again in its own time, as a pure machine: `(state, event) -> state`. */

/** When each utterance comes, in milliseconds from the beginning. */
export interface Timeline {
  offsets: readonly number[];
  lengthMs: number;
}

/** Where the replay is. */
export interface Replay {
  positionMs: number;
  isPlaying: boolean;
  speed: number;
}

export const SPEEDS = [1, 2, 4, 8] as const;
/** Before the first utterance, and after the last, so that neither is missed. */
const LEAD_MS = 500;
/** Silences are shortened to this, where the reader asked for it. */
const MAX_SILENCE_MS = 3_000;

/** @param isShortened whether long silences are cut short */
export function timelineOf(utterances: readonly { ts: string }[], isShortened: boolean): Timeline {
  let before: number | null = null;
  let at = LEAD_MS;
  const offsets = utterances.map(({ ts }) => {
    const time = new Date(ts).getTime();
    // A clock that was put back plays at once.
    const gap = before === null ? 0 : Math.max(0, time - before);
    at += isShortened ? Math.min(MAX_SILENCE_MS, gap) : gap;
    before = time;
    return at;
  });
  return { offsets, lengthMs: at + LEAD_MS };
}

/** How many utterances have been said at a position. */
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

/** What can happen to a replay. */
export type ReplayEvent =
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'speed'; speed: number }
  | { type: 'seek'; positionMs: number }
  | { type: 'tick'; elapsedMs: number };

/** The replay after an event. At its end it stops; played from there it begins anew. */
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
