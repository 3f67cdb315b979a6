import type { Transcript } from './recognition/transcriber.ts';

/** Speech that was taken at a pause and is the same if the utterance ends there: no hop of sound is as short as this. */
const SAME_WITHIN_MS = 10;

/** Words that were asked for at a pause, before it was long enough to be the end. */
interface Ahead {
  speechMs: number;
  words: Promise<Transcript>;
  abort: AbortController;
}

/**
 * Words asked for ahead of an utterance's end, by utterance. A transcriber takes part of the second of silence after which
 * an utterance is over, so that its words are mostly there when it is; what is said on after the pause makes them void.
 */
export function createAhead() {
  const asked = new Map<number, Ahead>();
  const forget = (utterance: number): void => {
    asked.get(utterance)?.abort.abort();
    asked.delete(utterance);
  };
  return {
    forget,
    /** @param ask begins to ask; @param speechMs how much sound it is asked about */
    ask(utterance: number, speechMs: number, ask: (signal: AbortSignal) => Promise<Transcript>): void {
      forget(utterance);
      const abort = new AbortController();
      const words = ask(abort.signal);
      asked.set(utterance, { speechMs, words, abort });
      // What failed before the end is asked for anew there; who has taken it hears of a failure.
      words.catch(() => {
        if (asked.get(utterance)?.words === words) asked.delete(utterance);
      });
    },
    /** The words of an utterance that is over, if they were asked for and it has not gone on since; null otherwise. */
    take(utterance: number, speechMs: number, signal: AbortSignal): Promise<Transcript> | null {
      const one = asked.get(utterance);
      if (!one || Math.abs(one.speechMs - speechMs) > SAME_WITHIN_MS) {
        forget(utterance);
        return null;
      }
      asked.delete(utterance);
      signal.addEventListener('abort', () => one.abort.abort(), { once: true });
      return one.words;
    },
    clear(): void {
      for (const utterance of [...asked.keys()]) forget(utterance);
    },
  };
}
