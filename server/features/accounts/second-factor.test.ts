import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { codeOf } from '../../testing/authenticator.ts';
import { type FactorScene, type HeldClock, startFactorScene } from '../../testing/factor-scene.ts';
import { TEST_PASSWORD, testUser } from '../../testing/owners.ts';

const MINUTE_MS = 60_000;
let app: TestApp;
let scene: FactorScene;
let clock: HeldClock;
beforeAll(async () => {
  ({ app, scene, clock } = await startFactorScene());
});
afterAll(() => app.close());

describe('an authenticator app', () => {
  test('is enrolled with the real client, and asked for from then on', async () => {
    const { email, auth } = await scene.newPerson();
    const before = await auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

    const begun = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'ignored' });
    expect(begun.data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    const { id = '', totp } = begun.data ?? {};
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(decodeURIComponent(totp?.uri ?? '')).toContain(email);
    // It does not count before its first code.
    expect((await auth.mfa.listFactors()).data).toMatchObject({ all: [{ id, status: 'unverified' }], totp: [] });
    expect(await scene.opens(await scene.signedIn(email))).toBe('open');

    const given = await scene.give(auth, { id, secret: totp?.secret ?? '' });
    expect(given.error).toBeNull();
    expect(given.data?.user.factors).toMatchObject([{ id, factor_type: 'totp', status: 'verified' }]);
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(await scene.opens(auth)).toBe('open');
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');

    const next = await scene.signedIn(email);
    expect((await next.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect(await scene.opens(next)).toBe('second_factor_needed');
    clock.nextCode();
    expect((await scene.give(next, { id, secret: totp?.secret ?? '' })).error).toBeNull();
    expect(await scene.opens(next)).toBe('open');
  });

  test('ends sign-ins elsewhere that have none, and turns those before its refresh tokens away', async () => {
    const { email, auth } = await scene.newPerson();
    const elsewhere = await scene.signedIn(email);
    const before = (await auth.getSession()).data.session?.refresh_token ?? '';
    await scene.enroll(auth);
    expect(await scene.opens(elsewhere)).toBe('unauthorized');
    expect((await scene.client().refreshSession({ refresh_token: before })).error?.code).toBe(
      'refresh_token_not_found',
    );
  });

  test('leaves whoever has not given a code nothing but the question for it', async () => {
    const { email, auth } = await scene.newPerson();
    const factor = await scene.enroll(auth);
    await auth.mfa.recoveryCodes.generate();
    const stranger = await scene.signedIn(email);
    for (const path of ['/profile', '/profile/sign-ins', '/admin/stats', '/admin/users', '/admin/events']) {
      expect((await scene.ask(stranger, path)).body.code).toBe('second_factor_needed');
    }
    expect((await stranger.getUser()).data.user?.email).toBe(email);
    const change = { password: 'quite another walk by the sea', current_password: TEST_PASSWORD };
    const refused = [
      await stranger.updateUser(change),
      await stranger.mfa.enroll({ factorType: 'totp' }),
      await stranger.mfa.unenroll({ factorId: factor.id }),
      await stranger.mfa.recoveryCodes.regenerate(),
      await stranger.mfa.recoveryCodes.unenroll(),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(5).fill('insufficient_aal'));
    expect((await stranger.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 });
    expect((await stranger.signOut()).error).toBeNull();
  });

  test('raises nothing but the tokens that its code is answered with', async () => {
    const { email, auth } = await scene.newPerson();
    const factor = await scene.enroll(auth);
    const next = await scene.signedIn(email);
    const headers = { authorization: `Bearer ${(await next.getSession()).data.session?.access_token}` };
    clock.nextCode();
    expect((await scene.give(next, factor)).error).toBeNull();
    expect(await scene.opens(next)).toBe('open');
    const profile = await fetch(`${app.url}/api/profile`, { headers });
    expect(await profile.json()).toMatchObject({ code: 'second_factor_needed' });
    const removed = await fetch(`${app.url}/auth/v1/factors/${factor.id}`, { method: 'DELETE', headers });
    expect(await removed.json()).toMatchObject({ error_code: 'insufficient_aal' });
    expect((await next.refreshSession()).error).toBeNull();
    expect(await scene.opens(next)).toBe('open');
  });

  test('raises no refresh that began before its code was given', async () => {
    const { email, auth } = await scene.newPerson();
    const factor = await scene.enroll(auth);
    const next = await scene.signedIn(email);
    const stolen = (await next.getSession()).data.session?.refresh_token;
    // Pauses the refresh between exchanging its token and reading its user.
    const reached = Promise.withResolvers<void>();
    const given = Promise.withResolvers<void>();
    const query = app.pool.query.bind(app.pool) as (...all: unknown[]) => Promise<unknown>;
    const held = vi.spyOn(app.pool, 'query').mockImplementation((async (...all: unknown[]) => {
      if (String(all[0]).includes('s.role_limit')) {
        held.mockRestore();
        reached.resolve();
        await given.promise;
      }
      return query(...all);
    }) as never);
    const refreshed = fetch(`${app.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: stolen }),
    });
    await reached.promise;
    clock.nextCode();
    expect((await scene.give(next, factor)).error).toBeNull();
    given.resolve();
    const { access_token: token } = (await (await refreshed).json()) as { access_token: string };
    const profile = await fetch(`${app.url}/api/profile`, { headers: { authorization: `Bearer ${token}` } });
    expect(await profile.json()).toMatchObject({ code: 'second_factor_needed' });
  });

  test('that waits for its first code is not for the password alone to remove', async () => {
    const { email, auth } = await scene.newPerson();
    await scene.enroll(auth);
    const begun = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
    const factorId = begun.data?.id ?? '';
    const thief = await scene.signedIn(email);
    expect((await thief.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  test('lets the password alone end no sign-in but its own', async () => {
    const { email, auth } = await scene.newPerson();
    await scene.enroll(auth);
    const thief = await scene.signedIn(email);
    const headers = { authorization: `Bearer ${(await thief.getSession()).data.session?.access_token}` };
    const signOut = (scope: string) => fetch(`${app.url}/auth/v1/logout?scope=${scope}`, { method: 'POST', headers });
    expect(await (await signOut('others')).json()).toMatchObject({ error_code: 'insufficient_aal' });
    expect((await signOut('global')).status).toBe(204);
    expect((await signOut('local')).status).toBe(403);
    expect(await scene.opens(auth)).toBe('open');
  });

  test('that was begun by somebody else before is none to sign in by', async () => {
    const { email, auth } = await scene.newPerson();
    const thief = await scene.signedIn(email);
    const theirs = await thief.mfa.enroll({ factorType: 'totp' });
    const challenge = await thief.mfa.challenge({ factorId: theirs.data?.id ?? '' });
    const own = await scene.enroll(auth);
    const again = await scene.signedIn(email);
    const answer = await again.mfa.verify({
      factorId: theirs.data?.id ?? '',
      challengeId: challenge.data?.id ?? '',
      code: codeOf(theirs.data?.totp.secret ?? '', clock.now()),
    });
    expect(answer.error?.code).toBe('mfa_factor_not_found');
    clock.nextCode();
    expect((await scene.give(again, own)).error).toBeNull();
  });

  test('takes a code once, also from two at the same moment', async () => {
    const { email, auth } = await scene.newPerson();
    const factor = await scene.enroll(auth);
    const replayed = await scene.give(await scene.signedIn(email), factor);
    expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    clock.nextCode();
    const both = await Promise.all(
      [await scene.signedIn(email), await scene.signedIn(email)].map((one) => scene.give(one, factor)),
    );
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
    // The previous time step's code is equally old.
    const earlier = await scene.give(
      await scene.signedIn(email),
      factor,
      codeOf(factor.secret, new Date(clock.now().getTime() - 30_000)),
    );
    expect(earlier.error?.code).toBe('mfa_verification_failed');
  });

  test('takes the code of a clock that is one step off, and of none that is further off', async () => {
    const { email, auth } = await scene.newPerson();
    const factor = await scene.enroll(auth);
    clock.pass(10 * MINUTE_MS);
    const at = (steps: number) => codeOf(factor.secret, new Date(clock.now().getTime() + steps * 30_000));
    for (const [steps, code] of [
      [-2, 'mfa_verification_failed'],
      [2, 'mfa_verification_failed'],
      [-1, undefined],
      [1, undefined],
    ] as const) {
      expect((await scene.give(await scene.signedIn(email), factor, at(steps))).error?.code).toBe(code);
    }
  });

  test('answers a challenge within five minutes, once, and only its owner’s', async () => {
    const { email, auth } = await scene.newPerson();
    const factor = await scene.enroll(auth);
    const asked = await auth.mfa.challenge({ factorId: factor.id });
    expect(asked.data?.expires_at).toBe(Math.floor((clock.now().getTime() + 5 * MINUTE_MS) / 1_000));
    const verify = (challengeId: string) => {
      clock.nextCode();
      return auth.mfa.verify({ factorId: factor.id, challengeId, code: codeOf(factor.secret, clock.now()) });
    };
    expect((await verify(asked.data?.id ?? '')).error).toBeNull();
    expect((await verify(asked.data?.id ?? '')).error?.code).toBe('mfa_challenge_expired');
    const late = await auth.mfa.challenge({ factorId: factor.id });
    clock.pass(5 * MINUTE_MS);
    expect((await verify(late.data?.id ?? '')).error?.code).toBe('mfa_challenge_expired');
    const other = await scene.newPerson();
    for (const factorId of [factor.id, crypto.randomUUID(), 'x']) {
      expect((await other.auth.mfa.challenge({ factorId })).error).toMatchObject({
        status: 404,
        code: 'mfa_factor_not_found',
      });
    }
    expect(await scene.opens(await scene.signedIn(email))).toBe('second_factor_needed');
  });

  test('is added, named and removed only soon after the password, and the last takes the codes along', async () => {
    const { email, auth } = await scene.newPerson();
    const first = await scene.enroll(auth, 'Phone');
    await auth.mfa.recoveryCodes.generate();
    expect((await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error?.code).toBe(
      'mfa_factor_name_conflict',
    );
    expect((await auth.mfa.enroll({ factorType: 'phone', phone: '+4912345' })).error?.code).toBe('validation_failed');
    const second = await scene.enroll(auth, 'Tablet');
    clock.pass(11 * MINUTE_MS);
    const late = [
      await auth.mfa.enroll({ factorType: 'totp' }),
      await auth.mfa.unenroll({ factorId: first.id }),
      await auth.mfa.recoveryCodes.regenerate(),
    ];
    expect(late.map(({ error }) => error?.code)).toEqual(Array(3).fill('reauthentication_needed'));

    const again = await scene.signedIn(email);
    await scene.give(again, second);
    expect((await again.mfa.unenroll({ factorId: first.id })).data).toEqual({ id: first.id });
    expect((await again.mfa.recoveryCodes.getStatus()).data?.total).toBe(10);
    expect((await again.mfa.unenroll({ factorId: second.id })).error).toBeNull();
    expect((await again.mfa.listFactors()).data?.all).toEqual([]);
    expect(await scene.opens(await scene.signedIn(email))).toBe('open');
  });

  test('is kept sealed, and its codes as hashes', async () => {
    const { id, auth } = await scene.newPerson();
    const factor = await scene.enroll(auth);
    const { data } = await auth.mfa.recoveryCodes.generate();
    const { rows } = await app.pool.query('SELECT secret FROM mfa_factors WHERE id = $1', [factor.id]);
    const { rows: codes } = await app.pool.query('SELECT hash FROM recovery_codes WHERE user_id = $1', [id]);
    expect(codes).toHaveLength(10);
    expect(rows[0].secret.length).toBeGreaterThan(20);
    const dump = JSON.stringify(
      [rows, codes].map((all) => all.map((row) => row.secret?.toString('latin1') ?? row.hash)),
    );
    expect(dump).not.toContain(data?.codes[0]);
    const { rows: log } = await app.pool.query('SELECT detail FROM audit_log WHERE actor_id = $1', [id]);
    expect(JSON.stringify(log)).not.toContain(factor.secret);
  });
});

describe('a password that is asked for again', () => {
  test('keeps the second factor of the sign-in that it takes the place of, and gives nobody else one', async () => {
    const { email, auth } = await scene.newPerson();
    await scene.enroll(auth);
    const token = (await auth.getSession()).data.session?.access_token ?? '';
    const other = await testUser(app.accounts, 'owner');
    const signIn = async (replaces: string) => {
      const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-understudy-replaces': replaces },
        body: JSON.stringify({ email, password: TEST_PASSWORD }),
      });
      const { access_token: access } = (await response.json()) as { access_token: string };
      return fetch(`${app.url}/api/profile`, { headers: { authorization: `Bearer ${access}` } });
    };
    expect((await signIn(token)).status).toBe(200);
    const half = (await (await scene.signedIn(email)).getSession()).data.session?.access_token ?? '';
    for (const replaces of [half, other.token, 'nonsense']) expect((await signIn(replaces)).status).toBe(403);
  });
});

describe('recovery codes', () => {
  test('are ten, told once, each used once, however they are typed', async () => {
    const { email, auth } = await scene.newPerson();
    expect((await auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_recovery_codes_sole_factor');
    await scene.enroll(auth);
    expect((await auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
    expect((await auth.mfa.recoveryCodes.regenerate()).error?.code).toBe('mfa_factor_not_found');
    const made = await auth.mfa.recoveryCodes.generate();
    const codes = made.data?.codes ?? [];
    expect(new Set(codes).size).toBe(10);
    expect((await auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');

    const next = await scene.signedIn(email);
    const typed = ` ${codes[0]?.toUpperCase().replace(/.{4}(?=.)/g, '$&-')} `;
    expect((await next.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
    expect(await scene.opens(next)).toBe('open');
    expect((await next.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    const again = await scene.signedIn(email);
    expect((await again.mfa.recoveryCodes.verify({ code: typed })).error?.code).toBe('mfa_verification_failed');

    const replaced = await next.mfa.recoveryCodes.regenerate();
    expect(replaced.data?.codes).toHaveLength(10);
    expect((await again.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).error?.code).toBe(
      'mfa_verification_failed',
    );
    const code = replaced.data?.codes[1] ?? '';
    const other = await scene.newPerson();
    expect((await other.auth.mfa.recoveryCodes.verify({ code })).error?.code).toBe('mfa_verification_failed');
    expect((await again.mfa.recoveryCodes.verify({ code })).error).toBeNull();
  });

  test('can be removed', async () => {
    const { auth } = await scene.newPerson();
    await scene.enroll(auth);
    await auth.mfa.recoveryCodes.generate();
    expect((await auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await auth.mfa.recoveryCodes.unenroll()).error?.code).toBe('mfa_factor_not_found');
  });
});
