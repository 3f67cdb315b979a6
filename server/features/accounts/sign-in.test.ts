import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestUser, TEST_PASSWORD, testUser } from '../../testing/owners.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The unmodified browser client, without a page's storage. */
function client(): InstanceType<typeof AuthClient> {
  return new AuthClient({ url: `${app.url}/auth/v1`, autoRefreshToken: false, persistSession: false });
}

async function profile(
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${app.url}/api/profile`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the real auth client', () => {
  test('signs in, is who it is, refreshes, and signs out', async () => {
    const { id, email } = await addTestUser(app.accounts, 'admin');
    const auth = client();
    const { data, error } = await auth.signInWithPassword({ email: email.toUpperCase(), password: TEST_PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email, role: 'authenticated', app_metadata: { role: 'admin' } });
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    const authorization = `Bearer ${data.session?.access_token}`;
    expect(await profile({ authorization })).toEqual({
      status: 200,
      body: { id, email, role: 'admin', local: false, by_link: false },
    });

    const claims = await auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ sub: id, email, aal: 'aal1', is_anonymous: false });
    expect(claims.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });

    const refreshed = await auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
    expect((await auth.getUser()).data.user?.id).toBe(id);

    expect((await auth.signOut()).error).toBeNull();
    expect((await profile({ authorization })).status).toBe(401);
  });

  test('is told the same of a wrong password and of an address that nobody has', async () => {
    const { email } = await addTestUser(app.accounts, 'owner');
    const wrong = await client().signInWithPassword({ email, password: 'not the right password' });
    const unknown = await client().signInWithPassword({ email: 'nobody@example.test', password: TEST_PASSWORD });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect({ ...unknown.error }).toEqual({ ...wrong.error });
  });
});

describe('GET /api/profile', () => {
  test('needs a token', async () => {
    expect(await profile()).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(await profile({ authorization: 'Bearer nonsense' })).toMatchObject({ status: 401 });
    expect(await profile({ authorization: 'Basic YTpi' })).toMatchObject({ status: 401 });
  });

  test('goes by the role that somebody has now', async () => {
    const user = await testUser(app.accounts, 'owner');
    await app.pool.query("UPDATE users SET role = 'viewer' WHERE id = $1", [user.id]);
    expect((await profile(user.headers)).body).toMatchObject({ role: 'viewer' });
    await app.pool.query('DELETE FROM users WHERE id = $1', [user.id]);
    expect((await profile(user.headers)).status).toBe(401);
  });
});
