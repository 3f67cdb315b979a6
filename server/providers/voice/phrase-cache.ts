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
 */
export function createPhraseCache(
  voice: Voice,
  provider: () => string,
  maxBytes = MAX_BYTES,
): Voice & { bytes(): number } {
  /** In the order of their last use. */
  const kept = new Map<string, Speech>();
  const running = new Map<string, Work>();
  let bytes = 0;

  function keep(key: string, speech: Speech): void {
    if (speech.audio.length > maxBytes / 8) return;
    forget(key);
    kept.set(key, speech);
    bytes += speech.audio.length;
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    bytes -= kept.get(key)?.audio.length ?? 0;
    kept.delete(key);
  }

  function begin(key: string, request: SpeechRequest, onNote?: (note: VoiceNote) => void): Work {
    const abort = new AbortController();
    const asked = provider();
    const spoken = voice.speak(request, abort.signal, onNote);
    const work: Work = { spoken, abort, listeners: 0 };
    running.set(key, work);
    spoken
      // A substitute's sound is not what the failed provider would have said.
      .then((speech) => speech.provider === asked && request.text.length <= MAX_TEXT_CHARS && keep(key, speech))
      // The callers get the error; there is just nothing to cache.
      .catch(() => undefined)
      .finally(() => running.get(key) === work && running.delete(key));
    return work;
  }

  return {
    bytes: () => bytes,
    async speak(request, signal, onNote) {
      signal.throwIfAborted();
      const key = JSON.stringify([
        provider(),
        request.voiceId,
        request.speed,
        request.emphasis,
        request.wav ?? false,
        request.text,
      ]);
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return { ...known, remembered: true };
      }
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
