import {
  PAUSE_AFTER_CONTRAST_MIN_MS,
  PAUSE_AFTER_THINKING_MIN_MS,
  PAUSE_DEFAULT_FACTOR,
  PAUSE_MAX_MS,
  PAUSE_SHORT_FACTOR,
  PAUSE_SHORT_MAX_MS,
  PAUSE_SHORT_NEIGHBOUR_MAX_CHARS,
  PAUSE_THINKING_FACTOR,
} from '@understudy/contract/constants';

const CONTRAST = /\b(but|however|yet|although|though|still|instead|nevertheless|on the other hand)\W*$/i;
const THINKING = /\b(hmm+|mm+|well|so|let me think|let me see|i think|i wonder|perhaps|maybe|actually|you know)\W*$/i;

/**
 * The actual duration of a written pause (specification, section 9, 'Pause shortening').
 *
 * @param writtenMs the pause that the agent wrote, in milliseconds; clamped to 0..PAUSE_MAX_MS
 * @param before text of the segment before the pause
 * @param after text of the segment after it
 * @returns whole milliseconds; 0 if none was written
 */
export function shortenPause(writtenMs: number, before: string, after: string): number {
  const written = Math.min(Math.max(writtenMs, 0), PAUSE_MAX_MS);
  if (written === 0) return 0;
  if (CONTRAST.test(before)) return Math.round(Math.max(PAUSE_AFTER_CONTRAST_MIN_MS, written));
  if (THINKING.test(before)) return Math.round(Math.max(PAUSE_AFTER_THINKING_MIN_MS, written * PAUSE_THINKING_FACTOR));
  if (before.length <= PAUSE_SHORT_NEIGHBOUR_MAX_CHARS && after.length <= PAUSE_SHORT_NEIGHBOUR_MAX_CHARS) {
    return Math.round(Math.min(PAUSE_SHORT_MAX_MS, written * PAUSE_SHORT_FACTOR));
  }
  return Math.round(written * PAUSE_DEFAULT_FACTOR);
}
