import {
  VOICE_BASE_LEVEL,
  VOICE_END_SILENCE_MS,
  VOICE_FRAME_SAMPLES,
  VOICE_MIN_SPEECH_MS,
  VOICE_SMOOTHING_SAMPLES,
  VOICE_START_LEVEL,
  VOICE_STOP_LEVEL,
} from '@understudy/contract/constants';
import {
  type ActivityEvent,
  finish,
  type Heard,
  PAUSES_MS,
  type SegmenterRules,
  SILENT,
  segment,
} from './segmenter.ts';

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

/** Detects utterances in 16 kHz sound that arrives in chunks of any length. */
export interface VoiceActivity {
  /** The events of a chunk, in order. Times are milliseconds since the first sample. */
  push(samples: Float32Array): ActivityEvent[];
  /** Ends an utterance whose speaker has paused, before the silence is long enough; nothing while they speak. */
  end(): ActivityEvent[];
  /** Ends the sound, and with it any speech in progress. The next `push` starts a new sound. */
  flush(): ActivityEvent[];
}

/** @param detector in its initial state; it is reset when the sound ends */
export function createVoiceActivity(detector: ActivityDetector): VoiceActivity {
  const hop = new Float32Array(detector.hopSamples);
  const hopMs = (detector.hopSamples * 1000) / SAMPLE_RATE;
  let filled = 0;
  let state = SILENT;
  return {
    push(samples) {
      const events: ActivityEvent[] = [];
      for (let at = 0; at < samples.length; ) {
        const taken = Math.min(hop.length - filled, samples.length - at);
        hop.set(samples.subarray(at, at + taken), filled);
        at += taken;
        filled += taken;
        if (filled < hop.length) break;
        filled = 0;
        const step = segment(state, detector.hear(hop), hopMs, detector.rules);
        state = step.state;
        events.push(...step.events);
      }
      return events;
    },
    end() {
      if (state.phase === 'silent' || !state.confirmed || state.lastMs === state.nowMs) return [];
      const events = finish(state, detector.rules);
      state = { phase: 'silent', nowMs: state.nowMs, sinceMs: null };
      return events;
    },
    flush() {
      const events = finish(state, detector.rules);
      filled = 0;
      state = SILENT;
      detector.reset();
      return events;
    },
  };
}

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
      pausesMs: PAUSES_MS,
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
