import { VOICE_END_SILENCE_MS } from '@understudy/contract/constants';
import { createBackground } from './background.ts';
import type { ActivityDetector } from './port.ts';
import { PAUSE_MS } from './segmenter.ts';
import { unpackWeights } from './silero-weights.ts';
import { createSpeechProbability, HOP } from './speech-probability.ts';

/** Probabilities: speech begins, goes on, and might have begun already. */
const START = 0.5;
const STOP = 0.45;
const HINT = 0.1;
/** What is hardly louder than the background is no hint: in noise the network is never quite sure. */
const HINT_DB = 4;
/** What is so much louder is one by itself: the network knows an s or an h only by the vowel that follows. */
const LOUD_DB = 10;

/**
 * Silero's network, and the level that tells the visitor from others nearby (background.ts).
 * @param file what the build makes of the published model
 * @throws {Error} when the file is something else
 */
export function createNeuralDetector(file: Uint8Array): ActivityDetector {
  const speech = createSpeechProbability(unpackWeights(file));
  const background = createBackground();
  const heard = { score: 0, start: START, stop: STOP, hint: HINT };
  return {
    hopSamples: HOP,
    rules: {
      minSpeechMs: 250,
      silenceMs: VOICE_END_SILENCE_MS,
      pauseMs: PAUSE_MS,
      lapseMs: 300,
      backDateMs: 128,
      releaseMs: 64,
      hintMs: 64,
    },
    hear(hop) {
      const probability = speech.hear(hop);
      const standing = background.place(speech.bandPower(), probability);
      if (probability < STOP && background.aboveDb() < HINT_DB) heard.score = 0;
      else if (standing === 'begins') heard.score = probability;
      // Enough to go on, never enough to begin.
      else heard.score = standing === 'goes-on' ? Math.min(probability, START - 0.01) : 0;
      if (standing === 'stirs' || background.aboveDb() >= LOUD_DB) heard.score = Math.max(heard.score, HINT);
      return heard;
    },
    reset() {
      speech.reset();
      background.reset();
    },
  };
}
