import type { Transcript } from './recognition/transcriber.ts';

/**
 * Speech that was taken at a pause and is the same if the utterance ends there: no hop of sound is as short as this.
 */
const SAME_WITHIN_MS = 10;

/** Words that are asked for at a pause, before it was long enough to be the end. */
interface Speculation {
  /** How much sound they are of; null while that is being taken. */
  asked: { speechMs: number; words: Promise<Transcript> } | null;
  abort: AbortController;
}

/** The sound up to a pause, and how its words are asked for. */
export interface Pause {
  speechMs: number;
  transcribe(signal: AbortSignal): Promise<Transcript>;
}

/**
 * Speculative transcription: asks for the words of an utterance at each pause. A transcriber takes part of the second of
 * silence that ends an utterance, so the words are mostly there when it ends; speech after the pause discards them.
 */
export function createSpeculativeTranscription() {
  const pauses = new Map<number, Speculation>();
  const forget = (utterance: number): void => {
    pauses.get(utterance)?.abort.abort();
    pauses.delete(utterance);
  };
  return {
    forget,
    /** @param taken the sound up to the pause; null where there is nothing to ask about */
    async ask(utterance: number, taken: Promise<Pause | null>): Promise<void> {
      forget(utterance);
      const one: Speculation = { asked: null, abort: new AbortController() };
      pauses.set(utterance, one);
      const pause = await taken;
      // Forgotten meanwhile, nobody is asked.
      if (pauses.get(utterance) !== one) return;
      if (!pause) return forget(utterance);
      const words = pause.transcribe(one.abort.signal);
      one.asked = { speechMs: pause.speechMs, words };
      // What failed before the end is asked for anew there; who has taken it hears of a failure.
      words.catch(() => {
        if (pauses.get(utterance) === one) pauses.delete(utterance);
      });
    },
    /** The words of an utterance that is over, if they were asked for and it has not gone on since; null otherwise. */
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
