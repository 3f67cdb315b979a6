import { afterSilence } from '../../platform/audio/sound.ts';
import { readLenientPcm, wavParts } from '../../platform/audio/wav.ts';
import type { Speech } from '../../providers/voice/port.ts';
import { endsWithClause } from './sentences.ts';
import type { Sentence } from './speech-line.ts';

/** Pause between two sentences of one segment; between segments only the written pause applies. */
export const BREATH_MS = 220;
/** The shorter pause between two clauses. */
export const CLAUSE_BREATH_MS = 110;

/** Silence between two pieces of one segment. */
export function breathAfter(piece: string): number {
  return endsWithClause(piece) ? CLAUSE_BREATH_MS : BREATH_MS;
}

/** A sentence's file, after a breath if it follows another sentence of its segment. */
export function withBreath({ previous }: Sentence, speech: Speech): Buffer {
  if (previous === null || speech.mime !== 'audio/wav') return speech.audio;
  const sound = readLenientPcm(speech.audio);
  return Buffer.concat(wavParts(sound.sampleRate, afterSilence(breathAfter(previous), sound, sound.sampleRate)));
}

/**
 * Joins sentences as they are spoken, at the sample rate of the first, each segment after its pause, to the
 * millisecond. Minutes of sound take megabytes and are not copied before they are sent, because that would block the
 * event loop.
 */
export class JoinedSentences {
  readonly #pausesMs: readonly number[];
  readonly #sound: Buffer[] = [];
  #sampleRate = 0;
  #segment = -1;

  /** @param pausesMs silence before each segment, by its index */
  constructor(pausesMs: readonly number[]) {
    this.#pausesMs = pausesMs;
  }

  /** Adds the next sentence, as a WAV file. */
  add(sentence: Sentence, speech: Speech): void {
    const sound = readLenientPcm(speech.audio);
    this.#sampleRate ||= sound.sampleRate;
    // Segments without speakable text still have their pauses.
    const pauses = this.#pausesMs.slice(this.#segment + 1, sentence.segment + 1);
    const silenceMs =
      sentence.segment === this.#segment
        ? breathAfter(sentence.previous ?? '')
        : pauses.reduce((sum, pauseMs) => sum + pauseMs, 0);
    this.#sound.push(...afterSilence(silenceMs, sound, this.#sampleRate));
    this.#segment = sentence.segment;
  }

  /** The parts of one WAV file; null if nothing was spoken. */
  file(): Buffer[] | null {
    return this.#sound.length > 0 ? wavParts(this.#sampleRate, this.#sound) : null;
  }
}
