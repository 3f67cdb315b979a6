import { createServer } from 'node:http';
import type { ModelConnection } from '@understudy/contract/settings';
import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { closeServer, listen } from '../../testing/local-server.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { testUser } from '../../testing/owners.ts';

const KEY = 'sk-canary-0123456789-wxyz';
const WRONG = 'sk-wrong-0123456789-abcd';
let database: TestDatabase;
let provider: FakeProvider;
let scene: OwnerScene;
const log: string[] = [];
/** New in each test, because calls per person are limited. */
let headers: Record<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  scene = await ownerScene({ LOG_LEVEL: 'debug' }, { database, log });
});
beforeEach(async () => {
  provider = await startFakeProvider();
  headers = (await testUser(scene.app.accounts, 'admin')).headers;
  provider.serveModels(['tiny', 'text-embedding-1', 'large']);
  provider.always((call) => {
    if (call.headers.authorization !== `Bearer ${KEY}`) return fake.refusal(401, 'invalid_api_key');
    return call.stream ? fake.streamed('From the model.') : fake.completion('OK');
  });
});
afterEach(async () => {
  await ask('DELETE');
  await provider.close();
});
afterAll(async () => {
  await scene.app.close();
  await database.close();
});

type Body = Record<string, unknown>;
async function ask(method: string, path = '', body?: Body, at = scene) {
  const answer = await at.ask(`/model${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  expect(JSON.stringify(answer.body)).not.toContain(KEY);
  return answer;
}
const server = (more: Body = {}) => ({ provider: 'custom', base_url: provider.url, key: KEY, ...more });
const connect = (more: Body = {}) => ask('PUT', '', server({ model: 'tiny', ...more }));
const reply = async (app = scene.app, more: Body = {}) =>
  (await app.call('agent_reply', { ...(await app.session()), user_message: 'What do you do?', ...more })).body;
const isBasic = async (app = scene.app) =>
  ((await (await fetch(`${app.url}/api/config`)).json()) as PublicConfig).basic_answers;

test('a model is connected while the server runs: the next reply is its, and the page is told', async () => {
  expect((await ask('GET')).body).toEqual({ environment: [], connected: null, found: [] });
  expect(await isBasic()).toBe(true);
  expect((await reply()).model).toBe('embedded');
  const { status, body } = await connect();
  expect({ status, ...(body as ModelConnection).connected }).toMatchObject({
    status: 200,
    provider: 'custom',
    base_url: provider.url,
    model: 'tiny',
    key: '••••wxyz',
    has_key: true,
  });
  expect(await isBasic()).toBe(false);
  expect(await reply()).toMatchObject({ model: 'tiny', text: 'From the model.' });
  const { items } = (await scene.ask('/providers')).body;
  expect(items[0]).toMatchObject({ id: 'chat-0', provider: 'custom', models: ['tiny'], key: '••••wxyz' });
  expect((await scene.app.call('custom_chat', {})).status).not.toBe(404);

  expect((await ask('DELETE')).body.connected).toBeNull();
  expect(await isBasic()).toBe(true);
  expect((await reply()).model).toBe('embedded');
  expect((await scene.app.call('custom_chat', {})).body.code).toBe('not_found');
  expect((await ask('DELETE')).status).toBe(404);
});

test('a turn that runs ends with the chain that it began with', async () => {
  await connect();
  const gate = Promise.withResolvers<void>();
  const words = [
    fake.chunkEvent({ content: 'Begun ' }),
    { until: gate.promise },
    fake.chunkEvent({ content: 'and ended.' }),
  ];
  provider.script(fake.rawStream([...words, fake.chunkEvent({}, 'stop'), 'data: [DONE]\n\n']));
  const asked = provider.calls.length;
  const running = reply();
  await provider.called(asked + 1);
  await ask('DELETE');
  expect(await isBasic()).toBe(true);
  gate.resolve();
  expect(await running).toMatchObject({ text: 'Begun and ended.', model: 'tiny' });
  await expect.poll(() => provider.connections()).toBe(0);
});

describe('the key', () => {
  test('is sealed in the database, and stands in no log, audit row or answer', async () => {
    await connect();
    await ask('POST', '/test', server({ model: 'tiny' }));
    provider.always(fake.json(401, { error: { message: `Incorrect API key provided: ${KEY}` } }));
    const refused = await connect();
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const rows = await database.pool.query('SELECT * FROM connected_model');
    const [row] = rows.rows;
    expect(row.sealed_key.toString('latin1')).not.toContain(KEY);
    expect(JSON.stringify({ ...row, sealed_key: null })).not.toContain('canary');
    const audited = await database.pool.query(
      "SELECT action, detail FROM audit_log WHERE action LIKE 'model_%' ORDER BY id DESC",
    );
    expect(audited.rows.map(({ action }) => action)).toContain('model_connected');
    expect(JSON.stringify(audited.rows)).not.toContain('canary');
    expect(audited.rows.find(({ action }) => action === 'model_connected')?.detail).toEqual({
      provider: 'custom',
      host: new URL(provider.url).host,
      model: 'tiny',
    });
    expect(log.join('')).not.toContain('canary');
  });

  test('is kept where another model of the same server is chosen, and never goes to another address', async () => {
    await connect();
    expect((await connect({ model: 'large', key: undefined })).body.connected).toMatchObject({
      model: 'large',
      key: '••••wxyz',
    });
    const other = await startFakeProvider();
    const test = await ask('POST', '/test', { provider: 'custom', base_url: other.url, model: 'tiny' });
    expect(test.body.ok).toBe(true);
    expect(other.calls[0]?.headers.authorization).toBeUndefined();
    await other.close();
  });

  test('opens for no other address: a row that was changed in the database is not used', async () => {
    await connect();
    const app = await startTestApp({}, { database });
    expect(await isBasic(app)).toBe(false);
    await database.pool.query("UPDATE connected_model SET base_url = 'http://127.0.0.1:9/v1', id = gen_random_uuid()");
    await expect.poll(() => isBasic(app)).toBe(true);
    await app.close();
  });
});

describe('what goes wrong is said in words, and changes nothing', () => {
  test.each([
    ['a wrong key', () => undefined, { key: WRONG }, /refuses the key \(401\)/],
    [
      'HTML in place of JSON',
      () => provider.always({ headers: { 'content-type': 'text/html' }, steps: ['<p>Hi'] }),
      {},
      /cannot be read/,
    ],
    [
      'a model that is not there',
      () => provider.always(fake.refusal(404, 'model_not_found')),
      {},
      /does not have the model/,
    ],
    ['a server that breaks off', () => provider.always({ steps: ['{'], after: 'reset' }), {}, /broke off/],
  ])('%s', async (_, misbehave, more, words) => {
    misbehave();
    const test = await ask('POST', '/test', server({ model: 'tiny', ...more }));
    expect(test).toMatchObject({ status: 200, body: { ok: false, detail: expect.stringMatching(words) } });
    expect(test.body.took_ms).toBeGreaterThanOrEqual(0);
    const refused = await connect(more);
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringMatching(/Nothing was changed\.$/) } });
    expect((await ask('GET')).body.connected).toBeNull();
  });

  test('the list of models: those that chat, or why there is none', async () => {
    const list = async (more: Body = {}) => (await ask('POST', '/models', server(more))).body;
    expect(await list()).toEqual({ ok: true, detail: '', models: ['tiny', 'large'] });
    provider.serveModels([]);
    expect(await list()).toEqual({ ok: true, detail: '', models: [] });
    provider.serveModels(fake.refusal(401, 'invalid_api_key'));
    expect(await list()).toMatchObject({ ok: false, detail: expect.stringMatching(/refuses the key/), models: [] });
    provider.serveModels({ headers: { 'content-type': 'text/html' }, steps: ['<!doctype html><p>An app'] });
    expect(await list()).toMatchObject({ ok: false, detail: expect.stringMatching(/cannot be read/) });
    await provider.close();
    expect(await list()).toMatchObject({ ok: false, detail: expect.stringMatching(/nothing answers/) });
  });

  test.each([
    ['no address', { base_url: undefined }, 'base_url'],
    ['an address with a password in it', { base_url: 'https://a:b@models.example/v1' }, 'base_url'],
    ['an address with a query', { base_url: 'https://models.example/v1?key=x' }, 'base_url'],
    ['a file', { base_url: 'file:///etc/passwd' }, 'base_url'],
    ['a key in the clear', { base_url: 'http://models.example/v1' }, 'base_url'],
    ['a key with a line break in it', { key: 'sk-a\r\nx-other: 1' }, 'key'],
    ['a known provider without a key', { provider: 'groq', base_url: undefined, key: undefined }, 'key'],
    ['a known provider with an address', { provider: 'groq' }, 'base_url'],
    ['an empty model', { model: ' ' }, 'model'],
  ])('%s', async (_, more, field) => {
    const refused = await connect(more);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(refused.body.error).toContain(`"${field}"`);
    expect(provider.calls).toHaveLength(0);
  });
});

test('it takes the role admin and a password given just now', async () => {
  const viewer = await scene.ask('/model', { role: 'viewer' });
  expect(viewer.status).toBe(403);
  let clock = Date.now();
  const app = await startTestApp({}, { database, now: () => new Date(clock) });
  const admin = await testUser(app.accounts, 'admin');
  clock += 11 * 60_000;
  const call = async (method: string, path = '', body?: Body) => {
    const headers = { ...admin.headers, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return ((await (await fetch(`${app.url}/api/admin/model${path}`, init)).json()) as { code?: string }).code;
  };
  expect(await call('PUT', '', server({ model: 'tiny' }))).toBe('sign_in_again');
  expect(await call('POST', '/test', server({ model: 'tiny' }))).toBe('sign_in_again');
  expect(await call('POST', '/models', server())).toBe('sign_in_again');
  expect(await call('DELETE')).toBe('sign_in_again');
  await app.close();
  expect(provider.calls).toHaveLength(0);
});

test('every instance follows, and reads conversations with it; environment variables win', async () => {
  const [other, configured] = await Promise.all([
    startTestApp({}, { database }),
    ownerScene({ LLM_BASE_URL: provider.url, LLM_API_KEY: KEY, LLM_MODEL: 'large' }, { database }),
  ]);
  const { completeFor, analyses, models } = other.parts;
  const work = startWork(other, { model: { completeFor, analyses, models } });
  await connect();
  await expect.poll(() => isBasic(other)).toBe(false);
  expect((await reply(other)).model).toBe('tiny');
  await expect.poll(() => provider.calls.some(({ stream, model }) => !stream && model === 'tiny')).toBe(true);

  expect((await ask('GET', '', undefined, configured)).body).toMatchObject({
    environment: ['LLM_BASE_URL'],
    connected: { model: 'tiny' },
    found: [],
  });
  expect((await reply(configured.app)).model).toBe('large');
  await ask('DELETE');
  await expect.poll(() => isBasic(other)).toBe(true);
  expect(await isBasic(configured.app)).toBe(false);
  await work.stop();
  await Promise.all([other.close(), configured.app.close()]);
});

test('model servers of this machine are offered and not used; an app that is none is not', async () => {
  const web = createServer((_, response) => response.end('<!doctype html><title>My app</title>'));
  const api = createServer((_, response) => response.end('{"data":[{"name":"no model"}]}'));
  const silent = createServer(() => undefined);
  const others = [web, api, silent];
  const ports = await Promise.all(others.map((one) => listen(one)));
  const looking = await ownerScene({ LOCAL_MODELS: [...ports, provider.port].join(',') }, { database });
  const found = { name: `a model server on port ${provider.port}`, base_url: provider.url, models: ['tiny', 'large'] };
  expect((await ask('GET', '', undefined, looking)).body.found).toEqual([found]);
  expect((await reply(looking.app)).model).toBe('embedded');
  expect(provider.calls).toHaveLength(0);
  await looking.app.close();
  await Promise.all(others.map(closeServer));
});
