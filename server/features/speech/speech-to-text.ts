import { speechToText } from '@understudy/contract/calls';
import {
  DEFAULT_TRANSCRIPTION_MODEL,
  MESSAGE_MAX_CODE_POINTS,
  UTTERANCE_BODY_MAX_BYTES,
  UTTERANCE_MAX_BYTES,
  UTTERANCE_MAX_MS,
} from '@understudy/contract/constants';
import { isEchoOf, phraseSet, spokenWords } from '@understudy/contract/talk-words';
import type { SpeechToTextAnswer } from '@understudy/contract/wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { durationMs, isSilent, readStrictWav, type Sound, WavError } from '../../platform/audio/wav.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Admit, abortWhenGone, parseBody } from '../../platform/http/gateway-function.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { Transcription } from '../../providers/transcriber/port.ts';
import { credentialsOf, normaliseVisitorText, noteEvent } from '../conversation/index.ts';
import { requireVoice, type SpeechDeps, takeHearingLimits } from './speech-limits.ts';

/**
 * Phrases that Whisper models invent when nobody speaks: in their training data, film and video subtitles, they occur
 * over silence and music. Visitors say these too, so they count as invented only with a high probability of silence.
 */
const SAID_BY_PEOPLE_TOO = phraseSet(`
  thank you|thanks|thank you very much|thank you so much|you|bye|bye bye|goodbye|so|oh|ah|uh|um|hmm|mm|i
  the|and|hello|hi|please|good night|see you|see you later|see you next time|i'm sorry|sorry|silence
  that's it|here we go|let's go|the end|music|applause|laughter
`);
/** Such phrases that nobody says to a consultant's twin. */
const SUBTITLES = phraseSet(`
  thanks for watching|thank you for watching|thank you for watching this video|thanks for watching this video
  thanks for watching and see you next time|thanks for watching bye|thank you for watching bye bye
  please subscribe|please subscribe to my channel|please subscribe to our channel|subscribe to my channel
  don't forget to subscribe|don't forget to like and subscribe|like and subscribe|please like and subscribe
  please like comment and subscribe|see you in the next video|i'll see you in the next video|i'll see you next time
  subtitles by the amara org community|subtitles by the amara org|subtitles by amara org|transcribed by otter ai
  transcription by castingwords|transcription by esoteric captions|subs by www zeoranger co uk|www mooji org
  for more information visit www un org|this video is brought to you by|satsang with mooji|amara org
  captions by getty images|copyright wdr 2021|untertitel der amara org community
  sous titres réalisés par la communauté d'amara org
`);

/** Minimum probability of silence at which a phrase that people use counts as invented. */
const MIN_SILENCE = 0.6;
/** The same for any short transcript. */
const MIN_SHORT_SILENCE = 0.9;
/** Words of a short transcript. */
const MAX_SHORT_WORDS = 4;

/**
 * Whether a transcript was invented from silence. Pure.
 *
 * @param noSpeechProbability as reported by the transcriber; null if it reports none
 */
export function isSilenceInvention(text: string, noSpeechProbability: number | null): boolean {
  const words = spokenWords(text);
  const phrase = words.join(' ');
  if (SUBTITLES.has(phrase)) return true;
  if (/^[[(♪*]/u.test(text.trim()) && /[\])♪*]$/u.test(text.trim())) return true;
  const silence = noSpeechProbability ?? 0;
  if (silence >= MIN_SHORT_SILENCE && words.length <= MAX_SHORT_WORDS) return true;
  return silence >= MIN_SILENCE && (SAID_BY_PEOPLE_TOO.has(phrase) || isRepetition(words));
}

/** Whether one word or pair of words is repeated over and over, which models produce on noise. */
function isRepetition(words: readonly string[]): boolean {
  return words.length >= 6 && [1, 2].some((step) => words.every((word, at) => at < step || word === words[at - step]));
}

/** One utterance, whichever way it was sent. */
interface Utterance {
  wav: Buffer;
  model: string;
  language: string | undefined;
  playing: string;
}

/**
 * Mounts `speech_to_text_{provider}`: JSON with base64 sound, or the bare file with the credentials in headers.
 * Separate from the other functions, because its bodies are larger and of another type.
 */
