/** One utterance to transcribe. */
export interface TranscriptionRequest {
  /** A whole WAV file: 16-bit PCM, mono. */
  wav: Buffer;
  /** Requested model id; the adapter decides which model answers. */
  model: string;
  /** ISO 639-1, if known. */
  language?: string;
}

/** A transcript of one utterance. */
export interface Transcription {
  /** Trimmed; empty if no words were heard. */
  text: string;
  /** Probability that nobody spoke, 0 to 1; null if the provider does not report it. */
  noSpeechProbability: number | null;
  /** Model id that answered in the end. */
  model: string;
}

/** Turns speech into text. The port of all transcribers. */
export interface Transcriber {
  /** Rejects with a ProviderError, or with the signal's reason once it is aborted. */
  transcribe(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcription>;
}
