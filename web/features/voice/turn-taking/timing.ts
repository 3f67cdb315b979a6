import {
  PLAYBACK_REENABLE_MS,
  PLAYBACK_SUPPRESSION_MS,
  PLAYBACK_SUPPRESSION_PER_THOUSAND_MS,
  UTTERANCE_MAX_MS,
  VOICE_END_SILENCE_MS,
} from '@understudy/contract/constants';
import type { Ending } from '@understudy/contract/wire';
import type { Clock } from '../../../platform/clock.ts';
import { TIMERS, type TimerName } from './state.ts';

/** No interruption by sound before the echo canceller has settled. */
export const SETTLE_MS = 500;
/**
 * After this many hints without speech in one reply, hints no longer duck the voice: a room without echo cancellation
 * produces hints all the time.
 */
export const DUCKS_IN_VAIN = 2;
/** A voice held for a sound continues after this time unless words arrived. */
export const CLASSIFICATION_MS = 2_000;
/** Delay of the first partial transcript after an onset that held the voice, and the interval between further ones. */
export const PROBE_EVERY_MS = 700;
/** Most partial transcripts per utterance: each is one transcriber request. */
export const PROBES_MAX = 4;
/** Most transcripts requested at pauses of one utterance. */
export const MAX_SPECULATIONS = 8;
/**
 * Silence in milliseconds that ends an utterance, by how its words end, and whether the voice fell before it. Open
 * words wait for the longest.
 */
const END_SILENCE_MS: Record<Ending, { falling: number; level: number }> = {
  complete: { falling: 600, level: 650 },
  unsure: { falling: 800, level: 900 },
  open: { falling: VOICE_END_SILENCE_MS, level: VOICE_END_SILENCE_MS },
};
/** Silence after which a reply to open words is begun: most who are going on have done so. */
export const OPEN_PREPARE_MS = 600;

/** The silence after which words that end so are a turn. */
export const endSilenceMs = (ending: Ending, falls: boolean): number =>
  END_SILENCE_MS[ending][falls ? 'falling' : 'level'];
/** A reply that takes longer to begin asks for patience. */
export const PATIENCE_MS = 2_000;
/** How long the visitor counts as typing after a key press. */
export const TYPING_MS = 2_000;
/** Hold-to-talk utterances are sent automatically before they exceed the server's limit. */
export const UTTERANCE_LIMIT_MS = UTTERANCE_MAX_MS - 2_000;

/** Longest suppression of the microphone when a reply's audio plays (section 9). */
export function suppressionMs(audioLength: number): number {
  return Math.max(PLAYBACK_SUPPRESSION_MS, (audioLength / 1000) * PLAYBACK_SUPPRESSION_PER_THOUSAND_MS);
}

/** Delay after playback before echo suppression ends. */
export const REARM_MS = PLAYBACK_REENABLE_MS;

/** The timers of turn taking: at most one per name, all cancelled on every exit. */
export function createTimers(clock: Clock, fired: (timer: TimerName) => void) {
  const cancels = new Map<TimerName, () => void>();
  const cancel = (timer: TimerName) => {
    cancels.get(timer)?.();
    cancels.delete(timer);
  };
  return {
    wait(timer: TimerName, ms: number): void {
      cancel(timer);
      cancels.set(
        timer,
        clock.after(ms, () => {
          cancels.delete(timer);
          fired(timer);
        }),
      );
    },
    cancel,
    cancelAll(): void {
      for (const timer of TIMERS) cancel(timer);
    },
    /** Number of running timers. */
    running: () => cancels.size,
  };
}
