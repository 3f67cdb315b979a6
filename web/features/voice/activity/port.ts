import type { Heard, SegmenterRules } from './segmenter.ts';

/** Sample rate of all detector input. */
export const SAMPLE_RATE = 16_000;

/**
 * Scores sound hop by hop. There are two implementations: the neural detector, and the energy detector as its fallback.
 */
export interface ActivityDetector {
  /** Samples per hop, at 16 kHz. */
  readonly hopSamples: number;
  readonly rules: SegmenterRules;
  /** @param hop the next `hopSamples` samples, -1 to 1; not retained */
  hear(hop: Float32Array): Heard;
  /** Resets to the state before the first hop. */
  reset(): void;
}
