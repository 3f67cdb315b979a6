import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { readAccessToken, signAccessToken } from './access-tokens.ts';
import { createSigningKeys, type SigningKeys, sortKeys } from './signing-keys.ts';
import type { UserRow } from './users.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let database: TestDatabase;
let clock: number;
const now = () => new Date(clock);
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  clock = Date.parse('2026-01-01T00:00:00Z');
  await database.pool.query('DELETE FROM signing_keys');
});
afterAll(() => database.close());

/** A server instance, reduced to its keys. */
const instance = () => createSigningKeys(database, now);
const kids = ({ published }: SigningKeys) => published.keys.map(({ kid }) => kid);

const user = { id: crypto.randomUUID(), email: 'ana@example.test', role: 'owner' } as UserRow;
const sign = (keys: SigningKeys) =>
  signAccessToken(keys, {
    user,
    sessionId: crypto.randomUUID(),
    aal: 'aal1',
    method: 'password',
    signedInAt: now(),
    issuer: 'test',
    now: now(),
  });

test('the first key is made once, however many instances ask at once, and signs at once', async () => {
  const instances = await Promise.all(Array.from({ length: 8 }, () => instance()()));
  expect(new Set(instances.map(({ kid }) => kid)).size).toBe(1);
  expect(instances.map(({ published }) => published.keys.length)).toEqual(Array(8).fill(1));
});

test('after 90 days a next one is known before it signs; the old one stays until its last token runs out', async () => {
  const [one, two] = [instance(), instance()];
  const { kid: old } = await one();
  expect((await two()).kid).toBe(old);

  clock += 90 * DAY_MS - MINUTE_MS;
  expect(kids(await one())).toEqual([old]);
  clock += MINUTE_MS;
  const [published, same] = await Promise.all([one(), two()]);
  expect(published.kid).toBe(old);
  expect(kids(published)).toHaveLength(2);
  expect(kids(same)).toEqual(kids(published));
  const [, next] = kids(published);

  clock += 20 * MINUTE_MS - 1;
  const last = await sign(await two());
  expect((await two()).kid).toBe(old);
  clock += 1;
  // An instance that has not read the database again signs with the old key for up to a minute; all instances know
  // it.
  expect([old, next]).toContain((await one()).kid);
  clock += MINUTE_MS;
  expect([(await one()).kid, (await two()).kid]).toEqual([next, next]);

  clock += 13 * MINUTE_MS;
  expect(await readAccessToken(await one(), last, now())).not.toBeNull();
  clock += 2 * MINUTE_MS;
  expect(kids(await one())).toEqual([old, next]);
  clock += 10 * MINUTE_MS;
  expect(kids(await one())).toEqual([next]);
  expect(kids(await two())).toEqual([next]);
  expect(await readAccessToken(await one(), last, now())).toBeNull();

  const { rows } = await database.pool.query(
    "SELECT actor, detail FROM audit_log WHERE action = 'signing_key_rotated'",
  );
  expect(rows).toEqual([{ actor: 'the server', detail: { key: next } }]);
  const { rows: left } = await database.pool.query('SELECT kid FROM signing_keys');
  expect(left).toEqual([{ kid: next }]);
});

test('a key that an operator deletes is replaced within a minute, and what it signed holds no longer', async () => {
  const keys = instance();
  const first = await keys();
  const token = await sign(first);
  await database.pool.query('DELETE FROM signing_keys');
  clock += MINUTE_MS;
  const { kid } = await keys();
  expect(kid).not.toBe(first.kid);
  expect(await readAccessToken(await keys(), token, now())).toBeNull();
});

test('a database that is away does not take known keys away', async () => {
  const away = {
    ...database.pool,
    query: async () => Promise.reject(new Error('away')),
  } as unknown as typeof database.pool;
  let pool = database.pool;
  const { sealer } = database;
  const current = new Proxy(database.pool, { get: (_, name) => Reflect.get(pool, name) });
  const keys = createSigningKeys({ pool: current, sealer }, now);
  const { kid } = await keys();
  pool = away;
  clock += 2 * MINUTE_MS;
  expect((await keys()).kid).toBe(kid);
  await expect(createSigningKeys({ pool: away, sealer }, now)()).rejects.toThrow('away');
});

test('whatever keys there are and whatever the clock says, one signs, and it is never one that goes', () => {
  const ages = fc.uniqueArray(fc.integer({ min: -DAY_MS, max: 200 * DAY_MS }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(ages, (list) => {
      const keys = list.sort((a, b) => b - a).map((age) => ({ created_at: new Date(clock - age) }));
      const { signing, retired } = sortKeys(keys, now());
      expect(signing).toBeDefined();
      expect(retired).not.toContain(signing);
    }),
  );
});
