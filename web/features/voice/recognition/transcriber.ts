import type { DropReason } from '../drop-reason.ts';

/** What was understood of an utterance. */
export interface Transcript {
  text: string;
  /** Why it is no turn, as far as the transcriber itself can tell. */
  dropped: DropReason | null;
}

/** One utterance, over or not, whose words are wanted. */
export interface TranscribeRequest {
  utterance: number;
  /** The utterance's audio; null when the recogniser listens for itself and none was kept. */
  wav: ArrayBuffer | null;
  /** The utterance is over; otherwise what has been said so far is asked for. */
  whole: boolean;
  /** What the twin said in the 10 s before, for telling its echo; empty when the utterance began after it. */
  spoken: string;
  signal: AbortSignal;
}

/** Turns an utterance into words: our server, or the browser's own recognition. */
export interface Transcriber {
  /** Whether it needs the audio. */
  readonly wantsAudio: boolean;
  /** The microphone is open, or closed (null). */
  listen(track: MediaStreamTrack | null): void;
  begin(utterance: number): void;
  /** @throws when nothing can be said about the words; an abort is thrown as it is */
  transcribe(request: TranscribeRequest): Promise<Transcript>;
  /** Nobody waits for the utterance's words any more. */
  forget(utterance: number): void;
}
