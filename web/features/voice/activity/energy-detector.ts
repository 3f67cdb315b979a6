import {
  VOICE_BASE_LEVEL,
  VOICE_END_SILENCE_MS,
  VOICE_FRAME_SAMPLES,
  VOICE_MIN_SPEECH_MS,
  VOICE_SMOOTHING_SAMPLES,
  VOICE_START_LEVEL,
  VOICE_STOP_LEVEL,
} from '@understudy/contract/constants';
import type { ActivityDetector } from './port.ts';
import { PAUSE_MS } from './segmenter.ts';

/** A frame of a microphone's 48 kHz, at 16 kHz: 85 ms. */
const FRAME = Math.round(VOICE_FRAME_SAMPLES / 3);
/** The base level follows the sound down and rises by at most this factor per frame: 1.8 dB a second. */
const RISE = 1.018;
/** The smoothed level lags, so speech starts where it leaves the base. */
const HINT_TIMES = 2;

/**
 * The specification's energy detector, used if the neural one cannot be loaded: compares a frame's peak with the
 * tracked noise floor. It takes any sustained loud sound for speech.
 */
export function createEnergyDetector(): ActivityDetector {
  const recent = new Float64Array(VOICE_SMOOTHING_SAMPLES);
  const heard = { score: 0, start: 0, stop: 0, hint: 0 };
  let frames = 0;
  let base = VOICE_BASE_LEVEL;
  return {
    hopSamples: FRAME,
    rules: {
      minSpeechMs: VOICE_MIN_SPEECH_MS,
      silenceMs: VOICE_END_SILENCE_MS,
      pauseMs: PAUSE_MS,
      lapseMs: VOICE_END_SILENCE_MS,
      backDateMs: (VOICE_SMOOTHING_SAMPLES * FRAME) / 16,
      releaseMs: 0,
      // Its frames are so long that it is certain as soon as it could give a hint.
      hintMs: Number.POSITIVE_INFINITY,
    },
    hear(hop) {
      let peak = 0;
      for (const sample of hop) peak = Math.max(peak, Math.abs(sample));
      recent[frames % VOICE_SMOOTHING_SAMPLES] = peak;
      frames += 1;
      base = Math.max(VOICE_BASE_LEVEL, Math.min(peak, base * RISE));
      heard.score = recent.reduce((total, value) => total + value, 0) / Math.min(frames, VOICE_SMOOTHING_SAMPLES);
      heard.start = VOICE_START_LEVEL * (base / VOICE_BASE_LEVEL);
      heard.stop = VOICE_STOP_LEVEL * (base / VOICE_BASE_LEVEL);
      heard.hint = HINT_TIMES * base;
      return heard;
    },
    reset() {
      recent.fill(0);
      frames = 0;
      base = VOICE_BASE_LEVEL;
    },
  };
}
