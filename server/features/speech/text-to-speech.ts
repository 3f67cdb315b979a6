import { Readable } from 'node:stream';
import { type TextToSpeechBody, textToSpeech } from '@understudy/contract/calls';
import type { TextToSpeechAnswer } from '@understudy/contract/wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { afterSilence, openWavHeader, type Pcm, readLenientPcm, wavParts } from '../../platform/audio/wav.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { audioAnswer } from '../../platform/http/audio-answer.ts';
import {
  type Admit,
  abortWhenGone,
  type GatewayFunction,
  gatewayFunction,
  parseBody,
} from '../../platform/http/gateway-function.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { breathAfter, JoinedSentences } from './reply-voice.ts';
import { cutSentences, spokenText } from './sentences.ts';
import { countSpoken, countVoice, requireVoice, type SpeechDeps, takeSpeechLimits } from './speech-limits.ts';
import { type Manner, type Sentence, SpeechLine } from './speech-line.ts';

/** Long texts synthesized at once; each takes some tens of megabytes until it has been sent. */
const MAX_LONG_TEXTS_AT_ONCE = 2;
/** Characters of a long text. Long texts wait for each other, because the sound of one is held until it is complete. */
const MIN_LONG_TEXT_CHARS = 1_000;

/** `text_to_speech`: a text as one WAV file. */
export function textToSpeechFunction(deps: SpeechDeps): GatewayFunction {
  const longTexts = new PQueue({ concurrency: MAX_LONG_TEXTS_AT_ONCE });
  return gatewayFunction(textToSpeech, async (body, { request, reply }) => {
    const begun = await beginSpeech(deps, body, request);
    const gone = abortWhenGone(reply);
    const speak = () => speakWhole(deps, begun, gone);
    const file = await (body.text.length > MIN_LONG_TEXT_CHARS ? inTurn(longTexts, gone, speak) : speak());
    const answer: TextToSpeechAnswer = { audio_base64: '', mime: 'audio/wav' };
    return audioAnswer(reply, { ...answer }, file);
  });
}

/**
 * Speaks sentences as the parts of one WAV file.
 *
 * @throws AppError `speech_unavailable`
 */
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
 * @throws AppError as `Authenticator.caller`, `rate_limited`, `unknown_voice`, `nothing_to_speak`, `speech_unavailable`
 */
async function beginSpeech(deps: SpeechDeps, body: TextToSpeechBody, request: FastifyRequest): Promise<BegunSpeech> {
  const { session, limitKey } = await deps.authenticator.caller(request, body);
  // An admin may try the voice before visitors have it.
  if (session) requireVoice(deps);
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

/** The error when no voice can speak the text. */
function speechUnavailable(): AppError {
  return new AppError('speech_unavailable', 'No voice can speak just now. The text stays on screen.');
}

/** The id of a voice of the twin, given that id or the id of a mode. @throws AppError `unknown_voice` */
function voiceOf(deps: SpeechDeps, asked: string): string {
  const mode = deps.twin().modes.find(({ id }) => id === asked);
  if (mode) return mode.voiceId;
  if (deps.voices.knows(asked)) return asked;
  throw new AppError('unknown_voice', `There is no such voice; choose one of ${deps.voices.ids().join(', ')}.`);
}

/**
 * Mounts `POST /api/tts`: a text as a WAV file, streamed sentence by sentence. The header states the length of a single
 * sentence; with several, the length is unknown when the first sound is sent, and the header says so.
 */
export function mountSpeech(http: FastifyInstance, admit: Admit, deps: SpeechDeps): void {
  http.post('/api/tts', {
    onRequest: admit,
    handler: async (request, reply) => {
      const body = parseBody(textToSpeech, request.body);
      const { sessionId, manner, sentences } = await beginSpeech(deps, body, request);
      const queue = new SoundQueue();
      const line = new SpeechLine({
        voice: deps.voices,
        manner,
        signal: abortWhenGone(reply),
        onGiven: (characters) => countSpoken(deps, characters),
        onUsed: countVoice(deps, sessionId),
        room: () => queue.room(),
        onSpoken: (sentence, { audio }) => queue.put({ sentence, sound: readLenientPcm(audio) }),
      });
      for (const sentence of sentences) line.add(sentence);
      void line.finished().then(() => queue.end());
      const first = await queue.next();
      if (!first) throw speechUnavailable();
      reply.header('cache-control', 'no-store').type('audio/wav');
      if (sentences.length === 1)
        return reply.send(Buffer.concat(wavParts(first.sound.sampleRate, [first.sound.bytes])));
      return reply.send(Readable.from(bytesOf(first, queue), { objectMode: false }));
    },
  });
}

/** A sentence with its sound. */
interface Spoken {
  sentence: Sentence;
  sound: Pcm;
}

/** Sounds buffered for a slow reader; no more are made before it takes one. */
const MAX_WAITING_SOUNDS = 4;

/** Sounds in order of arrival. */
class SoundQueue {
  readonly #sounds: Spoken[] = [];
  #ended = false;
  #wake = Promise.withResolvers<void>();
  #taken = Promise.withResolvers<void>();

  put(sound: Spoken): void {
    this.#sounds.push(sound);
    this.#wake.resolve();
  }

  end(): void {
    this.#ended = true;
    this.#wake.resolve();
    this.#taken.resolve();
  }

  async next(): Promise<Spoken | null> {
    while (this.#sounds.length === 0 && !this.#ended) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers<void>();
    }
    this.#taken.resolve();
    this.#taken = Promise.withResolvers<void>();
    return this.#sounds.shift() ?? null;
  }

  /** Resolves when another sound may be made, or nobody is listening any more. */
  async room(): Promise<void> {
    while (this.#sounds.length >= MAX_WAITING_SOUNDS && !this.#ended) await this.#taken.promise;
  }
}

/** The bytes of a WAV file of unknown length. */
async function* bytesOf(first: Spoken, queue: SoundQueue): AsyncGenerator<Buffer> {
  const { sampleRate } = first.sound;
  yield Buffer.concat([openWavHeader(sampleRate), first.sound.bytes]);
  for (let next = await queue.next(); next; next = await queue.next()) {
    yield* afterSilence(breathAfter(next.sentence.previous ?? ''), next.sound, sampleRate);
  }
}
