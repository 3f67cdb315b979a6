import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { expectErrorBody } from '../../testing/invariants.ts';
import { addTestUser, TEST_PASSWORD } from '../../testing/owners.ts';

test("signing in and the owner's pages log no names, words, passwords or tokens, even at debug (V9)", async () => {
  const log: string[] = [];
  const app = await startTestApp({}, { log });
  const { email } = await addTestUser(app.accounts, 'owner');
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: response.status, body: (await response.json().catch(() => null)) as any };
  };
  const signIn = (password: string) => post('/auth/v1/token?grant_type=password', { email, password });
  expect((await signIn('marmalade-password-of-old')).status).toBe(400);
  expect(
    (await post('/auth/v1/token?grant_type=password', { email: 'marmalade@who.test', password: 'x' })).status,
  ).toBe(400);
  const { body: first } = await signIn(TEST_PASSWORD);
  const refresh = { refresh_token: first.refresh_token };
  const { body: second } = await post('/auth/v1/token?grant_type=refresh_token', refresh);
  const token: string = second.access_token;

  const session = await app.session();
  await app.call('agent_reply', {
    ...session,
    user_message: 'I am Marmaduke of Marmalade Ltd, marmaduke@marmalade.test',
  });
  const get = async (path: string) =>
    (await fetch(`${app.url}/api/admin${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await get(`/sessions/${session.session_id}?after=-1`)).toBe(400);
  for (const path of ['/sessions?q=marmalade', '/search?q=marmalade', `/sessions/${session.session_id}`, '/export'])
    expect(await get(path), path).toBe(200);
  expect(
    (await post(`/api/admin/sessions/${session.session_id}/notes`, { text: 'A marmalade note' }, token)).status,
  ).toBe(201);
  const { status, body: invited } = await post(
    '/api/admin/users',
    { email: 'marmalade@new.test', role: 'admin' },
    token,
  );
  expect(status).toBe(201);
  expect((await post('/api/admin/users', { email: 'marmalade', role: 'king' }, token)).status).toBe(400);
  expect(await get('/users')).toBe(200);
  expect((await fetch(`${app.url}/api/profile`, { headers: { authorization: `Bearer ${token}x` } })).status).toBe(401);
  // Failures are logged, and PostgreSQL's messages quote the values they concern.
  await app.pool.query("ALTER TABLE notes ADD CONSTRAINT short CHECK (text NOT LIKE '%breaks%')");
  const broken = await post(
    `/api/admin/sessions/${session.session_id}/notes`,
    { text: 'A marmalade note breaks' },
    token,
  );
  expect(broken.status).toBe(500);
  expectErrorBody(JSON.stringify(broken.body));
  expect((await post('/auth/v1/logout', {}, token)).status).toBe(204);
  await app.pool.query('ALTER TABLE users RENAME TO users_away');
  expect((await signIn(TEST_PASSWORD)).status).toBe(500);
  await app.close();

  expect(log.length).toBeGreaterThanOrEqual(2);
  const link = new URL(invited.url, app.url);
  const secrets = [first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]);
  for (const canary of ['armalade', 'armaduke', email, TEST_PASSWORD, link.search || link.hash, ...secrets])
    expect(log.join('\n').includes(canary), canary).toBe(false);
});
