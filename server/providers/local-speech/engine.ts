/** Sound, -1 to 1. */
export interface Samples {
  sampleRate: number;
  samples: Float32Array;
}

/** A loaded model. Its calls block until they are done, so it belongs in a thread. */
export interface SpeechEngine {
  /** The words of an utterance; of a recogniser only. */
  transcribe(sound: Samples): string;
  /** A sentence as sound; of a voice only. `speed` is a factor. */
  speak(text: string, speed: number): Samples;
}

/** What a thread is started with. */
export interface EngineSetup {
  /** The module that creates the engine: its `createEngine(setup)` loads the model. */
  engine: string;
  /** The folder from which the runtime's package is found. */
  runtime: string;
  /** The model's folder, and its files. */
  folder: string;
  files: unknown;
}

/** A job for the thread, and its answer. */
export type EngineJob =
  | { id: number; do: 'transcribe'; sound: Samples }
  | { id: number; do: 'speak'; text: string; speed: number };
export type EngineAnswer =
  | { ready: true }
  | { id: number; text: string }
  | { id: number; sound: Samples }
  | { id: number; failed: string };
