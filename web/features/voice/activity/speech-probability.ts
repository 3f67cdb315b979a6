import { createSilero, SPECTRUM_STRIDE, STEP_FRAMES } from './silero.ts';
import type { SileroWeights } from './silero-weights.ts';
import { FRAME, magnitudesOfTwo } from './spectrum.ts';

/** Samples per hop, 32 ms at 16 kHz: the length the network was trained on. */
export const HOP = 512;
/** Samples of the previous hop that belong to a step, and samples mirrored at its end. */
const CONTEXT = 64;
const FRAME_STEP = FRAME / 2;
/** The band in which the level is measured, 250 Hz to 4 kHz: it contains voices but no hum. */
const BAND_FROM = 4;
const BAND_TO = 64;
/** Lower limit, since digital silence has no level; far below any microphone's noise. */
const MIN_POWER = 1e-10;
/**
 * Sum of squared magnitudes of a frame with a mean square of one: half the bins times the window's energy (3/8 of it).
 */
const WINDOW_POWER = (FRAME / 2) * ((FRAME * 3) / 8);

/** Speech probability and level of consecutive hops. */
export interface SpeechProbability {
  /** @param hop the next `HOP` samples @returns the probability that they contain speech */
  hear(hop: Float32Array): number;
  /** Mean square of the last hop in the speech band. */
  bandPower(): number;
  reset(): void;
}

/** Frames the sound as the network expects it and runs the network. */
export function createSpeechProbability(weights: SileroWeights): SpeechProbability {
  const network = createSilero(weights);
  const samples = new Float32Array(CONTEXT + HOP + CONTEXT);
  return {
    hear(hop) {
      samples.copyWithin(0, HOP, HOP + CONTEXT);
      samples.set(hop, CONTEXT);
      const end = CONTEXT + HOP;
      for (let n = 0; n < CONTEXT; n += 1) samples[end + n] = samples[end - 2 - n] as number;
      for (let frame = 0; frame < STEP_FRAMES; frame += 2) {
        const first = frame * FRAME_STEP;
        magnitudesOfTwo(samples, first, first + FRAME_STEP, network.spectrum, SPECTRUM_STRIDE, frame + 1);
      }
      return network.step();
    },
    bandPower() {
      let sum = 0;
      for (let bin = BAND_FROM; bin <= BAND_TO; bin += 1) {
        for (let frame = 1; frame <= STEP_FRAMES; frame += 1) {
          sum += (network.spectrum[bin * SPECTRUM_STRIDE + frame] as number) ** 2;
        }
      }
      return sum / STEP_FRAMES / WINDOW_POWER + MIN_POWER;
    },
    reset() {
      samples.fill(0);
      network.reset();
    },
  };
}
