import { createWordCache } from '../../platform/word-cache.ts';
import { type Speech, type SpeechRequest, type Voice, VoiceError, type VoiceNote } from './port.ts';

/** About three minutes of speech; bounds the memory of an idle server. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Longer sentences hardly ever recur, and are not cached. */
const MAX_TEXT_CHARS = 160;

/** A sentence that is being spoken. */
interface Work {
  spoken: Promise<Speech>;
  abort: AbortController;
  /** How many requests wait for it. */
  listeners: number;
}

/**
 * Wraps a voice in a cache of recent sentences, since greetings and stock phrases recur word for word. Concurrent
 * requests for the same sentence share one call, which is aborted once nobody waits for it.
 *
 * @param provider names the first voice, so that another provider's sound is never taken for its own
 * @param soundOf describes how a voice sounds now: its settings may be edited
 */
export function createPhraseCache(
  voice: Voice,
  provider: () => string,
  maxBytes = MAX_BYTES,
  soundOf: (voiceId: string) => string = (voiceId) => voiceId,
): Voice & { bytes(): number } {
  const kept = createWordCache<Speech>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ audio }) => Math.max(audio.length, 1),
  });
  const running = new Map<string, Work>();

  function begin(key: string, request: SpeechRequest, onNote?: (note: VoiceNote) => void): Work {
    const abort = new AbortController();
    const asked = provider();
    const spoken = voice.speak(request, abort.signal, onNote);
    const work: Work = { spoken, abort, listeners: 0 };
    running.set(key, work);
    spoken
      // A substitute's sound is not what the failed provider would have said.
      .then((speech) => speech.provider === asked && request.text.length <= MAX_TEXT_CHARS && kept.set(key, speech))
      // The callers get the error; there is just nothing to cache.
      .catch(() => undefined)
      .finally(() => running.get(key) === work && running.delete(key));
    return work;
  }

  return {
    bytes: () => kept.calculatedSize,
    async speak(request, signal, onNote) {
      signal.throwIfAborted();
      const key = JSON.stringify([
        provider(),
        soundOf(request.voiceId),
        request.speed,
        request.emphasis,
        request.wav ?? false,
        request.text,
      ]);
      const known = kept.get(key);
      if (known) return { ...known, remembered: true };
      const joined = running.get(key);
      const work = joined ?? begin(key, request, onNote);
      work.listeners += 1;
      const left = Promise.withResolvers<never>();
      const onAbort = () => left.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const speech = await Promise.race([work.spoken, left.promise]);
        return joined ? { ...speech, remembered: true } : speech;
      } finally {
        signal.removeEventListener('abort', onAbort);
        work.listeners -= 1;
        if (work.listeners === 0 && running.get(key) === work) {
          running.delete(key);
          work.abort.abort(new VoiceError('nobody waits for it'));
        }
      }
    },
  };
}
