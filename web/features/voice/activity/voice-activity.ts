import { type ActivityDetector, SAMPLE_RATE } from './port.ts';
import { type ActivityEvent, finish, SILENT, segment } from './segmenter.ts';

/** Detects utterances in 16 kHz sound that arrives in chunks of any length. */
export interface VoiceActivity {
  /** The events of a chunk, in order. Times are milliseconds since the first sample. */
  push(samples: Float32Array): ActivityEvent[];
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
    flush() {
      const events = finish(state, detector.rules);
      filled = 0;
      state = SILENT;
      detector.reset();
      return events;
    },
  };
}
