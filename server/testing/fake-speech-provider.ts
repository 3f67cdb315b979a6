/**
 * A local OpenAI-compatible speech server: `/audio/transcriptions` (multipart) and `/audio/speech`, with scripted
 * responses, request by request.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Sound, samplesIn, writeWav } from '../platform/audio/wav.ts';
import { play } from './fake-provider.ts';
import { type FakeReply, json } from './fake-replies.ts';
import { closeServer, serve } from './local-server.ts';

/** A speech request. */
export interface SpeechCall {
  model: string;
  input: string;
  voice: string;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  /** Settles when the response is over; true if the client disconnected first. */
  closed: Promise<boolean>;
}

/** A transcription request. */
export interface TranscriptionCall {
  /** The form's fields besides the file. */
  fields: Record<string, string>;
  file: { name: string; type: string; bytes: Buffer };
  headers: IncomingMessage['headers'];
  closed: Promise<boolean>;
}

/** A local speech server with scripted responses. */
export interface FakeSpeechProvider {
  /** The base URL, as an operator would write it: ends in `/v1`. */
  url: string;
  spoken: SpeechCall[];
  heard: TranscriptionCall[];
  /** Responses to the next speech requests, in order; then `alwaysSpeak`. */
  speak(...replies: FakeReply[]): void;
  alwaysSpeak(reply: FakeReply | ((call: SpeechCall) => FakeReply)): void;
  /** The same for transcriptions. */
  transcribe(...replies: FakeReply[]): void;
  alwaysTranscribe(reply: FakeReply | ((call: TranscriptionCall) => FakeReply)): void;
  /** Resolves when the nth speech request (from 1) has arrived. */
  asked(count: number): Promise<SpeechCall>;
  close(): Promise<void>;
}

/**
 * Starts it on an ephemeral port. Unscripted, it hums for 50 ms per letter and transcribes 'Hello from the microphone.'
 */
export async function startFakeSpeechProvider(): Promise<FakeSpeechProvider> {
  const waiting = new Set<{ count: number; resolve: (call: SpeechCall) => void }>();
  const queues = { speak: [] as FakeReply[], transcribe: [] as FakeReply[] };
  let speaking: FakeReply | ((call: SpeechCall) => FakeReply) = (call) => audio(hum(call.input.length * 50));
  let hearing: FakeReply | ((call: TranscriptionCall) => FakeReply) = heardWords('Hello from the microphone.');
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBytes(request);
    const closed = new Promise<boolean>((resolve) => response.once('close', () => resolve(!response.writableFinished)));
    const { headers } = request;
    if (request.url?.endsWith('/audio/speech')) {
      const parsed = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
      const [model, input, voice] = [String(parsed['model']), String(parsed['input']), String(parsed['voice'])];
      const call: SpeechCall = { model, input, voice, body: parsed, headers, closed };
      provider.spoken.push(call);
      for (const waiter of waiting) {
        if (provider.spoken.length < waiter.count) continue;
        waiting.delete(waiter);
        waiter.resolve(call);
      }
      await play(queues.speak.shift() ?? (typeof speaking === 'function' ? speaking(call) : speaking), response);
    } else if (request.url?.endsWith('/audio/transcriptions')) {
      const call = { ...(await readForm(body, headers['content-type'] ?? '')), headers, closed };
      provider.heard.push(call);
      await play(queues.transcribe.shift() ?? (typeof hearing === 'function' ? hearing(call) : hearing), response);
    } else await play(json(404, { error: { message: 'unknown path' } }), response);
  }

  const provider: FakeSpeechProvider = {
    url: `${await serve(server)}/v1`,
    spoken: [],
    heard: [],
    speak: (...replies) => void queues.speak.push(...replies),
    alwaysSpeak: (reply) => {
      speaking = reply;
    },
    transcribe: (...replies) => void queues.transcribe.push(...replies),
    alwaysTranscribe: (reply) => {
      hearing = reply;
    },
    asked: (count) => {
      const already = provider.spoken[count - 1];
      return already ? Promise.resolve(already) : new Promise((resolve) => waiting.add({ count, resolve }));
    },
    close: () => closeServer(server),
  };
  return provider;
}

/** A sound file as a response. */
export function audio(sound: Sound, options: Pick<FakeReply, 'delayMs' | 'after'> = {}): FakeReply {
  return { ...options, headers: { 'content-type': 'audio/wav' }, steps: [writeWav(sound)] };
}

/** A detailed transcription, as Whisper servers send it. */
export function heardWords(text: string, noSpeechProbability = 0.01): FakeReply {
  const segment = { id: 0, start: 0, end: 1.5, text: ` ${text}`, no_speech_prob: noSpeechProbability };
  return json(200, { task: 'transcribe', language: 'english', duration: 1.5, text: ` ${text}`, segments: [segment] });
}

/** A tone at 24 kHz, with 50 ms of silence at both ends as from real providers. */
export function hum(ms: number, sampleRate = 24_000): Sound {
  const silent = samplesIn(50, sampleRate);
  const samples = new Int16Array(samplesIn(ms, sampleRate) + 2 * silent);
  for (let at = silent; at < samples.length - silent; at += 1) samples[at] = Math.round(8_000 * Math.cos(at / 20));
  return { sampleRate, samples };
}

async function readForm(body: Buffer, contentType: string): Promise<Pick<TranscriptionCall, 'fields' | 'file'>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  const fields: Record<string, string> = {};
  let file: TranscriptionCall['file'] = { name: '', type: '', bytes: Buffer.alloc(0) };
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else file = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return { fields, file };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
