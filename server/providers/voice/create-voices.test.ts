import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { durationMs, readStrictWav, writeWav } from '../../platform/audio/wav.ts';
import { json, refusal } from '../../testing/fake-replies.ts';
import { audio, type FakeSpeechProvider, hum, startFakeSpeechProvider } from '../../testing/fake-speech-provider.ts';
import { id3Tag, silentMp3 } from '../../testing/mp3.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { ProviderError } from '../provider-error.ts';
import { createVoices, type Voices, type VoicesConfig } from './create-voices.ts';
import type { SpeechRequest, VoiceNote } from './port.ts';

const twin = await loadSampleTwin();
const never = new AbortController().signal;
const KEY = 'sk-canary-key-4711';

let provider: FakeSpeechProvider;
const opened: Voices[] = [];
beforeEach(async () => {
  provider = await startFakeSpeechProvider();
});
afterEach(async () => {
  for (const voices of opened.splice(0)) await voices.close();
  await provider.close();
});

function voices(link: Partial<VoicesConfig['chain'][number]> = {}, config: Partial<VoicesConfig> = {}): Voices {
  const chain = [
    { provider: 'custom' as const, baseUrl: provider.url, apiKey: KEY, model: null, voice: null, ...link },
  ];
  const created = createVoices({ chain, ...config }, () => twin);
  opened.push(created);
  return created;
}

let asked = 0;
/** A sentence that is in no cache. */
const ask = (changes: Partial<SpeechRequest> = {}): SpeechRequest => {
  asked += 1;
  return { text: `Sentence number ${asked}.`, voiceId: 'bm_fable', speed: 1, emphasis: 'none', ...changes };
};

