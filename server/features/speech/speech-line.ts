import type { Emphasis, Speech, Voice, VoiceNote } from '../../providers/voice/port.ts';
import { spokenText } from './sentences.ts';

/** Sentences of one reply processed at once: the next ones are ready when the first has been heard. */
const MAX_AT_ONCE = 3;

/** How a text is spoken. */
export interface Manner {
  voiceId: string;
  speed: number;
  emphasis: Emphasis;
  /** Sound that will be joined must be WAV. */
  wav: boolean;
}

/** A sentence as it is shown, and its position. */
export interface Sentence {
  segment: number;
  /** What precedes it in its segment; null for the first. */
  previous: string | null;
  text: string;
}

/** How sentences are spoken, and where their sound goes. */
interface SpeechLineOptions {
  voice: Voice;
  manner: Manner;
  signal: AbortSignal;
  /** Called with the characters given to a voice. */
  onGiven: (characters: number) => void;
  /** Awaited before each sentence is synthesized, so that unread sounds do not pile up. */
  room?: () => Promise<void>;
  /** Called with the characters that a voice spoke. */
  onUsed: (speech: Speech, characters: number) => void;
  /** Called with each sentence's sound, in order. */
  onSpoken: (sentence: Sentence, speech: Speech) => void;
  onNote?: (note: VoiceNote) => void;
}

/**
 * Speaks sentences, a few concurrently, and delivers them in order. Skips a sentence that no voice can speak. Aborting
 * the signal ends all work.
 */
export class SpeechLine {
  readonly #options: SpeechLineOptions;
  readonly #stream = {};
  readonly #waiting: { sentence: Sentence; begin: () => void }[] = [];
  #running = 0;
  #delivered: Promise<void> = Promise.resolve();
  /** Number of sentences that no voice could speak. */
  failures = 0;

  constructor(options: SpeechLineOptions) {
    this.#options = options;
  }

  /** Adds the next sentence. */
  add(sentence: Sentence): void {
    const { signal, onSpoken, onGiven } = this.#options;
    const text = spokenText(sentence.text);
    if (!text || signal.aborted) return;
    onGiven(text.length);
    const turn = Promise.withResolvers<void>();
    this.#waiting.push({ sentence, begin: turn.resolve });
    const spoken = turn.promise.then(() => this.#speak(text));
    this.#delivered = Promise.all([this.#delivered, spoken]).then(([, speech]) => {
      if (!speech || signal.aborted) return;
      try {
        onSpoken(sentence, speech);
      } catch {
        // Sound that cannot be read is as good as none.
        this.failures += 1;
      }
    });
    this.#next();
  }

  /** Resolves when every sentence so far has been delivered, or at once when the signal is aborted. */
  async finished(): Promise<void> {
    const { signal } = this.#options;
    const aborted = Promise.withResolvers<void>();
    if (signal.aborted) return;
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    await Promise.race([this.#delivered, aborted.promise]);
  }

  #next(): void {
    while (this.#running < MAX_AT_ONCE) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      next.begin();
    }
  }

  async #speak(text: string): Promise<Speech | null> {
    const { voice, manner, signal, onNote, onUsed, room } = this.#options;
    try {
      await room?.();
      const speech = await voice.speak({ text, ...manner, stream: this.#stream }, signal, onNote);
      onUsed(speech, text.length);
      return speech;
    } catch {
      // The reason is in the notes; a reply without sound is still a reply.
      if (!signal.aborted) this.failures += 1;
      return null;
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }
}
