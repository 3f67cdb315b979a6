import { type ActivityDetector, SAMPLE_RATE } from './port.ts';
import { type ActivityEvent, finish, SILENT, segment } from './segmenter.ts';

/** Finds utterances in sound that comes in pieces of any length, at 16 kHz. */
export interface VoiceActivity {
  /** What the piece makes happen, in order. Times are milliseconds since the first sample. */
  push(samples: Float32Array): ActivityEvent[];
  /** The sound is over: speech that is still going on ends. What is pushed next is a new sound. */
  flush(): ActivityEvent[];
}

/** @param detector begun anew; it is reset when the sound is over */
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
    flush() {
      const events = finish(state, detector.rules);
      filled = 0;
      state = SILENT;
      detector.reset();
      return events;
    },
  };
}