describe('a provider that speaks', () => {
  test('is asked on its wire, and its silence at both ends goes', async () => {
    const speech = await voices().speak(ask({ text: 'Hello there, you.' }), never);
    expect(provider.spoken[0]?.body).toEqual({
      model: 'tts-1',
      input: 'Hello there, you.',
      voice: 'bm_fable',
      response_format: 'wav',
    });
    expect(provider.spoken[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(speech).toMatchObject({ provider: 'custom', mime: 'audio/wav' });
    expect(durationMs(readStrictWav(speech.audio))).toBe(17 * 50);
  });

  test('hosted ones have their own names for models and voices, and a retired model has its successor', async () => {
    await voices({ provider: 'groq', model: 'playai-tts' }).speak(ask({ speed: 1.5, emphasis: 'strong' }), never);
    await voices({ provider: 'openai' }).speak(ask({ voiceId: 'nobody', emphasis: 'strong' }), never);
    expect(provider.spoken[0]?.body).toMatchObject({
      model: 'canopylabs/orpheus-v1-english',
      voice: 'daniel',
      speed: 1.5,
    });
    expect(provider.spoken[0]?.body).not.toHaveProperty('instructions');
    expect(provider.spoken[1]?.body).toMatchObject({ model: 'gpt-4o-mini-tts', voice: 'coral' });
    expect(provider.spoken[1]?.body['instructions']).toMatch(/strong emphasis/);
  });

  test('TTS_MODEL and TTS_VOICE are taken as they stand', async () => {
    await voices({ model: 'kokoro', voice: 'af_sky' }).speak(ask(), never);
    expect(provider.spoken[0]).toMatchObject({ model: 'kokoro', voice: 'af_sky' });
  });

  test('MP3 from a server that gives nothing else is passed on as such', async () => {
    const mp3 = Buffer.concat([id3Tag(45), silentMp3(20)]);
    provider.speak({ headers: { 'content-type': 'audio/mpeg' }, steps: [mp3] });
    expect(await voices().speak(ask(), never)).toMatchObject({ mime: 'audio/mpeg', audio: mp3 });
  });

  test('the same phrase is asked for once', async () => {
    const speaking = voices();
    const request = ask();
    await speaking.speak(request, never);
    await speaking.speak(request, never);
    expect(provider.spoken).toHaveLength(1);
  });
});

describe('when it does not speak, the embedded voice speaks that sentence', () => {
  const half = writeWav(hum(400)).subarray(0, 9_000);
  test.each<[string, Parameters<FakeSpeechProvider['speak']>[0], string]>([
    ['429', refusal(429, 'rate_limited', { 'retry-after': '2' }), '429'],
    ['500', json(500, { error: { message: 'broken' } }), '500'],
    ['401', refusal(401, 'bad_key'), 'refused with 401'],
    ['a retired model', refusal(404, 'model_not_found'), 'model not found'],
    ['JSON instead of sound', json(200, { audio: null }), 'bad response'],
    ['HTML', { headers: { 'content-type': 'text/html' }, steps: ['<html>busy</html>'] }, 'bad response'],
    [
      'what begins as MP3 does and is none',
      { headers: { 'content-type': 'audio/mpeg' }, steps: [Buffer.concat([id3Tag(45), Buffer.alloc(400)])] },
      'bad response',
    ],
    ['nothing', { headers: { 'content-type': 'audio/wav' }, steps: [] }, 'bad response'],
    ['half a file', { headers: { 'content-type': 'audio/wav' }, steps: [half] }, 'bad response'],
    ['a connection that breaks', { steps: [half], after: 'reset' }, 'connection broke off'],
    ['only silence', audio({ sampleRate: 24_000, samples: new Int16Array(9_000) }), 'silent audio'],
  ])('%s', async (_, reply, reason) => {
    provider.speak(reply);
    const notes: VoiceNote[] = [];
    const speaking = voices();
    const speech = await speaking.speak(ask(), never, (note) => notes.push(note));
    expect(speech.provider).toBe('embedded');
    expect(durationMs(readStrictWav(speech.audio))).toBeGreaterThan(300);
    expect(notes).toEqual([{ kind: 'provider_fell_back', provider: 'custom', reason }]);
    expect((await speaking.speak(ask(), never)).provider).toBe('custom');
  });

  test('one that is slow is cut at the limit, its connection too', async () => {
    provider.speak({ silent: true });
    const notes: VoiceNote[] = [];
    const speech = await voices({}, { fallback: { budgetMs: 150 } }).speak(ask(), never, (note) => notes.push(note));
    expect(speech.provider).toBe('embedded');
    expect(notes).toEqual([{ kind: 'provider_fell_back', provider: 'custom', reason: 'timeout' }]);
    expect(await provider.spoken[0]?.closed).toBe(true);
  });

  test('one that keeps failing is left alone, and tried again later', async () => {
    provider.alwaysSpeak(json(500, {}));
    const speaking = voices({}, { fallback: { breaker: { halfOpenAfterMs: 100 } } });
    const notes: VoiceNote[] = [];
    const speak = (text: string) => speaking.speak(ask({ text }), never, (note) => notes.push(note));
    for (let count = 0; count < 5; count += 1) await speak('One more.');
    expect(notes.filter(({ reason }) => reason === '500')).toHaveLength(5);
    // However late it is, at most one of two concurrent calls may try.
    await Promise.all([speak('Two'), speak('at once.')]);
    expect(notes.some(({ reason }) => reason === 'circuit open')).toBe(true);
    provider.alwaysSpeak(audio(hum(200)));
    await expect.poll(async () => (await speaking.speak(ask(), never)).provider, { timeout: 10_000 }).toBe('custom');
  });

  test('one that hangs again and again is left alone, and its health says so', async () => {
    provider.alwaysSpeak({ silent: true });
    const speaking = voices({}, { fallback: { budgetMs: 100 } });
    const notes: VoiceNote[] = [];
    for (let count = 0; count < 6; count += 1) await speaking.speak(ask(), never, (note) => notes.push(note));
    expect(notes.map(({ reason }) => reason)).toEqual([...Array(5).fill('timeout'), 'circuit open']);
    expect(speaking.links[0]?.health.failing()).toMatchObject({ inARow: 5 });
  });

  test('a test that takes too long is a failure, and one that is given up is none', async () => {
    provider.alwaysSpeak({ silent: true });
    const [link] = voices().links;
    await expect(link?.test(AbortSignal.timeout(100))).rejects.toThrow();
    expect(link?.health.lastError()?.problem).toBe('timeout');
    const gone = new AbortController();
    const testing = link?.test(gone.signal);
    gone.abort(new Error('left'));
    await expect(testing).rejects.toThrow('left');
    expect(link?.health.failing()).toMatchObject({ inARow: 1 });
  });

  test('without the optional package it is an error that says so', async () => {
    provider.alwaysSpeak(json(500, {}));
    await expect(voices({}, { embedded: false }).speak(ask(), never)).rejects.toThrow('no voice can speak now');
    const silent = createVoices({ chain: [], embedded: false }, () => twin);
    opened.push(silent);
    expect(silent.provider()).toBeNull();
    await expect(silent.speak(ask(), never)).rejects.toThrow('no voice can speak now');
  });
});

test('who stops listening closes the connection to the provider', async () => {
  provider.speak({ silent: true });
  const gone = new AbortController();
  const speaking = voices().speak(ask(), gone.signal);
  const call = await provider.asked(1);
  gone.abort(new Error('left'));
  await expect(speaking).rejects.toThrow('left');
  expect(await call.closed).toBe(true);
});

test('the health of the embedded voice is that of its sentences', async () => {
  const embedded = createVoices({ chain: [] }, () => twin);
  opened.push(embedded);
  const health = embedded.links.at(-1)?.health;
  await embedded.speak(ask(), never);
  expect(health?.lastSuccessAt()).toBeInstanceOf(Date);
  await expect(embedded.speak(ask({ text: ' ' }), never)).rejects.toThrow(ProviderError);
  expect(health?.failing()).toMatchObject({ inARow: 1 });
});

test('with nothing configured the embedded voice speaks', () => {
  const embedded = createVoices({ chain: [] }, () => twin);
  opened.push(embedded);
  expect(embedded.provider()).toBe('embedded');
  expect(embedded.defaultVoice()).toBe('af_heart');
  expect(embedded.knows('bm_fable')).toBe(true);
  expect(embedded.knows('nobody')).toBe(false);
  expect(embedded.ids()).toHaveLength(7);
});
