/** Stands in for the speech runtime in an engine's thread: its words tell what it was given. */
import type { EngineSetup, SpeechEngine } from '../providers/local-speech/engine.ts';

/** @param setup whose `files` are `{ broken: true }` for a model that does not load */
export function createEngine({ files }: Pick<EngineSetup, 'files'>): SpeechEngine {
  if ((files as { broken?: boolean } | null)?.broken) throw new Error('no such model');
  return {
    transcribe({ sampleRate, samples }) {
      if (samples.length === 0) throw new Error('nothing was said');
      return ` ${Math.round((samples.length * 1000) / sampleRate)} ms of ${sampleRate} Hz `;
    },
    speak(text, speed) {
      const length = Math.round((text.length * 800) / speed);
      const loudness = text === 'Hush' ? 0 : 0.5;
      return { sampleRate: 16_000, samples: Float32Array.from({ length }, (_, at) => loudness * Math.sin(at / 8)) };
    },
  };
}
