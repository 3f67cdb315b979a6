import { AuthClient } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { testUser } from '../../testing/owners.ts';
import { createLink } from './links.ts';
import { ensureFirstOwner, resetOwner } from './owner.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OWN = { email: 'Me@example.test', password: 'three lamps over the harbour' };

let app: TestApp;
let clock: number;
const now = () => new Date(clock);
beforeEach(async () => {
  clock = Date.now();
  app = await startTestApp({}, { now });
  await ensureFirstOwner(app.pool, app.accounts.passwords, { email: null, password: null, hosted: false }, now());
});
afterEach(() => app.close());

/** A link as a start or `npm run owner -- --link` creates it. */
const newLink = async () => (await createLink(app.pool, now())).token;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${app.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const look = (token_hash: string) => post('link', { token_hash });
const claim = (token_hash: string, wanted: object = OWN) => post('verify', { type: 'signup', token_hash, ...wanted });
const open = (token_hash: string) => post('verify', { type: 'magiclink', token_hash });
const USED_UP = {
  status: 403,
  body: { code: 'otp_expired', message: 'This link was used already or has expired.' },
};

async function ask(path: string, accessToken: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const response = await fetch(app.url + path, { ...init, headers });
  return { status: response.status, body: await response.json().catch(() => null) };
}
const actions = async () =>
  (await app.pool.query<{ actor: string; action: string }>('SELECT actor, action FROM audit_log ORDER BY id')).rows;

/** An installation whose owner has signed in; returns an admin link's session. */
async function claimed(): Promise<void> {
  expect((await claim(await newLink())).status).toBe(200);
}

describe('the first link', () => {
  test('makes whoever opens it the owner, by an email and password of their own', async () => {
    const token = await newLink();
    expect(await look(token)).toMatchObject({ status: 200, body: { type: 'signup' } });
    const auth = new AuthClient({ url: `${app.url}/auth/v1`, autoRefreshToken: false, persistSession: false });
    const params = { type: 'signup', token_hash: token, ...OWN } as const;
    const { data, error } = await auth.verifyOtp(params);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: 'me@example.test', app_metadata: { role: 'owner' } });
    const access = data.session?.access_token ?? '';
    expect(await ask('/api/profile', access)).toMatchObject({
      body: { email: 'me@example.test', role: 'owner', by_link: false },
    });
    // They have just given a password.
    expect((await ask('/api/admin/export', access)).status).toBe(200);
    const again = await post('token?grant_type=password', OWN);
    expect(again.status).toBe(200);
    const { rows } = await app.pool.query('SELECT email, must_change_password, one_time_until FROM users');
    expect(rows).toEqual([{ email: 'me@example.test', must_change_password: false, one_time_until: null }]);
    expect(await actions()).toContainEqual({ actor: 'me@example.test', action: 'installation_claimed' });
  });

  test('claims once, also where several are open and all are used at once', async () => {
    const tokens = [await newLink(), await newLink(), await newLink()];
    const tries = [...tokens, ...tokens].map((token, at) => claim(token, { ...OWN, email: `me${at}@example.test` }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 403, 403, 403, 403, 403]);
    for (const token of tokens) {
      expect(await look(token)).toMatchObject(USED_UP);
      expect(await claim(token)).toMatchObject(USED_UP);
    }
    const { rows } = await app.pool.query('SELECT count(*)::int AS owners FROM users');
    expect(rows).toEqual([{ owners: 1 }]);
  });

  test('stays as it is where the password or the email is refused', async () => {
    const token = await newLink();
    const refusals = {
      'too short': [{ ...OWN, password: 'short' }, 'weak_password'],
      'easy to guess': [{ ...OWN, password: 'password1234567' }, 'weak_password'],
      'the address itself': [{ ...OWN, password: OWN.email.padStart(16, '.') }, 'weak_password'],
      'no address': [{ ...OWN, email: 'nobody' }, 'validation_failed'],
      'an address with a NUL': [{ ...OWN, email: 'me\0@example.test' }, 'validation_failed'],
      'no password': [{ email: OWN.email }, 'validation_failed'],
    } as const;
    for (const [name, [wanted, code]] of Object.entries(refusals)) {
      expect({ name, code: (await claim(token, wanted)).body.code }).toEqual({ name, code });
    }
    expect((await claim(token)).status).toBe(200);
  });

  test('takes nobody else’s address', async () => {
    const viewer = await testUser(app.accounts, 'viewer');
    const token = await newLink();
    const refused = await claim(token, { ...OWN, email: viewer.email });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await claim(token)).status).toBe(200);
  });

  test('is over once an owner has signed in by their one-time password', async () => {
    const token = await newLink();
    const { email, oneTimePassword: password } = await resetOwner(app.pool, app.accounts.passwords, OWN.email, now());
    expect((await post('token?grant_type=password', { email, password })).status).toBe(200);
    expect(await look(token)).toMatchObject(USED_UP);
    expect(await claim(token)).toMatchObject(USED_UP);
  });

  test('holds for seven days', async () => {
    const token = await newLink();
    clock += 7 * DAY_MS - 1;
    expect((await look(token)).status).toBe(200);
    clock += 1;
    expect(await look(token)).toMatchObject(USED_UP);
    expect(await claim(token)).toMatchObject(USED_UP);
  });

  test('opens nothing as an admin link', async () => {
    const token = await newLink();
    expect(await open(token)).toMatchObject(USED_UP);
    expect((await claim(token)).status).toBe(200);
  });
});

