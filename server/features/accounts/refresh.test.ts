import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { testDatabase } from '../../testing/database.ts';
import { addTestUser, TEST_PASSWORD } from '../../testing/owners.ts';

const HOUR_MS = 60 * 60 * 1_000;
let app: TestApp;
let clock = Date.now();
beforeAll(async () => {
  app = await startTestApp({}, { now: () => new Date(clock) });
});
afterAll(() => app.close());

interface Answer {
  status: number;
  body: { access_token: string; refresh_token: string; code?: string };
  headers: Headers;
}

async function token(grant: string, body: object, url = app.url): Promise<Answer> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers };
}
const refresh = (refresh_token: string, url?: string) => token('refresh_token', { refresh_token }, url);

/** Signs a new user in; returns their first tokens. */
async function signIn(url = app.url): Promise<{ email: string; first: Answer['body'] }> {
  const { email } = await addTestUser(app.accounts, 'admin');
  const { status, body } = await token('password', { email, password: TEST_PASSWORD }, url);
  expect(status).toBe(200);
  return { email, first: body };
}

async function opens(accessToken: string): Promise<boolean> {
  const { status } = await fetch(`${app.url}/api/profile`, { headers: { authorization: `Bearer ${accessToken}` } });
  return status === 200;
}

describe('a refresh token', () => {
  test('is exchanged for the next, which is another', async () => {
    const { first } = await signIn();
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.headers.get('cache-control')).toBe('no-store');
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  test('gives two tabs that ask at once the same chain, and one that asks late its end', async () => {
    const { first } = await signIn();
    const answers = await Promise.all(Array.from({ length: 30 }, () => refresh(first.refresh_token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const nexts = new Set(answers.map(({ body }) => body.refresh_token));
    expect(nexts.size).toBe(1);
    const [next = ''] = nexts;
    const third = await refresh(next);
    clock += 9_000;
    expect((await refresh(first.refresh_token)).body.refresh_token).toBe(third.body.refresh_token);
    expect((await refresh(third.body.refresh_token)).status).toBe(200);
  });

  test('whose answer was lost is accepted again, hours later and many times, and gives the same child', async () => {
    const { first } = await signIn();
    const { body: lost } = await refresh(first.refresh_token);
    for (let times = 0; times < 3; times += 1) {
      // Each of these counts as a refresh: together they take longer than a sign-in lasts unused.
      clock += 20 * HOUR_MS;
      const again = await refresh(first.refresh_token);
      expect(again).toMatchObject({ status: 200, body: { refresh_token: lost.refresh_token } });
      expect(await opens(again.body.access_token)).toBe(true);
    }
    const { status, body: third } = await refresh(lost.refresh_token);
    expect(status).toBe(200);
    expect((await refresh(third.refresh_token)).status).toBe(200);
  });

  test('answers to any ancestor within ten seconds with the newest, which works', async () => {
    const { first } = await signIn();
    let newest = first.refresh_token;
    const chain = [newest];
    for (let length = 0; length < 4; length += 1) {
      newest = (await refresh(newest)).body.refresh_token;
      chain.push(newest);
    }
    clock += 10_000;
    for (const ancestor of chain.slice(0, -1)) expect((await refresh(ancestor)).body.refresh_token).toBe(newest);
    expect((await refresh(newest)).status).toBe(200);
  });

  test('used again after its child was used ends the session, for the thief and for the robbed', async () => {
    const { first } = await signIn();
    const child = await refresh(first.refresh_token);
    const second = await refresh(child.body.refresh_token);
    expect(await opens(second.body.access_token)).toBe(true);
    clock += 11_000;
    expect(await refresh(first.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used' },
    });
    expect(await opens(second.body.access_token)).toBe(false);
    expect(await refresh(second.body.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    });
    const { rows } = await app.pool.query("SELECT address FROM audit_log WHERE action = 'refresh_token_reused'");
    // Where the reused token came from: its owner may recognise that they have never been there.
    expect(rows).toEqual([{ address: '127.0.0.0/24' }]);
  });

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}\0`, "' OR 1=1 --", 'é'.repeat(43)])(
    'that is none (%j) is refused',
    async (bad) => {
      const { status, body } = await refresh(bad);
      expect(status).toBe(400);
      expect(['validation_failed', 'refresh_token_not_found']).toContain(body.code);
    },
  );

  test('of a session that nobody used for a day, or that is a fortnight old, has expired', async () => {
    const { first: idle } = await signIn();
    clock += 24 * HOUR_MS;
    expect(await refresh(idle.refresh_token)).toMatchObject({ status: 400, body: { code: 'session_expired' } });
    let { refresh_token: running } = (await signIn()).first;
    for (let hours = 0; hours < 13 * 24 + 23; hours += 23) {
      clock += 23 * HOUR_MS;
      const answer = await refresh(running);
      if (hours >= 13 * 24) break;
      expect(answer.status).toBe(200);
      running = answer.body.refresh_token;
    }
    clock += 23 * HOUR_MS;
    expect(await refresh(running)).toMatchObject({ status: 400 });
  });

  test('asked too often is told to come back, never in a way that signs the client out', async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '0.05' });
    try {
      const { email } = await addTestUser(strict.accounts, 'admin');
      let { body } = await token('password', { email, password: TEST_PASSWORD }, strict.url);
      for (let times = 0; times < 3; times += 1) ({ body } = await refresh(body.refresh_token, strict.url));
      const { status, headers, body: refused } = await refresh(body.refresh_token, strict.url);
      expect({ status, code: refused.code }).toEqual({ status: 503, code: 'unavailable' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await strict.close();
    }
  });
});

describe('a session ends', () => {
  test('here, elsewhere or everywhere, as the client asks', async () => {
    const { email, first: a } = await signIn();
    const others = () => token('password', { email, password: TEST_PASSWORD });
    const [b, c] = [(await others()).body, (await others()).body];
    const logout = (accessToken: string, scope: string) =>
      fetch(`${app.url}/auth/v1/logout?scope=${scope}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json;charset=UTF-8' },
      });
    expect((await logout(a.access_token, 'nowhere')).status).toBe(400);
    const local = await logout(a.access_token, 'local');
    expect({ status: local.status, text: await local.text() }).toEqual({ status: 204, text: '' });
    // The browser's back button finds no cached page of the dashboard.
    expect(local.headers.get('clear-site-data')).toBe('"cache","storage"');
    expect(local.headers.get('cache-control')).toBe('no-store');
    expect([await opens(a.access_token), await opens(b.access_token), await opens(c.access_token)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await logout(b.access_token, 'others')).headers.get('clear-site-data')).toBeNull();
    expect([await opens(b.access_token), await opens(c.access_token)]).toEqual([true, false]);
    await logout(b.access_token, 'global');
    expect(await opens(b.access_token)).toBe(false);
    expect((await logout(b.access_token, 'global')).status).toBe(403);
  });

  test('elsewhere when the password is changed, which needs the old one however fresh the sign-in is', async () => {
    const { email, first: here } = await signIn();
    const { body: elsewhere } = await token('password', { email, password: TEST_PASSWORD });
    const change = async (body: object) => {
      const response = await fetch(`${app.url}/auth/v1/user`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${here.access_token}`,
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
        },
        body: JSON.stringify({ current_password: TEST_PASSWORD, ...body }),
      });
      return { status: response.status, ...((await response.json()) as { code?: string; weak_password?: object }) };
    };
    expect(await change({ password: 'short' })).toMatchObject({
      status: 422,
      code: 'weak_password',
      weak_password: { reasons: ['length'] },
    });
    expect(await change({ password: 'abababababababab' })).toMatchObject({
      weak_password: { reasons: ['characters'] },
    });
    expect(await change({ password: 'password1234567' })).toMatchObject({
      status: 422,
      code: 'weak_password',
      message: expect.stringContaining('too easy to guess. It is too similar to a common password'),
      weak_password: { reasons: ['characters'] },
    });
    expect(await change({ password: email })).toMatchObject({ weak_password: { reasons: ['characters'] } });
    expect(await change({ password: 'long '.repeat(60) })).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await change({ password: TEST_PASSWORD })).toMatchObject({ status: 422, code: 'same_password' });
    expect(await change({ email: 'other@example.test' })).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await opens(elsewhere.access_token)).toBe(true);
    const wanted = 'quite another walk by the sea';
    // However fresh the sign-in: an unattended device must not be enough to lock its owner out.
    expect(await change({ password: wanted, current_password: undefined })).toMatchObject({
      status: 400,
      code: 'current_password_required',
    });
    expect(await change({ password: wanted, current_password: 'wrong' })).toMatchObject({
      code: 'current_password_invalid',
    });
    expect(await change({ password: wanted, current_password: TEST_PASSWORD })).toMatchObject({ status: 200, email });
    expect([await opens(here.access_token), await opens(elsewhere.access_token)]).toEqual([true, false]);
    expect((await token('password', { email, password: TEST_PASSWORD })).status).toBe(400);
    expect((await token('password', { email, password: wanted })).status).toBe(200);
  });
});

test('two instances that share a database rotate a token once, whoever asks', async () => {
  const database = await testDatabase();
  const environment = { DATABASE_URL: database.url };
  const instances = await Promise.all(
    [1, 2].map(() => startTestApp(environment, { database, now: () => new Date(clock) })),
  );
  const [one, two] = instances as [TestApp, TestApp];
  try {
    const { email } = await addTestUser(one.accounts, 'admin');
    const auth = new AuthClient({ url: `${one.url}/auth/v1`, autoRefreshToken: false, persistSession: false });
    const { data } = await auth.signInWithPassword({ email, password: TEST_PASSWORD });
    const first = data.session?.refresh_token ?? '';
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => refresh(first, at % 2 ? one.url : two.url)),
    );
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const { rows } = await one.pool.query('SELECT count(*)::int AS unused FROM refresh_tokens WHERE used_at IS NULL');
    expect(rows[0].unused).toBe(1);
    const { access_token: access } = answers[0]?.body ?? { access_token: '' };
    const profile = () => fetch(`${two.url}/api/profile`, { headers: { authorization: `Bearer ${access}` } });
    expect((await profile()).status).toBe(200);
    await auth.signOut();
    expect((await profile()).status).toBe(401);

    // A stolen token, used at the other instance after its owner used it here: both sessions end, at both instances.
    const password = { email, password: TEST_PASSWORD };
    const { body: stolen } = await token('password', password, one.url);
    const { body: child } = await refresh(stolen.refresh_token, one.url);
    const { body: owners } = await refresh(child.refresh_token, one.url);
    clock += 11_000;
    expect(await refresh(stolen.refresh_token, two.url)).toMatchObject({
      body: { code: 'refresh_token_already_used' },
    });
    expect((await refresh(owners.refresh_token, one.url)).body.code).toBe('refresh_token_not_found');
  } finally {
    for (const instance of instances) await instance.close();
    await database.close();
  }
});
