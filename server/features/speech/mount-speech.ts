import { Readable } from 'node:stream';
import { textToSpeech } from '@understudy/contract/calls';
import type { FastifyInstance } from 'fastify';
import { afterSilence } from '../../platform/audio/sound.ts';
import { openWavHeader, type Pcm, readLenientPcm, wavParts } from '../../platform/audio/wav.ts';
import { type Admit, parseBody } from '../../platform/http/gateway-function.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import { breathAfter } from './sentence-sound.ts';
import { countSpoken, countVoice, type SpeechDeps } from './speech-limits.ts';
import { type Sentence, SpeechLine } from './speech-line.ts';
import { beginSpeech, speechUnavailable } from './text-to-speech.ts';

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

interface Spoken {
  sentence: Sentence;
  sound: Pcm;
}

/** Sounds buffered for a slow reader; no more are made before it takes one. */
const SOUNDS_WAITING_MAX = 4;

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
    while (this.#sounds.length >= SOUNDS_WAITING_MAX && !this.#ended) await this.#taken.promise;
  }
}

async function* bytesOf(first: Spoken, queue: SoundQueue): AsyncGenerator<Buffer> {
  const { sampleRate } = first.sound;
  yield Buffer.concat([openWavHeader(sampleRate), first.sound.bytes]);
  for (let next = await queue.next(); next; next = await queue.next()) {
    yield* afterSilence(breathAfter(next.sentence.previous ?? ''), next.sound, sampleRate);
  }
}
