import type { StreamEvent } from '@understudy/contract/wire';

/** Who asks for a turn: the visitor, or the twin that speaks up by itself. */
export type AskedBy = 'visitor' | 'twin';

/** Port to whatever speaks the replies of a conversation. The screen works without one. */
export interface SpeechPort {
  /** Whether the voice is on: replies are going to be heard. */
  isOn(): boolean;
  /** A turn is about to be asked. @returns whether its reply is to be spoken */
  asking(turnId: string, by: AskedBy): boolean;
  heard(turnId: string, message: StreamEvent): void;
  /** The reply will be heard from its beginning again. */
  rejoining(turnId: string): void;
  /** Nothing more comes of the turn, however it ended. */
  over(turnId: string): void;
  /** Silences a reply that is heard; its text goes on. @returns whether there was one */
  stop(): boolean;
  /** The visitor changed the field's text. */
  typed(): void;
  /** The session is ending or over: silence, and nobody hears. */
  left(): void;
  /** Somebody speaks, or words are on their way. */
  isBusy(): boolean;
}

/** A conversation that nobody speaks aloud. */
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

/** What the screen shows of the voice. */
export interface VoiceGlance {
  /** What the ring shows; null when the voice has nothing to say about it. */
  presence: 'listening' | 'thinking' | 'speaking' | null;
  /** The status line's words; null when it has none. */
  status: string | null;
  /** The twin is heard. */
  isSpeaking: boolean;
  /** The visitor's words are on their way. */
  isProcessing: boolean;
}
