import { endsWithClause } from '../../features/speech/sentences.ts';
import { afterSilence } from '../../platform/audio/sound.ts';
import { readLenientPcm, wavParts } from '../../platform/audio/wav.ts';
import type { Speech } from '../../providers/voice/port.ts';
import type { Sentence } from './speech-line.ts';

/** A speaker's breath between two sentences of one segment; between segments only the written pause is held. */
export const BREATH_MS = 220;
/** The shorter one between two clauses. */
export const CLAUSE_BREATH_MS = 110;

/** Silence between two pieces of one segment. */
export function breathAfter(piece: string): number {
  return endsWithClause(piece) ? CLAUSE_BREATH_MS : BREATH_MS;
}

/** A sentence's file with the breath before it, where it follows another of its segment. */
export function withBreath({ previous }: Sentence, speech: Speech): Buffer {
  if (previous === null || speech.mime !== 'audio/wav') return speech.audio;
  const sound = readLenientPcm(speech.audio);
  return Buffer.concat(wavParts(sound.sampleRate, afterSilence(breathAfter(previous), sound, sound.sampleRate)));
}

/**
 * Sentences put together as they are spoken, at the rate of the first, each segment after its pause, to the
 * millisecond. Minutes of sound are megabytes: they stay where they are until they are sent, since copying them at once
 * would hold up everybody else.
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

  /** Takes the next sentence, as a WAV file. */
  add(sentence: Sentence, speech: Speech): void {
    const sound = readLenientPcm(speech.audio);
    this.#sampleRate ||= sound.sampleRate;
    // Pauses of segments in which nothing can be spoken are held all the same.
    const pauses = this.#pausesMs.slice(this.#segment + 1, sentence.segment + 1);
    const silenceMs =
      sentence.segment === this.#segment
        ? breathAfter(sentence.previous ?? '')
        : pauses.reduce((sum, pauseMs) => sum + pauseMs, 0);
    this.#sound.push(...afterSilence(silenceMs, sound, this.#sampleRate));
    this.#segment = sentence.segment;
  }

  /** The parts of one WAV file; null when nothing was spoken. */
  file(): Buffer[] | null {
    return this.#sound.length > 0 ? wavParts(this.#sampleRate, this.#sound) : null;
  }
}
