import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { durationMs, readLenientWav, readStrictWav } from '../../platform/audio/wav.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { json } from '../../testing/fake-replies.ts';
import { audio, type FakeSpeechProvider, hum, startFakeSpeechProvider } from '../../testing/fake-speech-provider.ts';
import { BREATH_MS } from './reply-voice.ts';

let provider: FakeSpeechProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startFakeSpeechProvider();
  app = await startTestApp({ TTS_BASE_URL: provider.url });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

async function tts(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return fetch(`${app.url}/api/tts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
const lastSpoken = () => provider.spoken.at(-1);

describe('text_to_speech', () => {
  test('answers a WAV file of all sentences with a breath between them', async () => {
    const text = 'One short one. [pause:3s] **Another** one!';
    const answer = await app.call('text_to_speech', { ...(await app.session()), text });
    expect(answer.body).toEqual({ audio_base64: expect.any(String), mime: 'audio/wav' });
    const sound = readStrictWav(Buffer.from(answer.body.audio_base64, 'base64'));
    expect(provider.spoken.slice(-2).map(({ input }) => input)).toEqual(['One short one.', 'Another one!']);
    expect(durationMs(sound)).toBe(14 * 50 + BREATH_MS + 12 * 50);
  });

  test('has a default voice, and takes a voice by its id or by its mode', async () => {
    const session = await app.session();
    for (const [voice, spoken] of [
      [undefined, 'af_heart'],
      [null, 'af_heart'],
      ['bf_emma', 'bf_emma'],
      ['storyteller', 'bm_fable'],
    ]) {
      await app.call('text_to_speech', { ...session, text: `Hello in ${voice}.`, voice });
      expect(lastSpoken()?.voice).toBe(spoken);
    }
  });

  test('takes the credentials from headers too', async () => {
    const { session_id, session_secret } = await app.session();
    const headers = { 'x-session-id': session_id, 'x-session-secret': session_secret };
    expect((await app.call('text_to_speech', { text: 'Hello again.' }, headers)).status).toBe(200);
  });

  test.each<[string, Record<string, unknown>, number, string]>([
    ['no text', {}, 400, 'invalid_request'],
    ['an empty text', { text: '' }, 400, 'invalid_request'],
    ['nothing to speak', { text: '🙂 [pause:2s] ...' }, 400, 'nothing_to_speak'],
    ['a text that is too long', { text: 'a'.repeat(5_001) }, 400, 'invalid_request'],
    ['an unknown voice', { text: 'Hello.', voice: 'nobody' }, 400, 'unknown_voice'],
    ['a speed of nothing', { text: 'Hello.', speed: 0 }, 400, 'invalid_request'],
    ['a strange emphasis', { text: 'Hello.', emphasis: 'loud' }, 400, 'invalid_request'],
    ['a wrong secret', { text: 'Hello.', session_secret: 'x' }, 401, 'invalid_session'],
  ])('%s is refused', async (_, body, status, code) => {
    const before = provider.spoken.length;
    const answer = await app.call('text_to_speech', { ...(await app.session()), ...body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(provider.spoken).toHaveLength(before);
  });

  test('the bare payloads of the specification are 401: an open voice would be abused', async () => {
    expect((await app.call('text_to_speech', { text: 'Hello.' })).status).toBe(401);
    expect((await tts({ text: 'Hello.' })).status).toBe(401);
    const headers = { 'x-session-id': 'no id', 'x-session-secret': 'x' };
    expect((await tts({ text: 'Hello.' }, headers)).status).toBe(401);
  });
});

describe('/api/tts', () => {
  test('answers one sentence as a whole file, at the speed and emphasis that are asked for', async () => {
    const body = { ...(await app.session()), text: 'Just this.', voice_id: 'bf_emma', speed: 1.5, emphasis: 'strong' };
    const response = await tts(body);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    const sound = readStrictWav(Buffer.from(await response.arrayBuffer()));
    expect(durationMs(sound)).toBe(10 * 50);
    expect(lastSpoken()?.body).toMatchObject({ voice: 'bf_emma', speed: 1.5 });
  });

  test('streams: the first sentence is out while the second is not spoken yet', async () => {
    const second = Promise.withResolvers<void>();
    provider.speak(audio(hum(300)), {
      ...audio(hum(300)),
      steps: [{ until: second.promise }, ...(audio(hum(300)).steps ?? [])],
    });
    const response = await tts({ ...(await app.session()), text: 'The first sentence. The second sentence.' });
    const reader = response.body?.getReader();
    const pieces: Uint8Array[] = [];
    const first = await reader?.read();
    pieces.push(first?.value ?? new Uint8Array());
    expect(pieces[0]?.length).toBeGreaterThan(44);
    second.resolve();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) pieces.push(next.value);
    expect(durationMs(readLenientWav(Buffer.concat(pieces)))).toBe(300 + BREATH_MS + 300);
  });

  test('takes emphasis as a number too, and refuses what is out of range', async () => {
    const session = await app.session();
    expect((await tts({ ...session, text: 'With weight.', emphasis: 0.9 })).status).toBe(200);
    expect((await tts({ ...session, text: 'With weight.', emphasis: 7 })).status).toBe(400);
    expect((await tts({ ...session, text: 'Fast.', speed: 2.1 })).status).toBe(400);
  });

  test('who leaves ends the work at the provider', async () => {
    const before = provider.spoken.length;
    provider.speak({ silent: true });
    const gone = new AbortController();
    const session = await app.session();
    const call = fetch(`${app.url}/api/tts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...session, text: 'Nobody will hear this.' }),
      signal: gone.signal,
    });
    const asked = await provider.asked(before + 1);
    gone.abort();
    await expect(call).rejects.toThrow();
    expect(await asked.closed).toBe(true);
  });
});

describe('budgets and absence', () => {
  test('a provider that fails is heard in the embedded voice', async () => {
    provider.speak(json(500, {}));
    const answer = await app.call('text_to_speech', { ...(await app.session()), text: 'Heard all the same.' });
    expect(readStrictWav(Buffer.from(answer.body.audio_base64, 'base64')).sampleRate).toBe(22_050);
  });

  test('the site speaks so many characters a day and no more', async () => {
    const scarce = await startTestApp({
      TTS_BASE_URL: provider.url,
      LIMIT_SITE_TTS_CHARACTERS_PER_DAY: '20',
      RATE_LIMIT_SCALE: '1',
    });
    try {
      const session = await scarce.session();
      expect((await scarce.call('text_to_speech', { ...session, text: 'Twenty and some characters.' })).status).toBe(
        200,
      );
      const refused = await scarce.call('text_to_speech', { ...session, text: 'One more.' });
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      const reply = await scarce.call('agent_reply', { ...session, user_message: 'Hello there', speak: true });
      expect(reply.body.audio_base64).toBeNull();
      expect(reply.body.text).not.toBe('');
      const config = (await (await fetch(`${scarce.url}/api/config`)).json()) as PublicConfig;
      expect(config.speech.voice.provider).toBe('custom');
      expect(config.speech.voice.voices).toContain('af_heart');
    } finally {
      await scarce.close();
    }
  });
});
