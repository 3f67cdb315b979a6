import { createBackground } from './background.ts';
import type { ActivityDetector } from './port.ts';
import { createSilero, SPECTRUM_STRIDE, STEP_FRAMES } from './silero.ts';
import { unpackWeights } from './silero-weights.ts';
import { FRAME, magnitudesOfTwo } from './spectrum.ts';

/** 32 ms: what the network was trained on. */
const HOP = 512;
/** Samples of the hop before that belong to a step, and samples that are mirrored at its end. */
const CONTEXT = 64;
const FRAME_STEP = FRAME / 2;
/** The band in which the level is taken, 250 Hz to 4 kHz: where voices are, and hum is not. */
const BAND_FROM = 4;
const BAND_TO = 64;
/** Digital silence has no level; this is far below any microphone's. */
const LEAST_POWER = 1e-10;
/** Mean square of a sound whose windowed spectrum has this sum of squares over its bins. */
const WINDOW_POWER = 96 * (FRAME / 2);

/** Probabilities: speech begins, goes on, and might have begun already. */
const START = 0.5;
const STOP = 0.35;
const HINT = 0.1;

/**
 * Silero's network, and the level that tells the visitor from others nearby (background.ts).
 * @param file what the build makes of the published model
 * @throws {Error} when the file is something else
 */
export function createNeuralDetector(file: Uint8Array): ActivityDetector {
  const network = createSilero(unpackWeights(file));
  const background = createBackground();
  const samples = new Float32Array(CONTEXT + HOP + CONTEXT);
  const heard = { score: 0, start: START, stop: STOP, hint: HINT };

  function bandPower(): number {
    let sum = 0;
    for (let bin = BAND_FROM; bin <= BAND_TO; bin += 1) {
      for (let frame = 1; frame <= STEP_FRAMES; frame += 1) {
        sum += (network.spectrum[bin * SPECTRUM_STRIDE + frame] as number) ** 2;
      }
    }
    return sum / STEP_FRAMES / WINDOW_POWER + LEAST_POWER;
  }

  return {
    hopSamples: HOP,
    rules: { minSpeechMs: 250, silenceMs: 1000, lapseMs: 300, backDateMs: 320 },
    hear(hop) {
      samples.copyWithin(0, HOP, HOP + CONTEXT);
      samples.set(hop, CONTEXT);
      const end = CONTEXT + HOP;
      for (let n = 0; n < CONTEXT; n += 1) samples[end + n] = samples[end - 2 - n] as number;
      for (let frame = 0; frame < STEP_FRAMES; frame += 2) {
        const first = frame * FRAME_STEP;
        magnitudesOfTwo(samples, first, first + FRAME_STEP, network.spectrum, SPECTRUM_STRIDE, frame + 1);
      }
      const probability = network.step();
      const standing = background.place(bandPower(), probability);
      if (standing === 'begins') heard.score = probability;
      else heard.score = standing === 'goes-on' ? Math.min(probability, START - 0.01) : 0;
      return heard;
    },
    reset() {
      samples.fill(0);
      network.reset();
      background.reset();
    },
  };
}
