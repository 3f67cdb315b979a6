import type { DropReason } from '../drop-reason.ts';

/** The transcript of an utterance. */
export interface Transcript {
  text: string;
  /** Why it does not count as a turn, as far as the transcriber can tell. */
  dropped: DropReason | null;
}

/** A request to transcribe one utterance, finished or not. */
export interface TranscribeRequest {
  utterance: number;
  /** The utterance's audio; null if the recogniser captures its own and none was kept. */
  wav: ArrayBuffer | null;
  /** Whether the utterance is over; otherwise the request is for what was said so far. */
  whole: boolean;
  /** What the twin said in the preceding 10 s, for echo detection; empty if the utterance began after it. */
  spoken: string;
  signal: AbortSignal;
}

/** Turns an utterance into text, on the server or in the browser. */
export interface Transcriber {
  /** Whether it needs the audio. */
  readonly wantsAudio: boolean;
  /** The microphone was opened, or closed (null). */
  listen(track: MediaStreamTrack | null): void;
  begin(utterance: number): void;
  /** @throws if there is no result; an abort is rethrown unchanged */
  transcribe(request: TranscribeRequest): Promise<Transcript>;
  /** The utterance's transcript is no longer needed. */
  forget(utterance: number): void;
}
