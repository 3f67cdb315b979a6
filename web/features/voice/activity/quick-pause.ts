import { SAMPLE_RATE } from './voice-activity.ts';

/** What the level says. */
export type QuickPause = 'paused' | 'resumed' | null;

/** How long a voice must be inaudible: a t or a p within a word closes the mouth for less. */
export const QUICK_PAUSE_MS = 110;
/** How long it must be audible again. */
const RESUMED_MS = 30;
/** Share of the loudest power of late below which a voice is inaudible: 25 dB. */
const INAUDIBLE = 1 / 300;
/** The loudest power is forgotten by half in two seconds, since speakers turn away. */
const STEP_MS = 10;
const FORGET = 0.5 ** (STEP_MS / 2_000);

/** Tells pauses by the level alone, where no noise fills them. */
export interface QuickPauses {
  /** @param samples 16 kHz, in chunks of any length. @returns the last change in them */
  push(samples: Float32Array): QuickPause;
  /** A new utterance begins. */
  reset(): void;
}

/**
 * The detector lets go of a voice about a tenth of a second late. In a quiet room the level shows at once that it has
 * ended, which is enough to ask for the words so far, though not to end an utterance.
 */
export function createQuickPauses(): QuickPauses {
  const step = (SAMPLE_RATE * STEP_MS) / 1000;
  let filled = 0;
  let power = 0;
  let loudest = 0;
  let quietMs = 0;
  let loudMs = 0;
  let isPaused = false;

  function decide(): QuickPause {
    loudest = Math.max(power, loudest * FORGET);
    const isQuiet = power < loudest * INAUDIBLE;
    quietMs = isQuiet ? quietMs + STEP_MS : 0;
    loudMs = isQuiet ? 0 : loudMs + STEP_MS;
    if (!isPaused && quietMs >= QUICK_PAUSE_MS) {
      isPaused = true;
      return 'paused';
    }
    if (!isPaused || loudMs < RESUMED_MS) return null;
    isPaused = false;
    return 'resumed';
  }

  return {
    push(samples) {
      let change: QuickPause = null;
      for (const sample of samples) {
        power += sample * sample;
        filled += 1;
        if (filled < step) continue;
        change = decide() ?? change;
        filled = 0;
        power = 0;
      }
      return change;
    },
    reset() {
      loudest = 0;
      quietMs = 0;
      loudMs = 0;
      isPaused = false;
    },
  };
}
