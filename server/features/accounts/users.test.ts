import { AuthClient } from '@supabase/auth-js';
import type { AdminUser, AuditEntry, Invitation, Page } from '@understudy/contract/admin';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { TEST_PASSWORD, type TestUser, testUser } from '../../testing/owners.ts';
import { sendRaw } from '../../testing/raw-http.ts';
import { OWNERS_LOCK, resetOwner } from './owner.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
let app: TestApp;
let owner: TestUser;
let clock = Date.now();
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'https://understudy.example/' }, { now: () => new Date(clock) });
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM users');
  owner = await testUser(app.accounts, 'owner');
});
afterAll(() => app.close());

async function ask<Answer>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = owner.headers,
) {
  const response = await fetch(`${app.url}/api/admin/${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Answer & { code?: string } };
}

function client(): InstanceType<typeof AuthClient> {
  return new AuthClient({ url: `${app.url}/auth/v1`, autoRefreshToken: false, persistSession: false });
}

const invite = (email: string, role = 'admin') => ask<Invitation>('POST', 'users', { email, role });
const tokenOf = ({ url }: Invitation) => new URL(url ?? '').hash.replace('#invite=', '');
const actions = async () => (await ask<Page<AuditEntry>>('GET', 'audit')).body.items.map(({ action }) => action);

describe('an invitation', () => {
  test('lets somebody choose a password, once, with the real client', async () => {
    const { status, body } = await invite(' New.Person@Example.test ', 'viewer');
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      email: 'new.person@example.test',
      role: 'viewer',
      invited: true,
      last_sign_in_at: null,
    });
    expect(body.url).toMatch(/^https:\/\/understudy\.example\/auth#invite=[\w-]{43}$/);

    const auth = client();
    const { email } = body.user;
    expect((await auth.signInWithPassword({ email, password: TEST_PASSWORD })).error?.code).toBe('invalid_credentials');
    const taken = await auth.verifyOtp({ type: 'invite', token_hash: tokenOf(body) });
    expect(taken.data.user?.app_metadata).toMatchObject({ role: 'viewer', must_change_password: true });
    const headers = { authorization: `Bearer ${taken.data.session?.access_token}` };
    const profile = () => fetch(`${app.url}/api/profile`, { headers });
    expect(await (await profile()).json()).toMatchObject({ code: 'must_change_password' });
    expect((await client().verifyOtp({ type: 'invite', token_hash: tokenOf(body) })).error?.code).toBe('otp_expired');

    expect((await auth.updateUser({ password: TEST_PASSWORD })).error).toBeNull();
    expect(await (await profile()).json()).toMatchObject({ email, role: 'viewer', local: false });
    expect((await client().signInWithPassword({ email, password: TEST_PASSWORD })).error).toBeNull();
    await auth.signOut({ scope: 'local' });
    expect(await actions()).toEqual(
      expect.arrayContaining(['user_invited', 'invitation_accepted', 'password_changed', 'signed_out']),
    );
  });

  test('holds for a week, and can be made again for whoever lost the link or the password', async () => {
    const { body: first } = await invite('late@example.test');
    clock += 7 * DAY_MS + 1;
    const again = await ask<Invitation>(
      'POST',
      `users/${first.user.id}/invitation`,
      undefined,
      (await ownerAgain()).headers,
    );
    const late = await client().verifyOtp({ type: 'invite', token_hash: tokenOf(first) });
    expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' });
    expect((await client().verifyOtp({ type: 'invite', token_hash: tokenOf(again.body) })).error).toBeNull();
  });

  test('opens nothing any more once the password was changed otherwise', async () => {
    const { body } = await ask<Invitation>('POST', `users/${owner.id}/invitation`);
    const auth = client();
    await auth.signInWithPassword({ email: owner.email, password: TEST_PASSWORD });
    const change = { password: 'quite another walk by the sea', current_password: TEST_PASSWORD };
    expect((await auth.updateUser(change)).error).toBeNull();
    const late = await client().verifyOtp({ type: 'invite', token_hash: tokenOf(body) });
    expect(late.error?.code).toBe('otp_expired');
  });

  test('is refused for who is there already, a role that is none, and what is no address', async () => {
    expect((await invite('twice@example.test')).status).toBe(201);
    expect(await invite('TWICE@example.test')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    for (const [email, role] of [
      ['a@example.test', 'root'],
      ['nobody', 'admin'],
      ['', 'admin'],
      [`a\0@example.test`, 'admin'],
    ]) {
      expect(await invite(email ?? '', role)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    }
    expect(await ask('POST', 'users', { email: 'a@example.test', role: 'admin', id: 'x' })).toMatchObject({
      status: 400,
    });
  });

  async function ownerAgain(): Promise<TestUser> {
    return testUser(app.accounts, 'owner');
  }
});

describe('a link without PUBLIC_URL', () => {
  test.each([
    [
      'the address that was asked, where that is the server’s own',
      '',
      /^http:\/\/127\.0\.0\.1:\d+\/auth#invite=[\w-]{43}$/,
    ],
    ['nothing, where the address is the asker’s word', 'evil.example', /^\/auth#invite=[\w-]{43}$/],
  ])('begins with %s', async (_begin, host, link) => {
    const plain = await startTestApp();
    try {
      const { token } = await testUser(plain.accounts, 'owner');
      const body = '{"email":"new@example.test","role":"admin"}';
      const answer = await sendRaw(
        plain.url,
        `POST /api/admin/users HTTP/1.1\r\nHost: ${host || new URL(plain.url).host}\r\n` +
          `Authorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
      const invited = JSON.parse(answer.body) as Invitation;
      expect(invited.url).toMatch(link);
      expect(invited.note === null).toBe(host === '');
    } finally {
      await plain.close();
    }
  });
});

