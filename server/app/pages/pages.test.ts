import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  RETENTION_LEADS_DAYS,
  RETENTION_MEMORIES_DAYS,
  RETENTION_TRANSCRIPTS_DAYS,
} from '@understudy/contract/constants';
import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDemos } from '../../features/twin/parse-demo.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { loadSampleTwin, SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = (where: string, init?: RequestInit) => fetch(app.url + where, init);

describe('every answer', () => {
  test.each<[string, string, number]>([
    ['GET', '/', 200],
    ['GET', '/chat', 200],
    ['GET', '/nowhere', 404],
    ['GET', '/api/config', 200],
    ['GET', '/api/nothing', 404],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/twin/portrait', 200],
    ['GET', '/demos/essential-demos.txt', 200],
    ['GET', '/functions/v1/agent_reply', 405],
    ['POST', '/functions/v1/nothing', 404],
    ['GET', '/%zz', 400],
  ])('of %s %s carries the security headers, and names no origin but ours', async (method, where, status) => {
    const response = await get(where, {
      method,
      ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
    });
    expect(response.status).toBe(status);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const policy = (headers['content-security-policy'] ?? '').replace(/'nonce-[\w+/=]+' /g, '').split('; ');
    expect(policy).toEqual([
      "default-src 'self'",
      "script-src 'strict-dynamic' 'wasm-unsafe-eval'",
      "worker-src 'self' blob:",
      expect.stringMatching(/^style-src 'self'/),
      "img-src 'self' data:",
      "media-src 'self' blob:",
      `connect-src 'self' ws://${new URL(app.url).host}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test('over https asks for https for a year', async () => {
    const behindProxy = await startTestApp({ TRUST_PROXY: 'on' });
    try {
      const response = await fetch(behindProxy.url, { headers: { 'x-forwarded-proto': 'https' } });
      expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
    } finally {
      await behindProxy.close();
    }
  });
});

test('a page has a nonce of its own each time, and is kept by nobody', async () => {
  const nonces = new Set<string>();
  for (const _ of [1, 2, 3]) {
    const response = await get('/chat');
    expect(response.headers.get('cache-control')).toBe('no-store');
    nonces.add(/'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '');
  }
  expect(nonces.size).toBe(3);
  expect(nonces.has('')).toBe(false);
});

test('the pages that exist are 200, any other path is the 404 page', async () => {
  for (const where of ['/', '/chat', '/personalities', '/privacy', '/admin', '/admin/session/1', '/auth'])
    expect((await get(where)).status, where).toBe(200);
  const missing = await get('/nowhere?chat');
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toContain('text/html');
  expect(await missing.text()).toContain('Page not found');
});

test.each(['br', 'gzip'])('a page comes compressed to who takes %s, and is the same page', async (encoding) => {
  const plain = await (await get('/privacy', { headers: { 'accept-encoding': 'identity' } })).text();
  const packed = await get('/privacy', { headers: { 'accept-encoding': encoding } });
  expect(packed.headers.get('content-encoding')).toBe(encoding);
  expect(await packed.text()).toBe(plain);
});

test('a visit is counted without any identifier', async () => {
  const before = app.parts.totals.today('visits');
  await get('/');
  await get('/nowhere');
  expect(app.parts.totals.today('visits')).toBe(before + 1);
});

test('the demo script is the file of the twin, as text, and after it the demos of the other files', async () => {
  const response = await get('/demos/essential-demos.txt');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  const own = (await readFile(path.join(SAMPLE_TWIN_DIR, 'demos/essential-demos.txt'), 'utf8'))
    .replaceAll('{name}', 'Orla Venstrom')
    .replaceAll('{first_name}', 'Orla');
  expect(text.startsWith(own)).toBe(true);
  const { scripts, mistakes } = parseDemos(text, 'demos/essential-demos.txt', ['Orla Venstrom']);
  expect(mistakes).toEqual([]);
  expect(scripts.length).toBeGreaterThanOrEqual(25);
  expect((await get('/demos/other.txt')).status).toBe(404);
});

describe('/api/config', () => {
  const config = async () => (await (await get('/api/config')).json()) as PublicConfig;

  test('has what a page needs before a session', async () => {
    const { persona } = { twin: await loadSampleTwin() }.twin;
    const told = await config();
    expect(told.consultant).toMatchObject({
      name: persona.name,
      portrait: expect.stringMatching(/^\/twin\/portrait\?v=[0-9a-f]{16}$/),
      contact_email: persona.contact.email,
    });
    expect(told.modes.map(({ id }) => id)).toEqual([
      'core',
      'entrepreneur',
      'professional',
      'mentor',
      'storyteller',
      'futurist',
      'interviewer',
    ]);
    expect(new Set(told.modes.map(({ voiceId }) => voiceId)).size).toBe(7);
    for (const { name, description, color } of told.modes)
      expect([name, description, color].every((text) => text.length > 2)).toBe(true);
    expect(told.default_mode).toBe('mentor');
    expect(told.models.map(({ id }) => id)).toEqual(['embedded']);
    expect(told.speech).toEqual({
      transcription: { providers: [], browser: true },
      voice: { provider: 'embedded', voices: expect.arrayContaining(told.modes.map(({ voiceId }) => voiceId)) },
    });
    expect(told.limits).toEqual({ message_max_code_points: 4_000, messages_per_minute: 20_000 });
  });

  test('tells the days for which things are kept, also in the sentence that asks for consent', async () => {
    const told = await config();
    expect(told.retention_days).toEqual({
      transcripts: RETENTION_TRANSCRIPTS_DAYS,
      leads: RETENTION_LEADS_DAYS,
      memories: RETENTION_MEMORIES_DAYS,
      action_items: RETENTION_LEADS_DAYS,
      notes: RETENTION_LEADS_DAYS,
      waitlist: RETENTION_LEADS_DAYS,
    });
    expect(told.consent?.text).toContain('180 days');
    expect(told.consent?.text).not.toContain('{');
  });

  test('keeps prompts, lines and pause markers on the server', async () => {
    const twin = await loadSampleTwin();
    const text = JSON.stringify(await config());
    for (const mode of twin.modes) {
      for (const line of mode.systemPrompt.split('\n').filter((line) => line.trim().length > 20))
        expect(text).not.toContain(line.trim());
      for (const line of [...mode.greeting, ...mode.followup]) expect(text).not.toContain(line);
    }
    for (const mode of JSON.parse(text).modes)
      expect(Object.keys(mode).sort()).toEqual(['color', 'description', 'greeting', 'id', 'name', 'voiceId']);
    expect(text).not.toContain('[pause');
  });
});
