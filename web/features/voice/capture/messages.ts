/** What the page and the hearing worker say to each other. */

/**
 * How much of an utterance is wanted: all that was heard so far, that up to the last pause, or all of one that is over.
 */
export type UtterancePart = 'so-far' | 'to-pause' | 'whole';

/** From the page. `detect`: voice activity cuts the utterances; otherwise the visitor's button does. */
export type ToHearing =
  /** Frames of `sampleRate` samples a second come through the port. */
  | { type: 'open'; port: MessagePort; sampleRate: number; detect: boolean }
  | { type: 'close' }
  /** Audio from now on, with what came shortly before, belongs to the utterance. */
  | { type: 'begin'; utterance: number }
  /** Asks for the WAV of an utterance. The audio of a `whole` one is forgotten. */
  | { type: 'take'; utterance: number; part: UtterancePart; request: number }
  | { type: 'discard'; utterance: number };

/** From the worker. */
export type FromHearing =
  /** Loudness 0 to 1, some 50 times a second. */
  | { type: 'level'; level: number }
  /** Speech might be beginning. */
  | { type: 'speech-hinted' }
  | { type: 'speech-started' }
  /** The speaker pauses; it may become the end. */
  | { type: 'speech-paused' }
  /** `quietMs`: how long ago the last speech was. */
  | { type: 'speech-ended'; quietMs: number }
  | { type: 'speech-dropped' }
  | { type: 'wav'; request: number; wav: ArrayBuffer | null; speechMs: number }
  /** Which detector listens; the neural one could not be loaded, so that the other stands in. */
  | { type: 'detector'; detector: 'neural' | 'energy' };