export async function mountSpeechToText(http: FastifyInstance, admit: Admit, deps: SpeechDeps): Promise<void> {
  await http.register(async (app) => {
    app.addContentTypeParser(
      ['audio/wav', 'audio/x-wav', 'audio/wave'],
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    app.post<{ Params: { provider: string } }>('/functions/v1/speech_to_text_:provider', {
      bodyLimit: UTTERANCE_BODY_MAX_BYTES,
      onRequest: async (request) => {
        await admit(request);
        checkProvider(deps, request.params.provider);
      },
      handler: async (request, reply) => {
        const { credentials, utterance } = readUtterance(request);
        const { session } = await deps.authenticator.session(credentials);
        requireVoice(deps);
        const sound = checkUtterance(deps, utterance);
        await takeHearingLimits(deps, session.id);
        // A spoken message gets a spoken answer: the voice loads while the words are transcribed.
        deps.voices.warm();
        const { provider } = request.params;
        const understood = isSilent(sound)
          ? { text: '', noSpeechProbability: null, model: utterance.model }
          : await transcribe(deps, session.id, provider, utterance, sound, abortWhenGone(reply));
        const heard = acceptedText(understood, utterance.playing);
        const answer: SpeechToTextAnswer = {
          ...heard,
          duration_ms: durationMs(sound),
          model: understood.model,
          ...(heard.text ? { ending: await deps.endingOf(session, heard.text) } : {}),
        };
        return reply.header('cache-control', 'no-store').send(answer);
      },
    });
  });
}

/** Checks that a provider transcribes now. @throws AppError `transcription_unavailable`, `not_found` */
function checkProvider(deps: SpeechDeps, provider: string): void {
  const active = deps.transcribers.providers();
  if (active.length === 0) {
    throw new AppError('transcription_unavailable', 'This server has no transcription set up. You can go on typing.');
  }
  if (!active.includes(provider)) throw new AppError('not_found', 'There is no function of this name.');
}

/**
 * Reads the credentials and the utterance of a request.
 *
 * @throws AppError `body_too_large`, `invalid_request`, `invalid_session`
 */
function readUtterance(request: FastifyRequest) {
  if (Buffer.isBuffer(request.body)) {
    if (request.body.length > UTTERANCE_MAX_BYTES) throw tooLarge();
    const utterance = { wav: request.body, model: DEFAULT_TRANSCRIPTION_MODEL, language: undefined, playing: '' };
    return { credentials: credentialsOf({}, request.headers), utterance };
  }
  const body = parseBody(speechToText, request.body);
  const credentials = credentialsOf(body, request.headers);
  // Decoded sound is a quarter smaller than its base64; checked before decoding.
  if (body.audio_base64.length > Math.ceil(UTTERANCE_MAX_BYTES / 3) * 4) throw tooLarge();
  const utterance: Utterance = {
    wav: decode(body.audio_base64),
    model: body.model ?? DEFAULT_TRANSCRIPTION_MODEL,
    language: body.language ?? undefined,
    playing: body.playing ?? '',
  };
  return { credentials, utterance };
}

/**
 * Decodes base64. The decoder skips invalid characters, so the length reveals them; checking each one would block the
 * event loop.
 *
 * @throws AppError `invalid_request`
 */
function decode(base64: string): Buffer {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const characters = base64.length - padding;
  const bytes = Buffer.from(base64, 'base64');
  if (characters % 4 !== 1 && bytes.length === Math.floor((characters * 3) / 4)) return bytes;
  throw new AppError('invalid_request', 'The field "audio_base64" does not fit: it is not base64.');
}

/** Reads an utterance's sound. @throws AppError `body_too_large`, `invalid_audio`, `unknown_model` */
function checkUtterance(deps: SpeechDeps, { wav, model }: Utterance): Sound {
  if (wav.length > UTTERANCE_MAX_BYTES) throw tooLarge();
  if (!deps.transcribers.knows(model)) throw new AppError('unknown_model', 'There is no such transcription model.');
  try {
    const sound = readStrictWav(wav);
    if (durationMs(sound) > UTTERANCE_MAX_MS) {
      throw new WavError(`it is longer than ${UTTERANCE_MAX_MS / 1_000} seconds`);
    }
    return sound;
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw new AppError('invalid_audio', `This sound cannot be transcribed: ${error.message}.`);
  }
}

function tooLarge(): AppError {
  return new AppError('body_too_large', 'The sound is larger than the 4 MB that this server accepts.');
}

/** Transcribes an utterance and counts its use. @throws AppError `transcription_unavailable` */
async function transcribe(
  deps: SpeechDeps,
  sessionId: string,
  provider: string,
  { wav, model, language }: Utterance,
  sound: Sound,
  signal: AbortSignal,
): Promise<Transcription> {
  deps.totals.add('stt_seconds', Math.ceil(durationMs(sound) / 1_000));
  try {
    const understood = await deps.transcribers.transcribe(provider, { wav, model, language }, signal);
    const used = { kind: 'transcription', provider, model: understood.model, amount: durationMs(sound) } as const;
    deps.speechUse.add(sessionId, used);
    return understood;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const payload = JSON.stringify({ provider, reason: error.message });
    await noteEvent(deps.pool, { sessionId, kind: 'transcription_failed', payload });
    throw new AppError('transcription_unavailable', 'I could not hear you just now. Please try again, or type.', {
      retryAfterMs: error.retryAfterMs ?? 1_000,
      cause: error,
    });
  }
}

/** The transcript as a valid message (normalized, within the length limit), or why it was dropped. */
function acceptedText(
  { text: understood, noSpeechProbability }: Transcription,
  playing: string,
): Pick<SpeechToTextAnswer, 'text' | 'dropped'> {
  const text = [...normaliseVisitorText(understood)].slice(0, MESSAGE_MAX_CODE_POINTS).join('').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { text: '', dropped: 'empty' };
  if (isSilenceInvention(text, noSpeechProbability)) return { text: '', dropped: 'hallucination' };
  // Only the page knows whether the twin was still speaking; it drops shorter echoes itself.
  if (isEchoOf(text, playing, false)) return { text: '', dropped: 'echo' };
  return { text, dropped: null };
}
