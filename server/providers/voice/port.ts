import type { ProviderNote } from '../provider-error.ts';

/** Emphasis of a sentence. */
export const EMPHASES = ['reduced', 'none', 'moderate', 'strong'] as const;
export type Emphasis = (typeof EMPHASES)[number];

/** One sentence to speak. */
export interface SpeechRequest {
  /**
   * Words that can be spoken: no markers, no markup (see features/speech/sentences.ts). At most a few hundred
   * characters.
   */
  text: string;
  /** A voice of the twin, as its modes name it; an unknown one is spoken by the default voice. */
  voiceId: string;
  /** 0.5 to 2; 1 is the voice's own. */
  speed: number;
  emphasis: Emphasis;
  /** Requires a WAV file, because it is joined with others. */
  wav?: boolean;
  /** The same object for all sentences of one reply, so that several replies take turns. */
  stream?: object;
}

/** A spoken sentence. */
export interface Speech {
  /** A whole audio file. WAV files are 16-bit mono PCM without silence at the ends. */
  audio: Buffer;
  mime: 'audio/wav' | 'audio/mpeg';
  /** Who spoke: groq, openai, custom or embedded. */
  provider: string;
  /** The requested model. */
  model: string;
  /** It came from the cache, without a call. */
  remembered?: true;
}

/** Says that another voice spoke than requested, for the owner to see later. */
export type VoiceNote = ProviderNote & { kind: 'provider_fell_back' };

/**
 * Speaks sentences. The port of all voices; its adapters are openai-compatible and embedded, and a fallback and a cache
 * wrap others.
 */
export interface Voice {
  /**
   * Speaks one sentence. Rejects with a VoiceError or ProviderError, or with the signal's reason once it is aborted:
   * then all work stops, at the provider too.
   */
  speak(request: SpeechRequest, signal: AbortSignal, onNote?: (note: VoiceNote) => void): Promise<Speech>;
}

/** A sentence could not be spoken. The message is a few words of our own. */
export class VoiceError extends Error {}
