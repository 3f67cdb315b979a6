/** The port to whatever understands speech. Failures are ProviderErrors of the providers' own module. */

/** One utterance to write down. */
export interface TranscriptionRequest {
  /** A whole WAV file: 16-bit PCM, one channel. */
  wav: Buffer;
  /** Model id as asked for; the adapter decides by which it answers. */
  model: string;
  /** ISO 639-1, where it is known. */
  language?: string;
}

/** What was understood. */
export interface Transcription {
  /** Trimmed; empty when nothing was. */
  text: string;
  /** 0 to 1: how likely it is that nobody spoke; null where the provider does not say. */
  noSpeechProbability: number | null;
  /** Model id that really answered. */
  model: string;
}

/** Writes down utterances. */
export interface Transcriber {
  /** Rejects with a ProviderError, or with the signal's reason once it is aborted. */
  transcribe(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription>;
}
