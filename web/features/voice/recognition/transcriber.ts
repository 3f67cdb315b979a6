import { PLAYING_MAX_CHARS } from '@understudy/contract/constants';
import type { Ending, SpeechToTextAnswer } from '@understudy/contract/wire';
import type { Clock } from '../../../platform/clock.ts';
import { callWithRetries } from '../retry.ts';
import type { DropReason } from '../turn-taking/state.ts';

/** The transcript of an utterance. */
export interface Transcript {
  text: string;
  /** Why it does not count as a turn, as far as the transcriber can tell. */
  dropped: DropReason | null;
  /** How the words end, if anybody can tell. */
  ending?: Ending;
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

export interface ServerTranscriberDeps {
  /** As `callFunction` of the platform. */
  call<Answer>(name: string, body: unknown, options: { signal: AbortSignal; timeoutMs: number }): Promise<Answer>;
  credentials(): { session_id: string; session_secret: string } | null;
  clock: Clock;
  /** The server's providers, best first. */
  providers: readonly string[];
}

/** The server gives a provider 15 s. */
const TIMEOUT_MS = 20_000;

/** Transcribes on the server, which calls the provider. */
export function createServerTranscriber(deps: ServerTranscriberDeps): Transcriber {
  const provider = deps.providers[0];
  return {
    wantsAudio: true,
    listen() {},
    begin() {},
    forget() {},
    async transcribe({ wav, whole, spoken, signal }) {
      const credentials = deps.credentials();
      if (!wav || !credentials || !provider) return { text: '', dropped: 'empty' };
      // The field is bounded; an echo is in the newest part.
      const playing = spoken.slice(-PLAYING_MAX_CHARS).toWellFormed();
      const body = { ...credentials, audio_base64: toBase64(wav), ...(playing ? { playing } : {}) };
      const options = { signal, timeoutMs: TIMEOUT_MS };
      const call = () => deps.call<SpeechToTextAnswer>(`speech_to_text_${provider}`, body, options);
      // Partial transcripts are not retried: later they are worthless.
      const { text, dropped, ending } = await (whole ? callWithRetries(deps.clock, signal, call) : call());
      return { text, dropped, ...(ending ? { ending } : {}) };
    },
  };
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const parts: string[] = [];
  // The number of arguments of a call is limited; a multiple of three needs no base64 padding between the parts.
  const step = 3 * 8_192;
  for (let at = 0; at < bytes.length; at += step) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + step))));
  }
  return parts.join('');
}

/** A transcription requested at a pause, before the pause is long enough to be the end. */
interface Speculation {
  /** Null while the audio is being fetched. */
  words: Promise<Transcript> | null;
  abort: AbortController;
}

/**
 * Transcriptions requested ahead of an utterance's end, by utterance. Transcription overlaps with the silence that ends
 * an utterance, so that the text is usually ready by then. Whoever hears the speaker go on forgets what was requested.
 */
export function createSpeculativeTranscription() {
  const pauses = new Map<number, Speculation>();
  const forget = (utterance: number): void => {
    pauses.get(utterance)?.abort.abort();
    pauses.delete(utterance);
  };
  return {
    forget,
    /**
     * @param taken transcribes the audio up to the pause; null if there is nothing to transcribe
     * @returns its words; null if they were not obtained, or not wanted any more
     */
    async ask(
      utterance: number,
      taken: Promise<((signal: AbortSignal) => Promise<Transcript>) | null>,
    ): Promise<Transcript | null> {
      forget(utterance);
      const one: Speculation = { words: null, abort: new AbortController() };
      pauses.set(utterance, one);
      const transcribe = await taken;
      // It was forgotten in the meantime.
      if (pauses.get(utterance) !== one) return null;
      if (!transcribe) {
        forget(utterance);
        return null;
      }
      one.words = transcribe(one.abort.signal);
      // A request that failed before the end is repeated there; a caller that already took it sees the failure.
      try {
        const heard = await one.words;
        return pauses.get(utterance) === one ? heard : null;
      } catch {
        if (pauses.get(utterance) === one) pauses.delete(utterance);
        return null;
      }
    },
    /** The text of a finished utterance if it was requested and no speech followed; null otherwise. */
    take(utterance: number, signal: AbortSignal): Promise<Transcript> | null {
      const { words, abort } = pauses.get(utterance) ?? {};
      if (!words) {
        forget(utterance);
        return null;
      }
      pauses.delete(utterance);
      signal.addEventListener('abort', () => abort?.abort(), { once: true });
      return words;
    },
    clear(): void {
      for (const utterance of [...pauses.keys()]) forget(utterance);
    },
  };
}
