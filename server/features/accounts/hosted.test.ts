import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type HostedIssuer, startHostedIssuer } from '../../testing/hosted-issuer.ts';
import { testUser } from '../../testing/owners.ts';
import { ensureFirstOwner } from './owner.ts';

let issuer: HostedIssuer;
let app: TestApp;
beforeAll(async () => {
  issuer = await startHostedIssuer();
  app = await startTestApp({ AUTH_URL: `${issuer.url}/`, AUTH_API_KEY: 'sb_publishable_x' });
  const first = { email: 'Boss@example.test', password: null, hosted: true };
  expect(await ensureFirstOwner(app.pool, app.accounts.passwords, first)).toMatchObject({ oneTimePassword: null });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

async function profile(token: string) {
  const response = await fetch(`${app.url}/api/profile`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a hosted issuer’s token', () => {
  test('is believed by its key set, the role is still ours', async () => {
    const token = await issuer.sign({ app_metadata: { role: 'viewer' } });
    expect(await profile(token)).toMatchObject({ status: 200, body: { email: 'boss@example.test', role: 'owner' } });
    expect((await profile(await issuer.sign({ email: 'BOSS@example.test' }))).status).toBe(200);
    await profile(token);
    expect(issuer.calls.filter(({ url }) => url.endsWith('jwks.json'))).toHaveLength(1);
  });

  const refused: [string, Parameters<HostedIssuer['sign']>[0]][] = [
    ['of somebody whom no owner invited', { email: 'stranger@example.test' }],
    ['without an address', { email: '' }],
    ['whose letters only look like an owner’s once they are small', { email: 'boss@example.test'.replace('ss', 'ſſ') }],
    ['with a K that is none', { email: 'K\u{212a}@example.test' }],
    ['of nobody in particular', { is_anonymous: true }],
    ['of another issuer', { iss: 'https://elsewhere.test/auth/v1' }],
    ['for somebody else', { aud: 'elsewhere' }],
    ['that expired', { exp: 1_000 }],
  ];
  test.each(refused)('%s opens nothing', async (_name, claims) => {
    expect(await profile(await issuer.sign(claims))).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  test('of our own making opens nothing either', async () => {
    const local = await startTestApp();
    try {
      expect((await profile((await testUser(local.accounts, 'owner')).token)).status).toBe(401);
    } finally {
      await local.close();
    }
  });
});

test('an issuer that is away signs nobody out', async () => {
  const gone = await startHostedIssuer();
  const token = await gone.sign();
  await gone.close();
  const other = await startTestApp({ AUTH_URL: gone.url });
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${other.url}/api/profile`, { headers });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'sign_in_unavailable' });
    expect((await fetch(`${other.url}/auth/v1/user`, { headers })).status).toBe(503);
  } finally {
    await other.close();
  }
});

describe('calls of the sign-in wire', () => {
  const sign = (headers: Record<string, string> = {}) =>
    fetch(`${app.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        cookie: 'a=b',
        ...headers,
      },
      body: '{"email":"boss@example.test","password":"x"}',
    });

  test('go to the issuer and back as they are', async () => {
    issuer.answer = { status: 400, type: 'application/json', body: '{"code":"invalid_credentials"}' };
    const response = await sign();
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { code: 'invalid_credentials' },
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    const call = issuer.calls.at(-1);
    expect(call).toMatchObject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      headers: { apikey: 'sb_publishable_x' },
    });
    expect(call?.headers['cookie']).toBeUndefined();
    expect(JSON.parse(call?.body ?? '')).toEqual({ email: 'boss@example.test', password: 'x' });
  });

  test.each([
    ['a page of HTML', { status: 404, type: 'text/html', body: '<h1>Not here</h1>' }],
    ['too much', { status: 200, type: 'application/json', body: `"${'x'.repeat(300_000)}"` }],
  ])('that are answered with %s can be tried again', async (_name, answer) => {
    issuer.answer = answer;
    const response = await sign();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
  });

  test('that a page does not need go nowhere', async () => {
    const before = issuer.calls.length;
    for (const [method, path] of [
      ['POST', 'signup'],
      ['POST', 'admin/users'],
      ['GET', 'authorize'],
      ['POST', 'otp'],
    ]) {
      const response = await fetch(`${app.url}/auth/v1/${path}`, {
        method: method ?? '',
        ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
      });
      expect(response.status).toBe(404);
    }
    expect(issuer.calls).toHaveLength(before);
  });
});