describe('a later link', () => {
  beforeEach(claimed);

  test('opens the dashboard once, as admin on the first owner’s account', async () => {
    const token = await newLink();
    expect(await look(token)).toMatchObject({ status: 200, body: { type: 'magiclink' } });
    const opened = await open(token);
    expect(opened).toMatchObject({
      status: 200,
      body: { user: { email: 'me@example.test', app_metadata: { role: 'admin' } } },
    });
    const { access_token: access, refresh_token } = opened.body;
    expect((await ask('/api/profile', access)).body).toMatchObject({ role: 'admin', local: false, by_link: true });
    expect((await ask('/api/admin/sessions', access)).status).toBe(200);
    // A refreshed session keeps its kind.
    const refreshed = await post('token?grant_type=refresh_token', { refresh_token });
    expect(refreshed.body.user.app_metadata.role).toBe('admin');
    expect((await ask('/api/profile', refreshed.body.access_token)).body).toMatchObject({ role: 'admin' });
    expect(await open(token)).toMatchObject(USED_UP);
    expect(await look(token)).toMatchObject(USED_UP);
  });

  test('lets one of many in who use it at once', async () => {
    const token = await newLink();
    const answers = await Promise.all(Array.from({ length: 12 }, () => open(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'otp_expired')).toHaveLength(11);
  });

  test('holds for fifteen minutes, and is kept as a hash only', async () => {
    const token = await newLink();
    const { rows } = await app.pool.query('SELECT * FROM dashboard_links');
    expect(JSON.stringify(rows)).not.toContain(token);
    clock += 15 * MINUTE_MS - 1;
    expect((await look(token)).status).toBe(200);
    clock += 1;
    expect(await open(token)).toMatchObject(USED_UP);
  });

  test('claims nothing', async () => {
    const token = await newLink();
    expect(await claim(token, { ...OWN, email: 'thief@example.test' })).toMatchObject(USED_UP);
    expect((await open(token)).status).toBe(200);
  });

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(2_000), "' OR 1=1 --", 'é\0'])(
    'that is none (%j) is refused',
    async (bad) => {
      for (const answer of [await look(bad), await open(bad), await claim(bad)]) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      }
    },
  );

  test('gives no password: nothing that asks for one, no people, no other password', async () => {
    const { access_token: access } = (await open(await newLink())).body;
    const json = (method: string, body: object) => ({ method, body: JSON.stringify(body) });
    expect(await ask('/api/admin/export', access)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    expect(await ask('/api/admin/users', access)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const invite = json('POST', { email: 'thief@example.test', role: 'owner' });
    expect(await ask('/api/admin/users', access, invite)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const wanted = { password: 'seven boats in a green bay', current_password: OWN.password };
    for (const body of [wanted, { password: wanted.password }]) {
      const changed = await ask('/auth/v1/user', access, json('PUT', body));
      expect(changed).toMatchObject({ status: 400, body: { error_code: 'reauthentication_needed' } });
    }
    expect((await post('token?grant_type=password', OWN)).status).toBe(200);
  });

  test('opens the dashboard for twelve hours, however often it is refreshed', async () => {
    let { body } = await open(await newLink());
    const opened = clock;
    const refresh = () => post('token?grant_type=refresh_token', { refresh_token: body.refresh_token });
    for (const at of [4 * HOUR_MS, 8 * HOUR_MS, 12 * HOUR_MS - 1]) {
      clock = opened + at;
      ({ body } = await refresh());
      expect((await ask('/api/profile', body.access_token)).status).toBe(200);
    }
    clock = opened + 12 * HOUR_MS;
    expect((await ask('/api/profile', body.access_token)).status).toBe(401);
    expect(await refresh()).toMatchObject({ status: 400, body: { code: 'session_expired' } });
  });

  test('does nothing with the owner’s second factors, one that waits for its first code included', async () => {
    const { access_token: owners } = (await post('token?grant_type=password', OWN)).body;
    const enrolled = await ask('/auth/v1/factors', owners, { method: 'POST', body: '{"factor_type":"totp"}' });
    const factor = `/auth/v1/factors/${enrolled.body.id}`;
    const { access_token: access } = (await open(await newLink())).body;
    const refused = [
      await ask('/auth/v1/factors', access, { method: 'POST', body: '{"factor_type":"totp"}' }),
      await ask(`${factor}/challenge`, access, { method: 'POST', body: '{}' }),
      await ask(factor, access, { method: 'DELETE' }),
    ];
    expect(refused.map(({ body }) => body.error_code)).toEqual(Array(3).fill('reauthentication_needed'));
    expect((await ask(`${factor}/challenge`, owners, { method: 'POST', body: '{}' })).status).toBe(200);
  });

  test('opens although a one-time password waits to be changed, and changes it no more than any other', async () => {
    await resetOwner(app.pool, app.accounts.passwords, OWN.email, now());
    const { access_token: access } = (await open(await newLink())).body;
    expect((await ask('/api/admin/sessions', access)).status).toBe(200);
    const body = JSON.stringify({ password: 'seven boats in a green bay' });
    expect((await ask('/auth/v1/user', access, { method: 'PUT', body })).status).toBe(400);
  });

  test('ends no other sign-in, and ends with the owner’s', async () => {
    const { access_token: owners } = (await post('token?grant_type=password', OWN)).body;
    const first = (await open(await newLink())).body.access_token;
    const logout = (scope: string) => ask(`/auth/v1/logout?scope=${scope}`, first, { method: 'POST', body: '{}' });
    expect((await logout('others')).status).toBe(400);
    expect((await logout('global')).status).toBe(204);
    expect((await ask('/api/profile', first)).status).toBe(401);
    expect((await ask('/api/profile', owners)).status).toBe(200);
    const second = (await open(await newLink())).body.access_token;
    await ask('/auth/v1/logout?scope=global', owners, { method: 'POST', body: '{}' });
    expect((await ask('/api/profile', second)).status).toBe(401);
  });

  test('stands in the audit log with what is done by it', async () => {
    const { access_token: access } = (await open(await newLink())).body;
    expect(await actions()).toContainEqual({ actor: 'me@example.test', action: 'signed_in_by_link' });
    await ask('/auth/v1/logout?scope=local', access, { method: 'POST', body: '{}' });
    expect(await actions()).toContainEqual({ actor: 'me@example.test (by link)', action: 'signed_out' });
  });

  test('is worth no more than a person’s own role', async () => {
    const { access_token: access } = (await open(await newLink())).body;
    await app.pool.query("UPDATE users SET role = 'viewer'");
    expect((await ask('/api/profile', access)).body).toMatchObject({ role: 'viewer' });
    expect((await ask('/api/admin/sessions', access)).status).toBe(403);
  });
});
