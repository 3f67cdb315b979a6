import { endsWithClause } from '../../features/speech/sentences.ts';
import { joinSounds } from '../../platform/audio/sound.ts';
import { readLenientWav, type Sound, writeWav } from '../../platform/audio/wav.ts';
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
  const joined = joinSounds([{ silenceMs: breathAfter(previous), sound: readLenientWav(speech.audio) }]);
  return joined ? writeWav(joined) : speech.audio;
}

/**
 * All sentences as one sound: each segment after its pause, to the millisecond.
 * @param pausesMs silence before each segment, by its index
 * @returns null when nothing was spoken
 */
export function joinSentences(
  spoken: readonly { sentence: Sentence; speech: Speech }[],
  pausesMs: readonly number[],
): Sound | null {
  return joinSounds(
    spoken.map(({ sentence, speech }, at) => {
      const begins = spoken[at - 1]?.sentence.segment !== sentence.segment;
      // Pauses of segments in which nothing can be spoken are held all the same.
      const from = (spoken[at - 1]?.sentence.segment ?? -1) + 1;
      const pause = pausesMs.slice(from, sentence.segment + 1).reduce((sum, ms) => sum + ms, 0);
      const silenceMs = begins ? pause : breathAfter(sentence.previous ?? '');
      return { silenceMs, sound: readLenientWav(speech.audio) };
    }),
  );
}
