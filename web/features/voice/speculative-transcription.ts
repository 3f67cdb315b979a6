import type { Transcript } from './recognition/transcriber.ts';

/** Tolerance within which the speech at a pause equals the finished utterance; shorter than any hop of sound. */
const SAME_WITHIN_MS = 10;

/** A transcription requested at a pause, before the pause is long enough to be the end. */
interface Speculation {
  /** `speechMs`: length of the audio; null while the audio is being fetched. */
  asked: { speechMs: number; words: Promise<Transcript> } | null;
  abort: AbortController;
}

/** The audio up to a pause, and how to request its transcription. */
export interface Pause {
  speechMs: number;
  transcribe(signal: AbortSignal): Promise<Transcript>;
}

/**
 * Transcriptions requested ahead of an utterance's end, by utterance. Transcription overlaps with the second of silence
 * that ends an utterance, so that the text is usually ready by then; speech after the pause invalidates it.
 */
export function createSpeculativeTranscription() {
  const pauses = new Map<number, Speculation>();
  const forget = (utterance: number): void => {
    pauses.get(utterance)?.abort.abort();
    pauses.delete(utterance);
  };
  return {
    forget,
    /** @param taken the audio up to the pause; null if there is nothing to transcribe */
    async ask(utterance: number, taken: Promise<Pause | null>): Promise<void> {
      forget(utterance);
      const one: Speculation = { asked: null, abort: new AbortController() };
      pauses.set(utterance, one);
      const pause = await taken;
      // It was forgotten in the meantime.
      if (pauses.get(utterance) !== one) return;
      if (!pause) return forget(utterance);
      const words = pause.transcribe(one.abort.signal);
      one.asked = { speechMs: pause.speechMs, words };
      // A request that failed before the end is repeated there; a caller that already took it sees the failure.
      words.catch(() => {
        if (pauses.get(utterance) === one) pauses.delete(utterance);
      });
    },
    /** The text of a finished utterance if it was requested and no speech followed; null otherwise. */
    take(utterance: number, speechMs: number, signal: AbortSignal): Promise<Transcript> | null {
      const { asked, abort } = pauses.get(utterance) ?? {};
      if (!asked || Math.abs(asked.speechMs - speechMs) > SAME_WITHIN_MS) {
        forget(utterance);
        return null;
      }
      pauses.delete(utterance);
      signal.addEventListener('abort', () => abort?.abort(), { once: true });
      return asked.words;
    },
    clear(): void {
      for (const utterance of [...pauses.keys()]) forget(utterance);
    },
  };
}
