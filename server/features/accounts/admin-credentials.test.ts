/** Calls with an administrator's access token instead of a session's credentials (settled.md 1.3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene({ LIMIT_MESSAGES_PER_MINUTE: '1000000' });
});
afterAll(() => scene.app.close());

const TEXT = 'I will call Ana on Friday.';
const CALLS: [string, string, object][] = [
  ['text_to_speech', '/functions/v1/text_to_speech', { text: 'Good morning.' }],
  ['/api/tts', '/api/tts', { text: 'Good morning.' }],
  ['action_items', '/functions/v1/action_items', { action: 'extract', extract_from: TEXT }],
];

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${scene.app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? await response.json() : await response.arrayBuffer() };
}

describe.each(CALLS)('%s', (_, path, body) => {
  test.each(['admin', 'owner'] as const)('answers an %s', async (role) => {
    expect((await post(path, body, scene.token(role))).status).toBe(200);
  });

  test('answers nobody else', async () => {
    expect(await post(path, body)).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
    const forged = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' };
    expect(await post(path, body, forged)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(await post(path, body, scene.token('viewer'))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('a wrong secret is not made good by a token', async () => {
    const credentials = { session_id: crypto.randomUUID(), session_secret: 'a'.repeat(43) };
    expect(await post(path, { ...body, ...credentials }, scene.token('owner'))).toMatchObject({
      status: 401,
      body: { code: 'invalid_session' },
    });
  });

  test('a session with a token that is not ours is a session', async () => {
    const credentials = await scene.app.session();
    const headers = { authorization: 'Bearer some-public-key' };
    expect((await post(path, { ...body, ...credentials }, headers)).status).toBe(200);
  });
});

test('an administrator names a conversation that is kept; no other', async () => {
  const [kept, unkept] = [await scene.app.session(true), await scene.app.session(false)];
  for (const session of [kept, unkept]) {
    await scene.app.call('agent_reply', { ...session, user_message: 'I will send you our figures on Friday.' });
  }
  const extract = (session_id?: string) =>
    post(
      '/functions/v1/action_items',
      { action: 'extract', extract_from: 'conversation', session_id },
      scene.token('admin'),
    );
  expect(await extract(kept.session_id)).toMatchObject({ status: 200, body: { extracted: [expect.anything()] } });
  for (const id of [unkept.session_id, crypto.randomUUID()]) {
    expect(await extract(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await extract()).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('each administrator has a rate limit of their own', async () => {
  const strict = await ownerScene({ RATE_LIMIT_SCALE: '0.1' });
  const speak = (role: 'admin' | 'owner') =>
    fetch(`${strict.app.url}/api/tts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...strict.token(role) },
      body: JSON.stringify({ text: 'Hm.' }),
    }).then(({ status }) => status);
  for (let n = 0; n < 3; n += 1) expect(await speak('admin')).toBe(200);
  expect(await speak('admin')).toBe(429);
  expect(await speak('owner')).toBe(200);
  await strict.app.close();
});
