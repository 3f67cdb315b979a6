import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { codeOf } from '../../testing/authenticator.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type EnrolledApp, type FactorScene, factorScene } from '../../testing/factor-scene.ts';
import { addTestUser, TEST_PASSWORD } from '../../testing/owners.ts';

/** Production limits, and client addresses chosen by the test. */
const REAL = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'on' };
const WRONG = 'a short walk by the lake';
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of open.splice(0)) await close();
});

/** Freezes only the limits' clock: nothing in the network waits for it. */
function holdTheClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
}
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

async function start(environment: Record<string, string> = {}, database?: TestDatabase): Promise<TestApp> {
  const app = await startTestApp({ ...REAL, ...environment }, database ? { database } : {});
  open.unshift(app.close);
  return app;
}

async function attempt(app: TestApp, from: string, email: string, password: string) {
  const response = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ email, password }),
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code, retryAfter: Number(response.headers.get('retry-after')) };
}
const REFUSED = { status: 429, code: 'over_request_rate_limit' };
const INVALID = { status: 400, code: 'invalid_credentials' };

describe('guessing is slowed down', () => {
  test('for one address and email after five tries, the right password included', async () => {
    const app = await start();
    const { email } = await addTestUser(app.accounts, 'owner');
    await attempt(app, '203.0.113.9', email, TEST_PASSWORD);
    const at = '198.51.100.1';
    // The first three attempts are free.
    for (let times = 0; times < 3; times += 1) expect(await attempt(app, at, email, WRONG)).toMatchObject(INVALID);
    const many = await Promise.all(Array.from({ length: 12 }, () => attempt(app, at, email, WRONG)));
    expect(many.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(2);
    const refused = await attempt(app, at, email, TEST_PASSWORD);
    expect(refused).toMatchObject(REFUSED);
    expect(refused.retryAfter).toBeGreaterThan(250);
    expect(refused.retryAfter).toBeLessThanOrEqual(300);
  });

  test('for one email over all addresses by a growing wait, which neither locks out nor tells who exists', async () => {
    holdTheClock();
    const app = await start();
    const { email } = await addTestUser(app.accounts, 'owner');
    for (const target of [email, 'nobody@example.test']) {
      const from = (number: number) => `198.51.100.${number}`;
      for (let number = 1; number <= 4; number += 1) {
        expect(await attempt(app, from(number), target, WRONG)).toMatchObject(INVALID);
      }
      for (const [index, wait] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
        const next = from(10 + index);
        expect(await attempt(app, next, target, WRONG)).toMatchObject({ ...REFUSED, retryAfter: wait });
        later(wait);
        expect(await attempt(app, next, target, WRONG)).toMatchObject(INVALID);
      }
    }
    later(60);
    expect(await attempt(app, '192.0.2.77', email, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  test('but not for the owner at an address from which they have signed in before', async () => {
    const app = await start();
    const { email } = await addTestUser(app.accounts, 'owner');
    const home = '203.0.113.9';
    expect(await attempt(app, home, email, TEST_PASSWORD)).toMatchObject({ status: 200 });
    const attack = await Promise.all(
      Array.from({ length: 60 }, (_, number) => attempt(app, `198.51.100.${number}`, email, WRONG)),
    );
    expect(attack.some(({ status }) => status === 429)).toBe(true);
    expect(await attempt(app, '192.0.2.1', email, TEST_PASSWORD)).toMatchObject(REFUSED);
    expect(await attempt(app, home, email, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  test('for one address that tries many emails, a day long; right passwords are not counted', async () => {
    holdTheClock();
    const app = await start();
    const at = '2001:db8:1:2::1';
    const { email } = await addTestUser(app.accounts, 'admin');
    for (let times = 0; times < 10; times += 1) {
      expect(await attempt(app, at, email, TEST_PASSWORD)).toMatchObject({ status: 200 });
    }
    for (let number = 0; number < 100; number += 1) {
      // The whole network of an IPv6 address counts as one address.
      expect(await attempt(app, `2001:db8:1:2::${number}`, `n${number}@example.test`, WRONG)).toMatchObject(INVALID);
    }
    const refused = await attempt(app, '2001:db8:1:2:ffff::', 'one@example.test', WRONG);
    expect(refused).toMatchObject(REFUSED);
    expect(refused.retryAfter).toBeGreaterThan(80_000);
    expect(await attempt(app, '2001:db8:1:3::1', 'one@example.test', WRONG)).toMatchObject(INVALID);
    // A user who has signed in from there before is not locked out by others behind the same address.
    expect(await attempt(app, at, email, TEST_PASSWORD)).toMatchObject({ status: 200 });
  });

  test('by all instances that share a database together', async () => {
    const database = await testDatabase();
    open.push(database.close);
    const environment = { ...REAL, DATABASE_URL: database.url };
    const apps = await Promise.all([1, 2].map(() => startTestApp(environment, { database })));
    open.unshift(...apps.map((app) => app.close));
    const tries = apps.flatMap((app) => [1, 2, 3, 4].map(() => attempt(app, '198.51.100.1', 'a@example.test', WRONG)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(5);
    expect(statuses).toContain(429);
    const { rows } = await database.pool.query('SELECT key FROM rate_limits');
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|example/);
  });
});

describe('guessing of a second factor’s codes is slowed down', () => {
  const HOME = '203.0.113.9';
  const TOO_MANY = { status: 429, code: 'over_request_rate_limit' };
  let app: TestApp;
  let scene: FactorScene;
  let email: string;
  let factor: EnrolledApp;
  let recoveryCodes: string[];

  /** A user with an app and recovery codes, set up at {@link HOME}; the clock is in the middle of a time step. */
  async function enrolled(database?: TestDatabase): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
    app = await start(database ? { DATABASE_URL: database.url } : {}, database);
    scene = factorScene(app, () => new Date());
    ({ email } = await addTestUser(app.accounts, 'owner'));
    const auth = await scene.signedIn(email, HOME);
    factor = await scene.enroll(auth);
    recoveryCodes = (await auth.mfa.recoveryCodes.generate()).data?.codes ?? [];
    later(30);
  }
  const right = () => codeOf(factor.secret, new Date());
  /** A code that is wrong in all three accepted time steps. */
  function wrong(): string {
    const accepted = [-30_000, 0, 30_000].map((ms) => codeOf(factor.secret, new Date(Date.now() + ms)));
    return ['000000', '000001', '000002', '000003'].find((code) => !accepted.includes(code)) ?? '';
  }
  /**
   * Submits a code after the password.
   *
   * @returns the refusal; null if the code was right
   */
  async function give(from: string, code: string) {
    const { error } = await scene.give(await scene.signedIn(email, from), factor, code);
    return error && { status: error.status, code: error.code };
  }
  const INCORRECT = { status: 422, code: 'mfa_verification_failed' };

  test('for one person and network after five tries, for the right code too, and for nobody elsewhere', async () => {
    await enrolled();
    const thief = '198.51.100.1';
    for (let times = 0; times < 5; times += 1) expect(await give(thief, wrong())).toEqual(INCORRECT);
    expect(await give(thief, right())).toEqual(TOO_MANY);
    // Each attempt is in the audit log; one refused with a wait does not count as an attempt.
    const { rows } = await app.pool.query("SELECT FROM audit_log WHERE action = 'second_factor_failed'");
    expect(rows).toHaveLength(5);
    // Recovery codes are counted separately.
    const beside = await scene.signedIn(email, thief);
    expect((await beside.mfa.recoveryCodes.verify({ code: recoveryCodes[0] ?? '' })).error).toBeNull();
    expect(await give('192.0.2.77', right())).toBeNull();
    later(300);
    expect(await give(thief, wrong())).toEqual(INCORRECT);
  });

  test.each(['this process', 'a shared database'])(
    'for one person over all networks by a wait that grows to half an hour, but not where they gave one (%s)',
    async (counted) => {
      const database = counted === 'a shared database' ? await testDatabase() : undefined;
      if (database) open.push(database.close);
      await enrolled(database);
      let number = 0;
      const elsewhere = () => {
        number += 1;
        return `198.51.100.${number}`;
      };
      const abroad = '192.0.2.88';
      for (const from of [...Array(4).fill(abroad), elsewhere(), elsewhere()]) {
        expect(await give(from, wrong())).toEqual(INCORRECT);
      }
      for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_800, 1_800]) {
        later(wait - 1);
        expect({ wait, ...(await give(elsewhere(), wrong())) }).toEqual({ wait, ...TOO_MANY });
        // A request refused with a wait is no attempt, and the user keeps their own fifth try.
        const isTimeToTry = wait === 64;
        if (isTimeToTry) for (const _ of [1, 2, 3]) expect(await give(abroad, right())).toEqual(TOO_MANY);
        later(1);
        if (isTimeToTry) expect(await give(abroad, right())).toBeNull();
        expect({ wait, ...(await give(elsewhere(), wrong())) }).toEqual({ wait, ...INCORRECT });
      }
      // The attacker has given a password at all of these networks, which makes none of them known.
      expect(await give('198.51.100.1', right())).toEqual(TOO_MANY);
      expect(await give(HOME, right())).toBeNull();
      const recovering = await scene.signedIn(email, '192.0.2.77');
      expect((await recovering.mfa.recoveryCodes.verify({ code: recoveryCodes[0] ?? '' })).error).toBeNull();
      // A code of either kind makes a network known.
      later(30);
      expect(await give('192.0.2.77', right())).toBeNull();
      // The right codes have not made guessing easier.
      expect(await give(elsewhere(), wrong())).toEqual(TOO_MANY);
    },
  );

  test('for one person to fifty a day at a network that is known', async () => {
    await enrolled();
    for (let rounds = 0; rounds < 10; rounds += 1) {
      for (let times = 0; times < 5; times += 1) expect(await give(HOME, wrong())).toEqual(INCORRECT);
      later(300);
    }
    expect(await give(HOME, right())).toEqual(TOO_MANY);
    expect(await give('192.0.2.77', right())).toBeNull();
    later(86_400);
    expect(await give(HOME, right())).toBeNull();
  });
});

test('a sign-in with the old password that is under way while it is changed opens nothing', async () => {
  const { accounts } = await start({ RATE_LIMIT_SCALE: '1000000' });
  const { email } = await addTestUser(accounts, 'owner');
  const caller = { key: 'test', network: 'test' };
  const { accessToken } = await accounts.signIn(email, TEST_PASSWORD, caller);
  const change = accounts.changePassword(
    await accounts.bearer(accessToken),
    { password: 'another long walk by the river', current: TEST_PASSWORD },
    caller,
  );
  const late = Array.from({ length: 12 }, () => accounts.signIn(email, TEST_PASSWORD, caller));
  const [, ...outcomes] = await Promise.allSettled([change, ...late]);
  await change;
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') await expect(accounts.bearer(outcome.value.accessToken)).rejects.toThrow();
    else expect(outcome.reason).toMatchObject({ code: expect.stringMatching(/invalid_credentials|unavailable/) });
  }
});
