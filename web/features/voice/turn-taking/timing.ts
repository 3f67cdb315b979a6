import {
  PLAYBACK_REENABLE_MS,
  PLAYBACK_SUPPRESSION_MS,
  PLAYBACK_SUPPRESSION_PER_THOUSAND_MS,
  UTTERANCE_MAX_MS,
} from '@understudy/contract/constants';

/** No interruption by sound before the echo canceller has settled. */
export const SETTLE_MS = 500;
/**
 * After so many hints in one reply of which no speech came, the voice is not lowered for hints any more: a room whose
 * echo is not cancelled hints all the time.
 */
export const DUCKS_IN_VAIN = 2;
/** A voice that was held for a sound goes on after this, unless words came. */
export const CLASSIFICATION_MS = 2_000;
/** The words so far are asked for this long after an onset that held the voice, and again so often. */
export const PROBE_EVERY_MS = 700;
/** How often one utterance's words so far are asked for at most: each asks the transcriber once. */
export const PROBES_MAX = 4;
/** Pauses of one utterance at which it is transcribed speculatively, at most. */
export const MAX_SPECULATIONS = 3;
/** How long the visitor counts as typing after a key. */
export const TYPING_MS = 2_000;
/** The button's utterance is sent by itself before it is longer than the server takes. */
export const UTTERANCE_LIMIT_MS = UTTERANCE_MAX_MS - 2_000;

/** How long the microphone is suppressed at most once a reply's audio plays (section 9). */
export function suppressionMs(audioLength: number): number {
  return Math.max(PLAYBACK_SUPPRESSION_MS, (audioLength / 1000) * PLAYBACK_SUPPRESSION_PER_THOUSAND_MS);
}

/** Wait after playback before the ears are open again. */
export const REARM_MS = PLAYBACK_REENABLE_MS;
