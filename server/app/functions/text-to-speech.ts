import { type TextToSpeechBody, textToSpeech } from '@understudy/contract/calls';
import type { TextToSpeechAnswer } from '@understudy/contract/wire';
import { cutSentences } from '../../features/speech/sentences.ts';
import { spokenText } from '../../features/speech/spoken-text.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { authenticateCaller } from '../authenticate.ts';
import type { AppContext } from '../context.ts';
import { type Call, gatewayFunction } from '../gateway.ts';
import { abortWhenGone } from '../request-signal.ts';
import { audioAnswer } from '../speech/audio-answer.ts';
import { JoinedSentences } from '../speech/sentence-sound.ts';
import { countSpoken, countVoice, takeSpeechLimits } from '../speech/speech-limits.ts';
import { type Manner, type Sentence, SpeechLine } from '../speech/speech-line.ts';

/** Longer texts wait for each other: the sound of one is ten megabytes, held until it is complete. */
const LONG_TEXT_CHARS = 1_000;

/** `text_to_speech`: a text as one WAV file. */
export const textToSpeechFunction = gatewayFunction(textToSpeech, async (body, call) => {
  const begun = await beginSpeech(body, call);
  const gone = abortWhenGone(call.reply);
  const speak = () => speakWhole(call.context, begun, gone);
  const isLong = body.text.length > LONG_TEXT_CHARS;
  const file = await (isLong ? inTurn(call.context.longTextQueue, gone, speak) : speak());
  const answer: TextToSpeechAnswer = { audio_base64: '', mime: 'audio/wav' };
  return audioAnswer(call.reply, { ...answer }, file);
});

/** @throws AppError `speech_unavailable` */
async function speakWhole(
  context: AppContext,
  { sessionId, manner, sentences }: BegunSpeech,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const joined = new JoinedSentences([]);
  const line = new SpeechLine({
    voice: context.voices,
    manner,
    signal,
    onGiven: (characters) => countSpoken(context, characters),
    onUsed: countVoice(context, sessionId),
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
  body: TextToSpeechBody,
  call: Pick<Call, 'context' | 'guard' | 'request'>,
): Promise<BegunSpeech> {
  const { context } = call;
  const { session, limitKey } = await authenticateCaller(call, body);
  await takeSpeechLimits(context, limitKey);
  const voiceId = voiceOf(context, body.voice_id ?? body.voice ?? context.voices.defaultVoice());
  const sentences = cutSentences(body.text)
    .filter((text) => spokenText(text))
    .map((text, at, all) => ({ segment: 0, previous: all[at - 1] ?? null, text }));
  if (sentences.length === 0) {
    throw new AppError('nothing_to_speak', 'There is nothing in this text that can be spoken.');
  }
  if (context.voices.provider() === null) throw speechUnavailable();
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
function voiceOf(context: AppContext, asked: string): string {
  const mode = context.twin().modes.find(({ id }) => id === asked);
  if (mode) return mode.voiceId;
  if (context.voices.knows(asked)) return asked;
  throw new AppError('unknown_voice', `There is no such voice; choose one of ${context.voices.ids().join(', ')}.`);
}