describe('roles', () => {
  test('are an owner’s to give', async () => {
    const others = [await testUser(app.accounts, 'admin'), await testUser(app.accounts, 'viewer')];
    for (const { headers } of [...others, { headers: {} as Record<string, string> }]) {
      const status = 'authorization' in headers ? 403 : 401;
      expect(await ask('GET', 'users', undefined, headers)).toMatchObject({ status });
      expect(await ask('GET', 'audit', undefined, headers)).toMatchObject({ status });
      expect(await ask('POST', 'users', { email: 'x@example.test', role: 'owner' }, headers)).toMatchObject({ status });
      expect(await ask('PATCH', `users/${owner.id}`, { role: 'viewer' }, headers)).toMatchObject({ status });
      expect(await ask('POST', `users/${owner.id}/invitation`, undefined, headers)).toMatchObject({ status });
      expect(await ask('DELETE', `users/${owner.id}`, undefined, headers)).toMatchObject({ status });
    }
    const { body } = await ask<Page<AdminUser>>('GET', 'users');
    expect(body.items.map(({ role }) => role)).toEqual(['owner', 'admin', 'viewer']);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/);
  });

  test('hold from the next call on', async () => {
    const admin = await testUser(app.accounts, 'admin');
    expect((await ask('GET', 'users', undefined, admin.headers)).status).toBe(403);
    expect((await ask('PATCH', `users/${admin.id}`, { role: 'owner' })).body).toMatchObject({ role: 'owner' });
    expect((await ask('GET', 'users', undefined, admin.headers)).status).toBe(200);
    expect((await ask('DELETE', `users/${admin.id}`)).status).toBe(204);
    expect((await ask('GET', 'users', undefined, admin.headers)).status).toBe(401);
    expect((await ask('DELETE', `users/${admin.id}`)).status).toBe(404);
  });

  test('leave one owner who can sign in, however many go at once', async () => {
    await invite('invited@example.test', 'owner');
    const last = { status: 409, body: { code: 'last_owner' } };
    expect(await ask('DELETE', `users/${owner.id}`)).toMatchObject(last);
    expect(await ask('PATCH', `users/${owner.id}`, { role: 'admin' })).toMatchObject(last);
    const second = await testUser(app.accounts, 'owner');
    const both = await Promise.all([
      ask('DELETE', `users/${second.id}`),
      ask('PATCH', `users/${owner.id}`, { role: 'viewer' }, second.headers),
    ]);
    const { rows } = await app.pool.query(
      "SELECT count(*)::int AS owners FROM users WHERE role = 'owner' AND password_hash IS NOT NULL",
    );
    expect(rows[0].owners).toBe(1);
    expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  test('are given by nobody who stopped being an owner while they did it', async () => {
    const second = await testUser(app.accounts, 'owner');
    const third = await testUser(app.accounts, 'admin');
    // Their request waits behind the transaction that removes their role.
    const blocker = await app.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT pg_advisory_xact_lock($1)', [OWNERS_LOCK]);
    const acts = [
      ask('PATCH', `users/${third.id}`, { role: 'owner' }, second.headers),
      ask('POST', 'users', { email: 'friend@example.test', role: 'owner' }, second.headers),
      ask('POST', `users/${third.id}/invitation`, undefined, second.headers),
    ];
    const waiting = async () => {
      const { rowCount } = await app.pool.query(
        `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`,
      );
      return rowCount;
    };
    await expect.poll(waiting).toBe(3);
    await blocker.query("UPDATE users SET role = 'viewer' WHERE id = $1", [second.id]);
    await blocker.query('COMMIT');
    blocker.release();
    for (const act of await Promise.all(acts)) expect(act).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { body } = await ask<Page<AdminUser>>('GET', 'users');
    expect(body.items.filter(({ role }) => role === 'owner').map(({ id }) => id)).toEqual([owner.id]);
  });

  test('do not go from the last who can sign in, though another owner’s one-time password has run out', async () => {
    await resetOwner(app.pool, app.accounts.passwords, 'late@example.test', new Date(clock - 8 * DAY_MS));
    expect(await ask('DELETE', `users/${owner.id}`)).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    await resetOwner(app.pool, app.accounts.passwords, 'late@example.test', new Date(clock));
    expect((await ask('DELETE', `users/${owner.id}`)).status).toBe(204);
  });

  test.each(['1', 'not-a-uuid', "x' OR 1=1 --", '00000000-0000-0000-0000-000000000000'])(
    'are given to nobody of the id %s',
    async (id) => {
      expect(await ask('PATCH', `users/${encodeURIComponent(id)}`, { role: 'admin' })).toMatchObject({ status: 404 });
      expect(await ask('DELETE', `users/${encodeURIComponent(id)}`)).toMatchObject({ status: 404 });
    },
  );
});

describe('the audit log', () => {
  test('says who did what, when, from where, and is read page by page', async () => {
    const before = (await ask<Page<AuditEntry>>('GET', 'audit')).body.items[0]?.id ?? 0;
    const { body } = await invite('seen@example.test');
    await ask('PATCH', `users/${body.user.id}`, { role: 'viewer' });
    await ask('DELETE', `users/${body.user.id}`);
    const seen: AuditEntry[] = [];
    let path = 'audit?limit=2';
    for (let pages = 0; pages < 3; pages += 1) {
      const { items, next_cursor: next } = (await ask<Page<AuditEntry>>('GET', path)).body;
      expect(items.length).toBeLessThanOrEqual(2);
      seen.push(...items);
      if (!next) break;
      path = `audit?limit=2&cursor=${next}`;
    }
    const acts = seen.filter(({ id }) => id > before);
    expect(acts.map(({ action, detail }) => [action, detail])).toEqual([
      ['user_removed', { email: 'seen@example.test', role: 'viewer' }],
      ['user_role_changed', { email: 'seen@example.test', from: 'admin', to: 'viewer' }],
      ['user_invited', { email: 'seen@example.test', role: 'admin' }],
    ]);
    for (const entry of acts) {
      expect(entry).toMatchObject({ actor: owner.email, address: '127.0.0.0/24', at: new Date(clock).toISOString() });
    }
  });

  test.each(['cursor=x', 'cursor=WzFd', 'limit=0', 'limit=-1', 'limit=1e9', 'page=2'])('refuses %s', async (query) => {
    expect(await ask('GET', `audit?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});
