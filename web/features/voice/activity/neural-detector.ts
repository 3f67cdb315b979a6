import { VOICE_END_SILENCE_MS } from '@understudy/contract/constants';
import { createBackground } from './background.ts';
import { PAUSES_MS } from './segmenter.ts';
import { createSpeechProbability, HOP } from './silero.ts';
import { unpackWeights } from './silero-weights.ts';
import type { ActivityDetector } from './voice-activity.ts';

/** Probabilities at which speech begins, continues, and may have begun already. */
const START = 0.5;
const STOP = 0.45;
const HINT = 0.1;
/** Sound barely louder than the background gives no hint: in noise the network is never certain. */
const HINT_DB = 4;
/** Sound louder by this much always gives a hint: the network recognises an s or h only by the vowel that follows. */
const LOUD_DB = 10;

/**
 * The Silero network combined with the level, which tells the visitor from other people nearby (background.ts).
 * @param file the model as converted by the build
 * @throws {Error} if the file is something else
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
      pausesMs: PAUSES_MS,
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
      // Enough to continue, never enough to begin.
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
