import type { SignIns } from '@understudy/contract/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startHostedIssuer } from '../../testing/hosted-issuer.ts';
import { addTestUser, TEST_PASSWORD, testUser } from '../../testing/owners.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile/15E148 Safari/604.1';
let app: TestApp;
let clock = Date.now();
beforeAll(async () => {
  app = await startTestApp({}, { now: () => new Date(clock) });
});
afterAll(() => app.close());

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function token(grant: string, body: object, agent = FIREFOX): Promise<{ status: number; body: Tokens }> {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Tokens };
}
const signIn = async (email: string, agent = FIREFOX) =>
  (await token('password', { email, password: TEST_PASSWORD }, agent)).body;

async function ask<Body = SignIns>(
  { access_token: access }: Tokens,
  method = 'GET',
  path = '/sign-ins',
): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${app.url}/api/profile${path}`, {
    method,
    headers: { authorization: `Bearer ${access}` },
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Body };
}

test('somebody sees where they are signed in, in words, and nobody else', async () => {
  const { email } = await addTestUser(app.accounts, 'viewer');
  await testUser(app.accounts, 'owner');
  const phone = await signIn(email, PHONE);
  clock += 60_000;
  const laptop = await signIn(email);
  const at = new Date(clock).toISOString();
  const { status, body } = await ask(laptop);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    hosted: false,
    next_cursor: null,
    items: [
      {
        device: 'Firefox on Linux',
        network: '127.0.0.0/24',
        via: 'password',
        second_factor: false,
        began_at: at,
        last_used_at: at,
        current: true,
      },
      { device: 'Safari on iPhone', current: false },
    ],
  });
  expect((await ask(phone)).body.items.map(({ current }) => current)).toEqual([false, true]);
  clock += 5 * 60_000;
  const refreshed = (await token('refresh_token', { refresh_token: phone.refresh_token })).body;
  // The most recently used one comes first, named by how it began.
  expect((await ask(refreshed)).body.items[0]).toMatchObject({ device: 'Safari on iPhone', current: true });
});

test('one that is ended stops working at once: its calls, its refresh and what it holds open', async () => {
  const { id, email } = await addTestUser(app.accounts, 'admin');
  const [here, there] = [await signIn(email), await signIn(email, PHONE)];
  const stream = await fetch(`${app.url}/api/admin/events`, {
    headers: { authorization: `Bearer ${there.access_token}` },
  });
  expect(stream.status).toBe(200);
  const other = (await ask(here)).body.items.find(({ current }) => !current);
  const stranger = await testUser(app.accounts, 'owner');
  const foreign = await ask({ access_token: stranger.token } as Tokens, 'DELETE', `/sign-ins/${other?.id}`);
  expect(foreign.status).toBe(404);

  expect((await ask(here, 'DELETE', `/sign-ins/${other?.id}`)).status).toBe(204);
  const reader = stream.body?.getReader();
  let chunk = await reader?.read();
  while (chunk && !chunk.done) chunk = await reader?.read();
  expect((await ask(there)).status).toBe(401);
  expect((await token('refresh_token', { refresh_token: there.refresh_token })).status).toBe(400);
  expect((await ask(here)).body.items).toHaveLength(1);
  expect((await ask(here, 'DELETE', `/sign-ins/${other?.id}`)).status).toBe(404);
  expect((await ask(here, 'DELETE', '/sign-ins/x')).status).toBe(404);
  const { rows } = await app.pool.query(
    "SELECT count(*)::int AS count FROM audit_log WHERE action = 'sign_in_ended' AND actor_id = $1",
    [id],
  );
  expect(rows[0].count).toBe(1);
});

test('all others are ended, and the own stays', async () => {
  const { email } = await addTestUser(app.accounts, 'owner');
  const [here, ...others] = [await signIn(email), await signIn(email), await signIn(email, PHONE)];
  expect((await ask<{ ended: number }>(here, 'POST', '/sign-ins/end-others')).body).toEqual({ ended: 2 });
  for (const other of others) expect((await ask(other)).status).toBe(401);
  expect((await ask(here)).body.items).toHaveLength(1);
  expect((await ask<{ ended: number }>(here, 'POST', '/sign-ins/end-others')).body).toEqual({ ended: 0 });
  expect((await ask({ access_token: 'nonsense' } as Tokens)).status).toBe(401);
});

/** Reauthenticates with the password; the new sign-in replaces the earlier one. */
async function signInAgain(email: string, before: Tokens): Promise<Tokens> {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-understudy-replaces': before.access_token },
    body: JSON.stringify({ email, password: TEST_PASSWORD }),
  });
  return (await response.json()) as Tokens;
}

test('one that ran out, or that another took the place of, is not listed', async () => {
  const { email } = await addTestUser(app.accounts, 'owner');
  await signIn(email);
  clock += 25 * 60 * 60_000;
  const now = await signInAgain(email, await signIn(email));
  expect((await ask(now)).body.items).toMatchObject([{ current: true }]);
});

test('one that another took the place of ends within a minute, however it is refreshed', async () => {
  const { email } = await addTestUser(app.accounts, 'owner');
  const before = await signIn(email);
  const now = await signInAgain(email, before);
  // Requests that another tab has in progress with it still complete.
  clock += 59_999;
  const { status, body: refreshed } = await token('refresh_token', { refresh_token: before.refresh_token });
  expect(status).toBe(200);
  expect((await ask(before)).status).toBe(200);
  clock += 1;
  for (const tokens of [before, refreshed]) expect((await ask(tokens)).status).toBe(401);
  expect((await token('refresh_token', { refresh_token: refreshed.refresh_token })).status).toBe(400);
  expect((await ask(now)).status).toBe(200);
});

test('whoever came by a one-time link sees that sign-in alone and ends no other', async () => {
  const { id, email } = await addTestUser(app.accounts, 'owner');
  const [byLink, own] = [await signIn(email, PHONE), await signIn(email)];
  await app.pool.query("UPDATE auth_sessions SET via = 'link' WHERE user_id = $1 AND device LIKE 'Safari%'", [id]);
  const all = (await ask(own)).body.items;
  expect(all.map(({ via }) => via).sort()).toEqual(['link', 'password']);
  expect((await ask(byLink)).body.items).toMatchObject([{ via: 'link', current: true }]);
  const password = all.find(({ via }) => via === 'password');
  expect((await ask(byLink, 'DELETE', `/sign-ins/${password?.id}`)).status).toBe(403);
  expect((await ask(byLink, 'POST', '/sign-ins/end-others')).status).toBe(403);
  expect((await ask(own)).status).toBe(200);
});

test('a hosted issuer keeps its own list and its own second factors', async () => {
  const issuer = await startHostedIssuer();
  const hosted = await startTestApp({ AUTH_URL: issuer.url, OWNER_EMAIL: 'owner@example.test' });
  try {
    await hosted.pool.query("INSERT INTO users (email, role) VALUES ('owner@example.test', 'owner')");
    const access = await issuer.sign({ email: 'owner@example.test' });
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const answer = await fetch(`${hosted.url}/api/profile/sign-ins`, { headers });
    expect(await answer.json()).toEqual({ items: [], next_cursor: null, hosted: true });
    await hosted.pool.query(
      `INSERT INTO settings (name, value, version, updated_by)
       VALUES ('sign_in', '{"second_factor":"required"}', 1, 'test')`,
    );
    expect((await fetch(`${hosted.url}/api/profile`, { headers })).status).toBe(200);
    const body = JSON.stringify({ group: 'sign_in', value: { second_factor: 'required' }, version: 1 });
    const set = await fetch(`${hosted.url}/api/admin/settings`, { method: 'PUT', headers, body });
    expect(set.status).toBe(409);
    const enroll = await fetch(`${hosted.url}/auth/v1/factors`, { method: 'POST', headers, body: '{}' });
    expect(enroll.status).toBe(404);
  } finally {
    await hosted.close();
    await issuer.close();
  }
});
