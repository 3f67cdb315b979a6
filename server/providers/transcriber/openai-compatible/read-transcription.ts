import { z } from 'zod';
import type { Transcription } from '../port.ts';

/** Longest transcript taken: sixty seconds of very fast speech are a quarter of it. */
const TEXT_MAX = 8_000;

const segment = z.object({
  start: z.number().optional(),
  end: z.number().optional(),
  no_speech_prob: z.number().nullish(),
});
const answer = z.object({ text: z.string().max(TEXT_MAX), segments: z.array(segment).max(2_000).nullish() });

/**
 * Reads the answer of `/audio/transcriptions`, detailed or plain; null for anything else. The utterance's probability of
 * silence is the least of its segments': one in which somebody surely spoke is enough.
 */
export function readTranscription(body: string): Omit<Transcription, 'model'> | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = answer.safeParse(value);
  if (!parsed.success) return null;
  const { text, segments } = parsed.data;
  const probabilities = (segments ?? []).flatMap(({ no_speech_prob: probability }) => probability ?? []);
  const least = Math.min(...probabilities);
  return {
    text: text.toWellFormed().replaceAll('\0', '').trim(),
    noSpeechProbability: probabilities.length > 0 ? Math.min(1, Math.max(0, least)) : null,
  };
}
