import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readStrictWav, writeWav } from '../../platform/audio/wav.ts';
import { json, refusal } from '../../testing/fake-replies.ts';
import {
  type FakeSpeechProvider,
  heardWords,
  hum,
  startFakeSpeechProvider,
} from '../../testing/fake-speech-provider.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { ProviderError } from '../provider-error.ts';
import { createTranscribers, type Transcribers, type TranscribersConfig } from './create-transcribers.ts';

const twin = await loadSampleTwin();
const never = new AbortController().signal;
const KEY = 'sk-canary-key-4711';
const wav = writeWav(hum(300, 16_000));
const ASKED = { wav, model: 'distil-whisper-large-v3-en' };

let provider: FakeSpeechProvider;
const opened: Transcribers[] = [];
beforeEach(async () => {
  provider = await startFakeSpeechProvider();
});
afterEach(async () => {
  for (const transcribers of opened.splice(0)) transcribers.close();
  await provider.close();
});

type Link = TranscribersConfig['chain'][number];
function transcribers(link: Partial<Link> = {}, config: Partial<TranscribersConfig> = {}): Transcribers {
  const chain = [{ provider: 'custom' as const, baseUrl: provider.url, apiKey: KEY, model: null, ...link }];
  const created = createTranscribers({ chain, ...config }, () => twin);
  opened.push(created);
  return created;
}
const failure = async (run: Promise<unknown>): Promise<ProviderError> => {
  const error = await run.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(KEY);
  return error as ProviderError;
};

describe('a transcriber', () => {
  test('is asked on its wire for the detailed answer', async () => {
    const understood = await transcribers().transcribe('custom', { ...ASKED, language: 'en' }, never);
    expect(understood).toEqual({
      text: 'Hello from the microphone.',
      noSpeechProbability: 0.01,
      model: 'whisper-large-v3-turbo',
    });
    const [call] = provider.heard;
    expect(call?.fields).toEqual({
      model: 'whisper-large-v3-turbo',
      response_format: 'verbose_json',
      temperature: '0',
      language: 'en',
    });
    expect(call?.file).toMatchObject({ name: 'utterance.wav', type: 'audio/wav' });
    expect(readStrictWav(call?.file.bytes ?? Buffer.alloc(0))).toEqual(hum(300, 16_000));
    expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test.each<[string, Partial<Link>, string]>([
    ['the successor of the one that has gone', { provider: 'groq' }, 'whisper-large-v3-turbo'],
    ['the provider’s own where the catalogue names another’s', { provider: 'openai' }, 'whisper-1'],
    ['the one that the operator named', { model: 'Systran/faster-whisper-small' }, 'Systran/faster-whisper-small'],
  ])('answers by %s', async (_, link, model) => {
    const created = transcribers(link);
    const understood = await created.transcribe(created.providers()[0] ?? '', ASKED, never);
    expect(understood.model).toBe(model);
    expect(created.knows(model) || model === 'whisper-1').toBe(true);
  });

  test('a server without the detailed answer is asked for the plain one, and not asked twice again', async () => {
    const refused = refusal(400, "response_format 'verbose_json' is not compatible with this model");
    provider.transcribe(refused, json(200, { text: ' Good morning. ' }), json(200, { text: 'Again.' }));
    const created = transcribers();
    expect(await created.transcribe('custom', ASKED, never)).toMatchObject({
      text: 'Good morning.',
      noSpeechProbability: null,
    });
    await created.transcribe('custom', ASKED, never);
    expect(provider.heard.map((call) => call.fields['response_format'])).toEqual(['verbose_json', 'json', 'json']);
  });

  test('the probability of silence is that of the segment in which somebody surely spoke', async () => {
    const segments = [0.9, 0.2, 0.8].map((no_speech_prob) => ({ no_speech_prob }));
    provider.transcribe(json(200, { text: 'So, yes.', segments }));
    expect(await transcribers().transcribe('custom', ASKED, never)).toMatchObject({ noSpeechProbability: 0.2 });
  });

  test('a passing failure is tried once more', async () => {
    provider.transcribe(json(500, {}), heardWords('Second time.'));
    expect((await transcribers().transcribe('custom', ASKED, never)).text).toBe('Second time.');
    provider.transcribe(json(503, {}), json(503, {}), heardWords('Never asked for.'));
    expect((await failure(transcribers().transcribe('custom', ASKED, never))).status).toBe(503);
  });

  test.each<[string, Parameters<FakeSpeechProvider['transcribe']>[0], string]>([
    ['a wrong key', refusal(401, 'bad_key'), 'refused with 401'],
    ['a retired model', refusal(404, 'model_not_found'), 'model not found'],
    ['HTML', { headers: {}, steps: ['<html>'] }, 'bad response'],
    ['another shape', json(200, { words: ['a'] }), 'bad response'],
    ['a long wait', refusal(429, 'rate_limited', { 'retry-after': '60' }), '429'],
  ])('%s is not tried again', async (_, reply, reason) => {
    provider.transcribe(reply);
    expect((await failure(transcribers().transcribe('custom', ASKED, never))).message).toBe(reason);
    expect(provider.heard).toHaveLength(1);
  });

  test('one that is slow is cut at the limit, its connection too', async () => {
    provider.transcribe({ silent: true });
    const error = await failure(transcribers({}, { budgetMs: 1_000 }).transcribe('custom', ASKED, never));
    expect(error.message).toBe('timeout');
    expect(await provider.heard[0]?.closed).toBe(true);
  });

  test('one that keeps failing is not asked for a while', async () => {
    provider.alwaysTranscribe(refusal(401, 'bad_key'));
    const created = transcribers();
    for (let count = 0; count < 8; count += 1) await failure(created.transcribe('custom', ASKED, never));
    expect(provider.heard).toHaveLength(5);
    expect((await failure(created.transcribe('custom', ASKED, never))).message).toBe('circuit open');
  });

  test('one that hangs again and again is not asked either', async () => {
    provider.alwaysTranscribe({ silent: true });
    const created = transcribers({}, { budgetMs: 100 });
    const reasons: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      reasons.push((await failure(created.transcribe('custom', ASKED, never))).message);
    }
    expect(reasons).toEqual([...Array(5).fill('timeout'), 'circuit open']);
    expect(created.links[0]?.health.failing()).toMatchObject({ inARow: 5 });
  });

  test('who stops waiting closes the connection', async () => {
    provider.transcribe({ silent: true });
    const gone = new AbortController();
    const hearing = transcribers().transcribe('custom', ASKED, gone.signal);
    await expect.poll(() => provider.heard.length).toBe(1);
    gone.abort(new Error('left'));
    await expect(hearing).rejects.toThrow('left');
    expect(await provider.heard[0]?.closed).toBe(true);
  });
});
