/**
 * The port to whatever speaks. Adapters: openai-compatible and embedded; a fallback and a cache are ports wrapped round
 * ports.
 */

import type { ProviderNote } from '../provider-error.ts';

/** How much weight a sentence is given. */
export const EMPHASES = ['reduced', 'none', 'moderate', 'strong'] as const;
/** One of them. */
export type Emphasis = (typeof EMPHASES)[number];

/** One sentence to speak. */
export interface SpeechRequest {
  /**
   * Words fit to be spoken: no markers, no mark-up (see features/speech/spoken-text.ts). At most a few hundred
   * characters.
   */
  text: string;
  /** A voice of the twin, as its modes name it; an unknown one is spoken by the default voice. */
  voiceId: string;
  /** 0.5 to 2; 1 is the voice's own. */
  speed: number;
  emphasis: Emphasis;
  /** Whether only a WAV file will do, because it is joined with others. */
  wav?: boolean;
  /** The same object for all sentences of one reply, so that several replies are served by turns. */
  stream?: object;
}

/** A spoken sentence. */
export interface Speech {
  /** A whole audio file. A WAV file is 16-bit PCM of one channel without silence at its ends. */
  audio: Buffer;
  mime: 'audio/wav' | 'audio/mpeg';
  /** Who spoke: groq, openai, custom or embedded. */
  provider: string;
  /** The model that was asked for. */
  model: string;
  /** It was spoken before: nobody was asked for it now. */
  remembered?: true;
}

/** Another voice spoke than was to; the owner would want to see it later. */
export type VoiceNote = ProviderNote & { kind: 'provider_fell_back' };

/** Speaks sentences. */
export interface Voice {
  /**
   * Speaks one sentence. Rejects with a VoiceError, or with the signal's reason once the signal is aborted: then
   * nothing is worked on any more, at the provider either.
   */
  speak(request: SpeechRequest, signal: AbortSignal, onNote?: (note: VoiceNote) => void): Promise<Speech>;
}

/** A sentence that could not be spoken. The message is a few words without the text or keys. */
export class VoiceError extends Error {}