describe('the real client, through this server', () => {
  const client = () => new AuthClient({ url: `${app.url}/auth/v1`, autoRefreshToken: false, persistSession: false });
  const json = (status: number, body: unknown) => ({ status, type: 'application/json', body: JSON.stringify(body) });
  const session = async (refresh: string) => ({
    access_token: await issuer.sign(),
    token_type: 'bearer',
    expires_in: 3_600,
    expires_at: Math.floor(Date.now() / 1_000) + 3_600,
    refresh_token: refresh,
    user: { id: 'an-id-of-theirs', aud: 'authenticated', email: 'boss@example.test' },
  });
  const wrong = { code: 'invalid_credentials', error_code: 'invalid_credentials', msg: 'Invalid login credentials' };

  test('signs in, refreshes and signs out', async () => {
    const auth = client();
    issuer.answer = json(200, await session('first'));
    const signedIn = await auth.signInWithPassword({ email: 'boss@example.test', password: 'theirs' });
    const token = signedIn.data.session?.access_token ?? '';
    expect(await profile(token)).toMatchObject({ status: 200, body: { role: 'owner' } });

    issuer.answer = json(200, await session('second'));
    expect((await auth.refreshSession()).data.session?.refresh_token).toBe('second');
    expect(issuer.calls.at(-1)).toMatchObject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=refresh_token',
      body: '{"refresh_token":"first"}',
    });

    issuer.answer = { status: 204, type: 'application/json', body: '' };
    expect((await auth.signOut({ scope: 'local' })).error).toBeNull();
    const call = issuer.calls.at(-1);
    expect(call).toMatchObject({ method: 'POST', url: '/auth/v1/logout?scope=local' });
    expect(call?.headers.authorization).toMatch(/^Bearer ey/);
    expect((await auth.getSession()).data.session).toBeNull();
  });

  test('is told of a wrong password in the issuer’s words', async () => {
    issuer.answer = json(400, wrong);
    const { error } = await client().signInWithPassword({ email: 'boss@example.test', password: 'no' });
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
  });

  test.each([
    ['a proxy’s page in its place', { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }],
    ['its rate limit', json(429, { code: 'over_request_rate_limit', msg: 'Request rate limit reached' })],
    ['its conflict', json(409, { code: 'conflict', msg: 'Too many concurrent token refresh requests' })],
    ['its own failure', json(500, { code: 500, msg: 'Internal' })],
    ['a server that is starting', { status: 503, type: 'text/plain', body: 'starting' }],
  ])('is never signed out by %s', async (_name, answer) => {
    issuer.answer = answer;
    const response = await fetch(`${app.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
      body: '{"refresh_token":"first"}',
    });
    // The client keeps its session and retries on server errors only, never on client errors.
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(response.headers.get('content-type')).toContain('application/json');
  });
});

test('an invitation is only an entry in the list: the issuer keeps the passwords', async () => {
  const headers = { authorization: `Bearer ${await issuer.sign()}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'colleague@example.test', role: 'admin' });
  const response = await fetch(`${app.url}/api/admin/users`, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ url: null, expires_at: null, user: { invited: false } });
  expect((await profile(await issuer.sign({ email: 'colleague@example.test' }))).body).toMatchObject({ role: 'admin' });
});

test('signing everybody out is refused where an issuer keeps the sign-ins; a removal counts at once', async () => {
  const headers = { authorization: `Bearer ${await issuer.sign()}`, 'content-type': 'application/json' };
  const response = await fetch(`${app.url}/api/admin/danger/sign-out-everyone`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  expect({ status: response.status, body: await response.json() }).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      error:
        `The sign-ins are kept by the issuer at ${new URL(issuer.url).host}: ` +
        'end them there, or remove the person here, which counts at once.',
    },
  });
  const { rows } = await app.pool.query("SELECT FROM audit_log WHERE action = 'everyone_signed_out'");
  expect(rows).toHaveLength(0);

  const body = JSON.stringify({ email: 'leaving@example.test', role: 'admin' });
  const invited = await fetch(`${app.url}/api/admin/users`, { method: 'POST', headers, body });
  const { user } = (await invited.json()) as { user: { id: string } };
  const token = await issuer.sign({ email: 'leaving@example.test' });
  expect((await profile(token)).status).toBe(200);
  const removed = await fetch(`${app.url}/api/admin/users/${user.id}`, { method: 'DELETE', headers, body: '{}' });
  expect(removed.ok).toBe(true);
  expect((await profile(token)).status).toBe(401);
});
