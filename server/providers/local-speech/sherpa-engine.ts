import { createRequire } from 'node:module';
import path from 'node:path';
import type { ModelFiles } from './catalogue.ts';
import type { EngineSetup, Samples, SpeechEngine } from './engine.ts';

/** The part of the runtime that is used here. */
interface Runtime {
  OfflineRecognizer: new (
    config: unknown,
  ) => {
    createStream(): { acceptWaveform(sound: Samples): void };
    decode(stream: unknown): void;
    getResult(stream: unknown): { text: string };
  };
  OfflineTts: new (
    config: unknown,
  ) => {
    generate(request: { text: string; sid: number; speed: number; enableExternalBuffer: boolean }): Samples;
  };
}

/** A model takes two processors: more hardly help models of this size, and others wait for them. */
const THREADS = 2;
const MANNER = { numThreads: THREADS, provider: 'cpu', debug: 0 };

/**
 * Loads a model with sherpa-onnx.
 *
 * @throws Error if the runtime is not installed, or the model cannot be read
 */
export function createEngine({ runtime, folder, files }: Omit<EngineSetup, 'engine'>): SpeechEngine {
  const load = createRequire(path.join(runtime, 'package.json'));
  const { OfflineRecognizer, OfflineTts } = load('sherpa-onnx-node') as Runtime;
  const { type, ...named } = files as ModelFiles;
  const model = Object.fromEntries(Object.entries(named).map(([name, file]) => [name, path.join(folder, file)]));
  const { tokens, ...parts } = model;
  if (type === 'vits') {
    const tts = new OfflineTts({ model: { vits: model, ...MANNER }, maxNumSentences: 1 });
    return {
      transcribe: () => '',
      speak: (text, speed) => tts.generate({ text, sid: 0, speed, enableExternalBuffer: false }),
    };
  }
  const config = type === 'whisper' ? { ...parts, language: '', task: 'transcribe', tailPaddings: -1 } : parts;
  const recognizer = new OfflineRecognizer({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { [type]: config, tokens, ...MANNER },
  });
  return {
    transcribe(sound) {
      const stream = recognizer.createStream();
      stream.acceptWaveform(sound);
      recognizer.decode(stream);
      return recognizer.getResult(stream).text;
    },
    speak: () => ({ sampleRate: 16_000, samples: new Float32Array(0) }),
  };
}
