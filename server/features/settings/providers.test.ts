import type { ProviderState } from '@understudy/contract/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { type FakeSpeechProvider, startFakeSpeechProvider } from '../../testing/fake-speech-provider.ts';
import { type TestUser, testUser } from '../../testing/owners.ts';

const KEY = 'sk-canary-0123456789-wxyz';
let provider: FakeProvider;
let speech: FakeSpeechProvider;
let app: TestApp;
let admin: TestUser;
const log: string[] = [];
beforeAll(async () => {
  [provider, speech] = await Promise.all([startFakeProvider(), startFakeSpeechProvider()]);
  const speaking = { TTS_BASE_URL: speech.url, TTS_API_KEY: KEY, STT_BASE_URL: speech.url, STT_API_KEY: 'short' };
  const chat = { LLM_BASE_URL: provider.url, LLM_API_KEY: KEY, LLM_MODEL: 'model-a' };
  app = await startTestApp({ ...chat, ...speaking }, { log });
  admin = await testUser(app.accounts, 'admin');
});
afterAll(async () => {
  await app.close();
  await Promise.all([provider.close(), speech.close()]);
});

async function ask(path: string, method = 'GET', headers: Record<string, string> = admin.headers) {
  const response = await fetch(`${app.url}/api/admin${path}`, { method, headers });
  const text = await response.text();
  expect(text).not.toContain(KEY);
  return { status: response.status, body: JSON.parse(text) };
}
const state = async (id: string): Promise<ProviderState> =>
  (await ask('/providers')).body.items.find((item: ProviderState) => item.id === id);

test('lists who is in use, keys masked to their last four', async () => {
  const { items } = (await ask('/providers')).body as { items: ProviderState[] };
  expect(items.map(({ id }) => id)).toEqual([
    'chat-0',
    'chat-embedded',
    'transcription-0',
    'voice-0',
    'voice-embedded',
    'embedding-embedded',
  ]);
  expect(items[0]).toEqual({
    id: 'chat-0',
    kind: 'chat',
    provider: 'custom',
    host: new URL(provider.url).host,
    models: ['model-a'],
    key: '••••wxyz',
    place: 0,
    resting: false,
    last_error: null,
    last_success_at: null,
    refused_since: null,
  });
  // The last four characters would reveal too much of a short key.
  expect(items[2]?.key).toBeNull();
  expect(items[1]).toMatchObject({ host: null, key: null, place: 1 });
});

test('a test is one small request, and its outcome is the provider’s state', async () => {
  provider.script(fake.completion('OK'));
  expect((await ask('/providers/chat-0/test', 'POST')).body).toMatchObject({ ok: true, detail: 'It said: OK' });
  expect(provider.calls.at(-1)).toMatchObject({ model: 'model-a', stream: false });
  expect(provider.calls.at(-1)?.messages).toEqual([{ role: 'user', content: 'Say OK' }]);
  expect((await state('chat-0')).last_success_at).toMatch(/Z$/);
  provider.script(fake.refusal(401, `wrong key ${KEY}`));
  const refused = (await ask('/providers/chat-0/test', 'POST')).body;
  expect(refused).toMatchObject({ ok: false, detail: 'It did not answer as it should: it refuses the key (401).' });
  const { last_error: error, refused_since: since } = await state('chat-0');
  expect(error?.problem).toBe('it refuses the key (401)');
  expect(since).toBe(error?.at);
  provider.script(fake.completion(`My key is ${KEY}`));
  expect((await ask('/providers/chat-0/test', 'POST')).body.detail).toBe('It said: My key is ••••');
  expect((await state('chat-0')).refused_since).toBeNull();
  const audited = await app.pool.query("SELECT detail FROM audit_log WHERE action = 'provider_tested'");
  expect(audited.rowCount).toBe(3);
  expect(JSON.stringify(audited.rows) + log.join()).not.toContain(KEY);
});

test.each([
  ['voice-0', /^It spoke \d+ bytes of audio/],
  ['voice-embedded', /^It spoke \d+ bytes of audio\/wav/],
  ['transcription-0', /^It heard/],
  ['embedding-embedded', /^It made 384 numbers\.$/],
  ['chat-embedded', /^It said: /],
])('%s answers its test', async (id, detail) => {
  const { body } = await ask(`/providers/${id}/test`, 'POST');
  expect(body.detail).toMatch(detail);
  expect(body.ok).toBe(true);
});

test('what visitors’ turns meet stands there too, and who is left alone after failures in a row', async () => {
  provider.always(fake.refusal(500, 'broken'));
  const session = await app.session();
  for (let turn = 0; turn < 3; turn += 1) {
    await app.call('agent_reply', { ...session, user_message: `What does it cost, please? ${turn}` });
  }
  const seen = await state('chat-0');
  expect(seen.last_error?.problem).toBe('it has trouble of its own (500)');
  expect(seen.resting).toBe(true);
});

test('an unknown provider, a viewer and too many tests are refused', async () => {
  expect((await ask('/providers/chat-9/test', 'POST')).status).toBe(404);
  const viewer = await testUser(app.accounts, 'viewer');
  expect((await ask('/providers', 'GET', viewer.headers)).status).toBe(403);
  const other = await testUser(app.accounts, 'admin');
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await ask('/providers/embedding-embedded/test', 'POST', other.headers)).status);
  expect(statuses.slice(-2)).toEqual([200, 429]);
});
