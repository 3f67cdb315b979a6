import type { AdminUser } from '@understudy/contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { type Client, type FactorScene, type HeldClock, startFactorScene } from '../../testing/factor-scene.ts';
import { addTestUser, TEST_PASSWORD } from '../../testing/owners.ts';
import { resetOwner } from './owner.ts';

const MINUTE_MS = 60_000;
let app: TestApp;
let scene: FactorScene;
let clock: HeldClock;
beforeAll(async () => {
  ({ app, scene, clock } = await startFactorScene());
});
afterAll(() => app.close());

describe('a second factor that an owner requires', () => {
  const require = async (auth: Client, value: 'optional' | 'required') => {
    const { body } = await scene.ask<{ sign_in: { version: number } }>(auth, '/admin/settings');
    const { version } = body.sign_in;
    return scene.ask(auth, '/admin/settings', {
      method: 'PUT',
      body: { group: 'sign_in', value: { second_factor: value }, version },
    });
  };

  test('leaves whoever has none nothing but to set one up, from the next call on', async () => {
    const owner = await scene.newPerson('owner');
    const refused = await require(owner.auth, 'required');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const factor = await scene.enroll(owner.auth);
    const admin = await scene.newPerson('admin');
    expect((await require(admin.auth, 'required')).status).toBe(403);
    expect(await scene.opens(admin.auth)).toBe('open');
    const stream = await fetch(`${app.url}/api/admin/events`, {
      headers: { authorization: `Bearer ${(await admin.auth.getSession()).data.session?.access_token}` },
    });
    expect(stream.status).toBe(200);

    expect((await require(owner.auth, 'required')).status).toBe(200);
    // Streams of users without a second factor end at once.
    const reader = stream.body?.getReader();
    let chunk = await reader?.read();
    while (chunk && !chunk.done) chunk = await reader?.read();

    for (const role of ['viewer', 'admin', 'owner'] as const) {
      const person = await scene.newPerson(role);
      for (const path of ['/profile', '/profile/sign-ins', '/admin/stats', '/admin/users', '/admin/settings']) {
        const code = (await scene.ask(person.auth, path)).body.code;
        expect({ role, path, code }).toEqual({ role, path, code: 'second_factor_setup_needed' });
      }
      await scene.enroll(person.auth);
      expect(await scene.opens(person.auth)).toBe('open');
    }
    const invited = await addTestUser(app.accounts, 'admin');
    await app.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [invited.id]);
    expect(await scene.opens(await scene.signedIn(invited.email))).toBe('must_change_password');

    clock.nextCode();
    const later = await scene.signedIn(owner.email);
    await scene.give(later, factor);
    expect((await require(later, 'optional')).status).toBe(200);
    expect(await scene.opens(admin.auth)).toBe('open');
  });

  test('is changed soon after the password only', async () => {
    const { auth } = await scene.newPerson('owner');
    await scene.enroll(auth);
    clock.pass(11 * MINUTE_MS);
    expect((await require(auth, 'required')).body.code).toBe('sign_in_again');
  });

  test('is not asked of a one-time link’s sign-in, which stands above it', async () => {
    const { auth } = await scene.newPerson('owner');
    const { email, id } = await addTestUser(app.accounts, 'owner');
    await scene.enroll(await scene.signedIn(email));
    await scene.enroll(auth);
    const byLink = await scene.signedIn(email);
    await app.pool.query("UPDATE auth_sessions SET via = 'link' WHERE user_id = $1 AND aal = 'aal1'", [id]);
    expect((await require(auth, 'required')).status).toBe(200);
    expect(await scene.opens(byLink)).toBe('open');
    expect((await byLink.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('reauthentication_needed');
    expect((await require(auth, 'optional')).status).toBe(200);
  });
});

describe('whoever lost their phone', () => {
  test('is helped by an owner, who signs them out as well', async () => {
    const owner = await scene.newPerson('owner');
    const lost = await scene.newPerson('admin');
    await scene.enroll(lost.auth);
    await lost.auth.mfa.recoveryCodes.generate();
    const listed = await scene.ask<{ items: AdminUser[] }>(owner.auth, '/admin/users');
    expect(listed.body.items.find(({ id }) => id === lost.id)?.second_factor).toBe(true);
    const path = `/admin/users/${lost.id}/second-factor`;
    expect((await scene.ask(lost.auth, path, { method: 'DELETE' })).status).toBe(403);
    expect(await scene.ask(owner.auth, path, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { id: lost.id, second_factor: false },
    });
    expect(await scene.opens(lost.auth)).toBe('unauthorized');
    expect(await scene.opens(await scene.signedIn(lost.email))).toBe('open');
    expect((await scene.ask(owner.auth, path, { method: 'DELETE' })).status).toBe(409);
    const { rows } = await app.pool.query(
      "SELECT detail FROM audit_log WHERE action = 'user_second_factor_removed' AND actor_id = $1",
      [owner.id],
    );
    expect(rows).toEqual([{ detail: { email: lost.email } }]);
  });

  test('is helped by npm run owner', async () => {
    const { email, auth } = await scene.newPerson('owner');
    await scene.enroll(auth);
    const made = await resetOwner(app.pool, app.accounts.passwords, email, clock.now());
    const again = scene.client();
    const password = made.oneTimePassword ?? '';
    expect((await again.signInWithPassword({ email, password })).error).toBeNull();
    expect(await scene.opens(again)).toBe('must_change_password');
    expect((await again.updateUser({ password: TEST_PASSWORD })).error?.code ?? null).toBeNull();
    expect(await scene.opens(again)).toBe('open');
  });
});
