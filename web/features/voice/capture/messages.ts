/** Messages between the page and the hearing worker. */

/** The requested part of an utterance: everything so far, everything up to the last pause, or all of a finished one. */
export type UtterancePart = 'so-far' | 'to-pause' | 'whole';

/** Messages from the page. `detect`: voice activity delimits the utterances; otherwise the visitor's button does. */
export type ToHearing =
  /** Frames at `sampleRate` samples per second arrive through the port. */
  | { type: 'open'; port: MessagePort; sampleRate: number; detect: boolean }
  | { type: 'close' }
  /** Audio from now on, with a short lead-in, belongs to the utterance. */
  | { type: 'begin'; utterance: number }
  /** Requests the WAV of an utterance. The audio of a `whole` one is then discarded. */
  | { type: 'take'; utterance: number; part: UtterancePart; request: number }
  | { type: 'discard'; utterance: number };

/** Messages from the worker. */
export type FromHearing =
  /** Loudness from 0 to 1, about 50 times a second. */
  | { type: 'level'; level: number }
  /** Speech may be beginning. */
  | { type: 'speech-hinted' }
  | { type: 'speech-started' }
  /** The speaker pauses, which may become the end of the utterance. */
  | { type: 'speech-paused' }
  /** `quietMs`: time since the last speech. */
  | { type: 'speech-ended'; quietMs: number }
  | { type: 'speech-dropped' }
  | { type: 'wav'; request: number; wav: ArrayBuffer | null; speechMs: number }
  /** The active detector; `energy` if the neural one could not be loaded. */
  | { type: 'detector'; detector: 'neural' | 'energy' };
