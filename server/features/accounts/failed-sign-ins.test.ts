import { REPLACED_SIGN_IN_HEADER } from '@understudy/contract/auth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestUser, TEST_PASSWORD } from '../../testing/owners.ts';

const WRONG = 'a short walk by the lake';
let now = new Date('2026-11-22T09:10:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'on' }, { now: () => now });
});
afterAll(() => app.close());
beforeEach(() => app.pool.query('DELETE FROM audit_log'));

async function signIn(email: string, password: string, from = '198.51.100.7', headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ email, password }),
  });
  return { status: response.status, body: (await response.json()) as { access_token: string } };
}
const signOut = (token: string) =>
  fetch(`${app.url}/auth/v1/logout?scope=local`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
const log = async () =>
  (await app.pool.query('SELECT actor_id, actor, action, detail, address FROM audit_log ORDER BY id')).rows;

test('wrong passwords of an account share a row an hour, with how often and from where', async () => {
  const { id, email } = await addTestUser(app.accounts, 'owner');
  const many = Array.from({ length: 4 }, () => signIn(email, WRONG));
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  await signIn(email.toUpperCase(), WRONG, '203.0.113.9');
  const row = { actor_id: id, actor: email, action: 'sign_in_failed' };
  const networks = ['198.51.100.0/24', '203.0.113.0/24'];
  expect(await log()).toEqual([
    { ...row, address: null, detail: { hour: '2026-11-22T09', tries: 5, last: expect.any(String), networks } },
  ]);
  now = new Date('2026-11-22T10:00:00Z');
  await signIn(email, WRONG);
  expect(await log()).toMatchObject([
    {},
    { ...row, address: networks[0], detail: { hour: '2026-11-22T10', tries: 1, networks: [networks[0]] } },
  ]);
});

test('addresses that are nobody’s share one, which names none of them: what was typed may be a password', async () => {
  for (let number = 0; number < 12; number += 1) {
    await signIn(`nobody-${number}@example.test`, WRONG, `10.0.${number}.1`);
  }
  const rows = await log();
  expect(rows).toMatchObject([{ actor_id: null, action: 'sign_in_failed', detail: { tries: 12 } }]);
  expect(rows[0].detail.networks).toHaveLength(10);
  expect(JSON.stringify(rows)).not.toContain('nobody-');
});

test('a password that is asked for again is one entry, and the end of the sign-in until then none', async () => {
  const { email } = await addTestUser(app.accounts, 'owner');
  const other = await addTestUser(app.accounts, 'owner');
  const first = (await signIn(email, TEST_PASSWORD)).body.access_token;
  const again = await signIn(email, TEST_PASSWORD, undefined, { [REPLACED_SIGN_IN_HEADER]: first });
  expect(again.status).toBe(200);
  const ended = await signOut(first);
  expect(ended.status).toBe(204);
  // Nobody has signed out in this browser.
  expect(ended.headers.get('clear-site-data')).toBeNull();
  const actions = async () => (await log()).map(({ action }) => action);
  expect(await actions()).toEqual(['signed_in', 'password_confirmed']);
  expect((await signOut(again.body.access_token)).status).toBe(204);
  // Another user's token, an expired one and an invalid one reveal nothing.
  const theirs = (await signIn(other.email, TEST_PASSWORD)).body.access_token;
  for (const token of [theirs, first, 'x']) {
    await signIn(email, TEST_PASSWORD, undefined, { [REPLACED_SIGN_IN_HEADER]: token });
  }
  expect(await actions()).toEqual([
    'signed_in',
    'password_confirmed',
    'signed_out',
    'signed_in',
    'signed_in',
    'signed_in',
    'signed_in',
  ]);
});
