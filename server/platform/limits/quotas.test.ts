import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestUrl, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createQuotas, type QuotaHold } from './quotas.ts';

const RULES = { session: { points: 100, durationS: 60 }, address: { points: 200, durationS: 60 } };
type Name = keyof typeof RULES;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A database that no other test has written to. */
async function freshDatabase(): Promise<TestDatabase> {
  const fresh = await testDatabase();
  onTestFinished(() => fresh.close());
  return fresh;
}

const isHold = (result: QuotaHold<Name> | { full: unknown }): result is QuotaHold<Name> => 'settle' in result;
const from = (session: string, address: string, points: number) => [
  { name: 'session' as const, key: session, points },
  { name: 'address' as const, key: address, points },
];

describe.each(['memory', 'database'] as const)('in the %s', (kind) => {
  let seconds = 0;
  const quotas = () =>
    createQuotas<Name>(RULES, kind === 'database' ? database : null, () => new Date(1e12 + seconds * 1_000));
  let keys = 0;
  /** A new key. */
  const someone = () => `${kind} ${keys++}`;

  test('a reservation takes from all of its quotas or from none, and says which was full', async () => {
    const { reserve } = quotas();
    const [one, two, address] = [someone(), someone(), someone()];
    expect(isHold(await reserve(from(one, address, 100)))).toBe(true);
    expect(await reserve(from(one, address, 1))).toMatchObject({ full: { name: 'session', key: one } });
    expect(await reserve(from(two, address, 101))).toMatchObject({ full: { name: 'session', key: two } });
    expect(isHold(await reserve(from(two, address, 60)))).toBe(true);
    const three = someone();
    expect(await reserve(from(three, address, 41))).toMatchObject({ full: { name: 'address', key: address } });
    // The refused reservation took nothing from either quota.
    expect(isHold(await reserve(from(three, address, 40)))).toBe(true);
    expect(isHold(await reserve(from(three, someone(), 60)))).toBe(true);
  });

  test('large ones that are refused never crowd out a small one beside them', async () => {
    const { reserve } = quotas();
    for (let round = 0; round < 20; round += 1) {
      const [session, address] = [someone(), someone()];
      await reserve(from(session, address, 50));
      const large = Array.from({ length: 5 }, () => reserve(from(session, address, 60)));
      const results = await Promise.all([...large, reserve(from(session, address, 50))]);
      expect(results.map(isHold)).toEqual([false, false, false, false, false, true]);
    }
  });

  test('what is settled comes back, and what was used beyond the reservation counts', async () => {
    const { reserve } = quotas();
    const [session, address] = [someone(), someone()];
    const hold = await reserve(from(session, address, 80));
    if (isHold(hold)) await hold.settle({ session: 10, address: 150 });
    expect(await reserve(from(session, address, 51))).toMatchObject({ full: { name: 'address' } });
    expect(isHold(await reserve(from(session, address, 50)))).toBe(true);
    expect(isHold(await reserve(from(session, someone(), 41)))).toBe(false);
    expect(isHold(await reserve(from(session, someone(), 40)))).toBe(true);
  });

  test('a window that is over is settled no more: the next one begins with nothing taken and no credit', async () => {
    const { reserve } = quotas();
    const [session, address] = [someone(), someone()];
    const [unused, costly] = [await reserve(from(session, address, 50)), await reserve(from(session, address, 50))];
    seconds += 60;
    const settle = async () => {
      if (isHold(unused)) await unused.settle({});
      if (isHold(costly)) await costly.settle({ session: 90, address: 90 });
    };
    await settle();
    expect(isHold(await reserve(from(session, address, 100)))).toBe(true);
    expect(isHold(await reserve(from(session, address, 1)))).toBe(false);
    await settle();
    expect(isHold(await reserve(from(session, address, 1)))).toBe(false);
    seconds += 59;
    expect(isHold(await reserve(from(session, address, 1)))).toBe(false);
    seconds += 1;
    expect(isHold(await reserve(from(session, address, 100)))).toBe(true);
  });
});

describe('in the database', () => {
  test('instances share one count, however their calls mix, and keep no key', async () => {
    const own = await freshDatabase();
    const other = await openTestUrl(own.url);
    onTestFinished(() => other.close());
    const instances = [createQuotas<Name>(RULES, own), createQuotas<Name>(RULES, other)];
    const asked = Array.from({ length: 20 }, (_, n) =>
      instances[n % 2]?.reserve(n % 4 < 2 ? from('s', '203.0.113.7', 20) : from('s', '203.0.113.7', 20).reverse()),
    );
    const results = await Promise.all(asked);
    expect(results.filter((result) => result && isHold(result))).toHaveLength(5);
    const { rows } = await own.pool.query<{ key: string; points: number }>('SELECT key, points FROM rate_limits');
    expect(rows).toHaveLength(2);
    for (const { key, points } of rows) {
      expect(key).toMatch(/^(session|address):[\w-]{43}$/);
      expect(points).toBe(100);
    }
  });

  test('a limit beyond what the column holds is counted in the database all the same', async () => {
    const vast = { session: { points: 3e9, durationS: 60 }, address: { points: 3e9, durationS: 60 } };
    const own = await freshDatabase();
    expect(isHold(await createQuotas<Name>(vast, own).reserve(from('s', 'a', 1_000)))).toBe(true);
    expect((await own.pool.query('SELECT FROM rate_limits')).rowCount).toBe(2);
  });

  test('while it is away the count goes on in memory, and what was reserved there is settled there', async () => {
    const away = await testDatabase();
    const { reserve } = createQuotas<Name>(RULES, away);
    await away.close();
    const first = await reserve(from('s', 'a', 90));
    expect(isHold(await reserve(from('s', 'a', 20)))).toBe(false);
    if (isHold(first)) await first.settle({ session: 10, address: 10 });
    expect(isHold(await reserve(from('s', 'a', 90)))).toBe(true);
    expect(isHold(await reserve(from('s', 'a', 1)))).toBe(false);
  });
});
