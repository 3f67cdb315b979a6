import { type TextToSpeechBody, textToSpeech } from '@understudy/contract/calls';
import type { TextToSpeechAnswer } from '@understudy/contract/wire';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { audioAnswer } from '../../platform/http/audio-answer.ts';
import { type GatewayFunction, gatewayFunction } from '../../platform/http/gateway-function.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import { JoinedSentences } from './sentence-sound.ts';
import { cutSentences } from './sentences.ts';
import { countSpoken, countVoice, type SpeechDeps, takeSpeechLimits } from './speech-limits.ts';
import { type Manner, type Sentence, SpeechLine } from './speech-line.ts';
import { spokenText } from './spoken-text.ts';

/** Long texts synthesised at once; each takes some tens of megabytes until it has been sent. */
const LONG_TEXTS_AT_ONCE = 2;
/** Longer texts wait for each other: the sound of one is ten megabytes, held until it is complete. */
const LONG_TEXT_CHARS = 1_000;

/** `text_to_speech`: a text as one WAV file. */
export function textToSpeechFunction(deps: SpeechDeps): GatewayFunction {
  const longTexts = new Semaphore(LONG_TEXTS_AT_ONCE);
  return gatewayFunction(textToSpeech, async (body, { request, reply }) => {
    const begun = await beginSpeech(deps, body, request);
    const gone = abortWhenGone(reply);
    const leave = body.text.length > LONG_TEXT_CHARS ? await longTexts.acquire(gone) : null;
    try {
      const file = await speakWhole(deps, begun, gone);
      const answer: TextToSpeechAnswer = { audio_base64: '', mime: 'audio/wav' };
      return audioAnswer(reply, { ...answer }, file);
    } finally {
      leave?.();
    }
  });
}

/** @throws AppError `speech_unavailable` */
async function speakWhole(
  deps: SpeechDeps,
  { sessionId, manner, sentences }: BegunSpeech,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const joined = new JoinedSentences([]);
  const line = new SpeechLine({
    voice: deps.voices,
    manner,
    signal,
    onGiven: (characters) => countSpoken(deps, characters),
    onUsed: countVoice(deps, sessionId),
    onSpoken: (sentence, speech) => joined.add(sentence, speech),
  });
  for (const sentence of sentences) line.add(sentence);
  await line.finished();
  const file = joined.file();
  if (!file) throw speechUnavailable();
  return file;
}

/** What to speak, how, and in which session. */
interface BegunSpeech {
  /** Null for an administrator. */
  sessionId: string | null;
  manner: Manner;
  sentences: Sentence[];
}

/**
 * Checks before anything is spoken: credentials, limits, the voice and the sentences.
 *
 * @throws AppError
 */
export async function beginSpeech(
  deps: SpeechDeps,
  body: TextToSpeechBody,
  request: FastifyRequest,
): Promise<BegunSpeech> {
  const { session, limitKey } = await deps.authenticator.caller(request, body);
  await takeSpeechLimits(deps, limitKey);
  const voiceId = voiceOf(deps, body.voice_id ?? body.voice ?? deps.voices.defaultVoice());
  const sentences = cutSentences(body.text)
    .filter((text) => spokenText(text))
    .map((text, at, all) => ({ segment: 0, previous: all[at - 1] ?? null, text }));
  if (sentences.length === 0) {
    throw new AppError('nothing_to_speak', 'There is nothing in this text that can be spoken.');
  }
  if (deps.voices.provider() === null) throw speechUnavailable();
  return {
    sessionId: session?.id ?? null,
    manner: { voiceId, speed: body.speed, emphasis: body.emphasis, wav: true },
    sentences,
  };
}

/** The error if no voice could speak the text. */
export function speechUnavailable(): AppError {
  return new AppError('speech_unavailable', 'No voice can speak just now. The text stays on screen.');
}

/** A voice of the twin, by its id or by that of the mode that has it. */
function voiceOf(deps: SpeechDeps, asked: string): string {
  const mode = deps.twin().modes.find(({ id }) => id === asked);
  if (mode) return mode.voiceId;
  if (deps.voices.knows(asked)) return asked;
  throw new AppError('unknown_voice', `There is no such voice; choose one of ${deps.voices.ids().join(', ')}.`);
}
