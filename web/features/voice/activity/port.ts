import type { Heard, SegmenterRules } from './segmenter.ts';

/** Sample rate of everything that a detector hears. */
export const SAMPLE_RATE = 16_000;

/** Judges sound hop by hop. Two stand behind this: the neural one, and the energy one as its fallback. */
export interface ActivityDetector {
  /** Samples in a hop, at 16 kHz. */
  readonly hopSamples: number;
  readonly rules: SegmenterRules;
  /** @param hop the next `hopSamples` samples, -1 to 1; not kept */
  hear(hop: Float32Array): Heard;
  /** Forgets what was heard, as before the first hop. */
  reset(): void;
}
