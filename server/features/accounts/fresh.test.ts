import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startHostedIssuer } from '../../testing/hosted-issuer.ts';
import { TEST_PASSWORD, type TestUser, testUser } from '../../testing/owners.ts';
import { signedInAt } from './access-tokens.ts';

const MINUTE_MS = 60_000;
let app: TestApp;
let owner: TestUser;
let clock = Date.now();
beforeAll(async () => {
  app = await startTestApp({}, { now: () => new Date(clock) });
});
beforeEach(async () => {
  owner = await testUser(app.accounts, 'owner');
});
afterAll(() => app.close());

async function ask(method: string, path: string, body?: object, authorization = owner.headers.authorization) {
  const response = await fetch(`${app.url}/api/admin/${path}`, {
    method,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: text && isJson ? JSON.parse(text) : text };
}

const shorter = {
  transcripts: 90,
  memories: 365,
  leads: 730,
  action_items: 730,
  notes: 730,
  waitlist: 730,
  audit_log: 730,
};

/** Every call that admits others, exports everything, or deletes. */
const weighty = (id: string): [string, string, object?][] => [
  ['POST', 'users', { email: `${crypto.randomUUID()}@example.test`, role: 'owner' }],
  ['POST', `users/${id}/invitation`],
  ['PATCH', `users/${id}`, { role: 'admin' }],
  ['DELETE', `users/${id}`],
  ['GET', 'export?range=90d'],
  ['GET', 'waitlist/export?format=csv'],
  ['PUT', 'settings', { group: 'retention', value: shorter, version: 0, confirm_rows: 0 }],
  ['POST', 'model/models', { provider: 'custom', base_url: 'http://127.0.0.1:9/v1' }],
  ['POST', 'model/test', { provider: 'custom', base_url: 'http://127.0.0.1:9/v1', model: 'm' }],
];

test('a password of over 10 minutes ago is asked for again before what weighs most, and for nothing else', async () => {
  const { id } = await testUser(app.accounts, 'viewer');
  clock += 11 * MINUTE_MS;
  for (const act of weighty(id)) {
    expect(await ask(...act)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  }
  for (const path of ['users', 'audit', 'sessions', 'waitlist']) expect((await ask('GET', path)).status).toBe(200);
  const signedIn = await app.accounts.signIn(owner.email, TEST_PASSWORD, { key: 'test', network: 'test' });
  for (const [method, path, body] of weighty(id)) {
    const { status } = await ask(method, path, body, `Bearer ${signedIn.accessToken}`);
    expect({ path, ok: status < 300 }).toEqual({ path, ok: true });
  }
});

test('a refresh is no password', async () => {
  const signedIn = await app.accounts.signIn(owner.email, TEST_PASSWORD, { key: 'test', network: 'test' });
  clock += 11 * MINUTE_MS;
  const { accessToken } = await app.accounts.refresh(
    signedIn.refreshToken,
    { key: 'test', network: 'test' },
    async () => undefined,
  );
  const refused = await ask('GET', 'export', undefined, `Bearer ${accessToken}`);
  expect(refused).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
});

test('a clock that is set back makes no old password new', async () => {
  clock -= 30 * MINUTE_MS;
  const refused = await ask('GET', 'export');
  clock += 30 * MINUTE_MS;
  expect(refused).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
});

test('who may not do it at all is not asked for a password', async () => {
  const admin = await testUser(app.accounts, 'admin');
  clock += 11 * MINUTE_MS;
  const asked = await ask('PATCH', `users/${owner.id}`, { role: 'viewer' }, admin.headers.authorization);
  expect(asked).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

describe('a hosted issuer’s sign-in', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const seconds = now.getTime() / 1_000;
  test.each([
    ['its list of methods', { amr: [{ method: 'password', timestamp: seconds - 60 }] }, 60],
    ['the latest of them', { amr: [{ method: 'otp', timestamp: seconds - 900 }, { timestamp: seconds - 5 }] }, 5],
    ['the time of OpenID Connect', { auth_time: seconds - 30 }, 30],
  ])('is as old as %s says', (_name, claims, ago) => {
    expect(signedInAt(claims, now)).toEqual(new Date(now.getTime() - ago * 1_000));
  });

  test.each([
    ['nothing', {}],
    ['a refresh only', { amr: [{ method: 'token_refresh', timestamp: seconds }] }],
    ['names without times', { amr: ['pwd', null, 7] }],
    ['a time to come', { amr: [{ method: 'password', timestamp: seconds + 3_600 }] }],
    ['words', { amr: 'password', auth_time: 'now' }],
  ])('is of no known age where it says %s', (_name, claims) => {
    expect(signedInAt(claims, now)).toBeNull();
  });

  test('counts as ours does', async () => {
    const issuer = await startHostedIssuer();
    const hosted = await startTestApp({ AUTH_URL: issuer.url });
    try {
      await hosted.pool.query("INSERT INTO users (email, role) VALUES ('boss@example.test', 'owner')");
      const at = async (minutesAgo: number) => {
        const timestamp = Math.floor(Date.now() / 1_000) - minutesAgo * 60;
        const token = await issuer.sign({ amr: [{ method: 'password', timestamp }] });
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${hosted.url}/api/admin/export`, { headers })).status;
      };
      expect([await at(1), await at(11)]).toEqual([200, 403]);
    } finally {
      await hosted.close();
      await issuer.close();
    }
  });
});
