import type { StreamEvent } from '@understudy/contract/wire';

/** Who initiates a turn: the visitor, or the twin unprompted. */
type AskedBy = 'visitor' | 'twin';

/** The interface through which a conversation has its replies spoken. The screen works without one. */
export interface SpeechPort {
  /** Whether the voice is on, so that replies will be heard. */
  isOn(): boolean;
  /** A turn is about to be requested. @returns whether its reply should be spoken */
  asking(turnId: string, by: AskedBy): boolean;
  heard(turnId: string, message: StreamEvent): void;
  /** The reply will be streamed again from its beginning. */
  rejoining(turnId: string): void;
  /** The turn is over, for whatever reason. */
  over(turnId: string): void;
  /** Silences the reply being spoken; its text continues. @returns whether there was one */
  stop(): boolean;
  /** The visitor changed the field's text. */
  typed(): void;
  /** The session is ending or over: stop speaking and listening. */
  left(): void;
  /** Whether somebody is speaking or an utterance is being transcribed. */
  isBusy(): boolean;
}

/** Used when there is no voice. */
export const SILENT_PORT: SpeechPort = {
  isOn: () => false,
  asking: () => false,
  heard() {},
  rejoining() {},
  over() {},
  stop: () => false,
  typed() {},
  left() {},
  isBusy: () => false,
};

/** The voice state shown on the screen. */
export interface VoiceGlance {
  /** The state shown by the ring; null if the voice has none. */
  presence: 'listening' | 'thinking' | 'speaking' | null;
  /** The text of the status line; null if the voice has none. */
  status: string | null;
  /** The twin is audible. */
  isSpeaking: boolean;
  /** The visitor's utterance is being processed. */
  isProcessing: boolean;
}
