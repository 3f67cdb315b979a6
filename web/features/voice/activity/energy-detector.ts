import type { ActivityDetector } from './port.ts';

/** The specification's constants (section 9, voice activity). */
const SMOOTHING = 5;
const LEAST_BASE = 0.01;
const START = { least: 0.08, times: 8 };
const STOP = { least: 0.04, times: 4 };
/** 4096 samples of the 48 kHz that microphones give are so many at 16 kHz: 85 ms. */
const FRAME = Math.round(4096 / 3);
/** The base falls with the sound and rises by at most so much a frame: 1.8 dB a second. */
const RISE = 1.018;
/** The smoothed level lags behind: speech has begun when it leaves the base. */
const HINT_TIMES = 2;

/**
 * Loudness, as the peak of a frame, against the tracked noise floor: the specification's detector, for when the neural
 * one cannot be loaded. It takes any lasting loud sound for speech.
 */
export function createEnergyDetector(): ActivityDetector {
  const recent = new Float64Array(SMOOTHING);
  const heard = { score: 0, start: 0, stop: 0, hint: 0 };
  let frames = 0;
  let base = LEAST_BASE;
  return {
    hopSamples: FRAME,
    rules: { minSpeechMs: 1200, silenceMs: 1000, lapseMs: 1000, backDateMs: (SMOOTHING * FRAME) / 16 },
    hear(hop) {
      let peak = 0;
      for (const sample of hop) peak += sample * sample;
      peak = Math.sqrt(peak / hop.length);
      recent[frames % SMOOTHING] = peak;
      frames += 1;
      base = Math.max(LEAST_BASE, Math.min(peak, base * RISE));
      heard.score = recent.reduce((total, value) => total + value, 0) / Math.min(frames, SMOOTHING);
      heard.start = Math.max(START.least, START.times * base);
      heard.stop = Math.max(STOP.least, STOP.times * base);
      heard.hint = HINT_TIMES * base;
      return heard;
    },
    reset() {
      recent.fill(0);
      frames = 0;
      base = LEAST_BASE;
    },
  };
}
