import { z } from 'zod';
import { parseObject } from '../../openai-wire/parse-object.ts';
import type { Transcription } from '../port.ts';

/** Maximum length of a transcript: sixty seconds of very fast speech take a quarter of it. */
const TEXT_MAX = 8_000;

const segment = z.object({ no_speech_prob: z.number().nullish() });
const answer = z.object({ text: z.string().max(TEXT_MAX), segments: z.array(segment).max(2_000).nullish() });

/**
 * Parses a response of `/audio/transcriptions`, detailed or plain; null for anything else. The utterance's probability
 * of silence is the lowest of its segments': one segment with certain speech is enough.
 */
export function readTranscription(body: string): Omit<Transcription, 'model'> | null {
  const parsed = answer.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const { text, segments } = parsed.data;
  const probabilities = (segments ?? []).flatMap(({ no_speech_prob: probability }) => probability ?? []);
  const least = Math.min(...probabilities);
  return {
    text: text.toWellFormed().replaceAll('\0', '').trim(),
    noSpeechProbability: probabilities.length > 0 ? Math.min(1, Math.max(0, least)) : null,
  };
}
