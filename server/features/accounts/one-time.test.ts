import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { TEST_PASSWORD } from '../../testing/owners.ts';
import { ensureFirstOwner, type NewOwner, resetOwner } from './owner.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
let app: TestApp;
let clock = Date.now();
const now = () => new Date(clock);
beforeAll(async () => {
  app = await startTestApp({}, { now });
});
afterAll(() => app.close());

const client = () => new AuthClient({ url: `${app.url}/auth/v1`, autoRefreshToken: false, persistSession: false });
async function signIn(owner: NewOwner | null) {
  const auth = client();
  const { error } = await auth.signInWithPassword({
    email: owner?.email ?? '',
    password: owner?.oneTimePassword ?? '',
  });
  return { auth, error };
}

test('a one-time password of the first start holds for a week, and another is given out then', async () => {
  const first = { email: null, password: null, hosted: false };
  const made = await ensureFirstOwner(app.pool, app.accounts.passwords, first, now());
  const { rows } = await app.pool.query("SELECT actor FROM audit_log WHERE action = 'owner_made'");
  expect(rows).toEqual([{ actor: 'server start' }]);
  clock += WEEK_MS - 1;
  expect((await signIn(made)).error).toBeNull();
  clock += 1;
  expect((await signIn(made)).error).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'This one-time password has expired. Please ask for another.',
  });
  const wrong = await client().signInWithPassword({ email: made?.email ?? '', password: 'no idea at all, really' });
  expect(wrong.error?.code).toBe('invalid_credentials');

  const another = await resetOwner(app.pool, app.accounts.passwords, made?.email ?? '', now());
  const { auth, error } = await signIn(another);
  expect(error).toBeNull();
  expect((await auth.updateUser({ password: TEST_PASSWORD })).error).toBeNull();
  clock += 2 * WEEK_MS;
  const own = await client().signInWithPassword({ email: another.email, password: TEST_PASSWORD });
  expect(own.error).toBeNull();
});

test('one that the command gave out runs out too', async () => {
  const made = await resetOwner(app.pool, app.accounts.passwords, 'second@example.test', now());
  clock += WEEK_MS;
  expect((await signIn(made)).error?.code).toBe('otp_expired');
});
