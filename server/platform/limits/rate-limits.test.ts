import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestUrl, type TestDatabase, testDatabase } from '../../testing/database.ts';

import { AppError } from '../http/app-error.ts';
import { addressKey, createRateLimits, type RateLimits } from './rate-limits.ts';

const RULES = {
  calls: { points: 5, durationS: 3_600, sentence: 'Too many calls.' },
  others: { points: 1, durationS: 3_600, sentence: 'Too many others.' },
};

/** Takes many points at once; returns how many were granted, and the refusals. */
async function takeAtOnce(limits: RateLimits<'calls' | 'others'>[], key: string, times: number) {
  const tries = limits.flatMap((limit) => Array.from({ length: times }, () => limit.take('calls', key)));
  const results = await Promise.allSettled(tries);
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as AppError);
  return { taken: results.length - refused.length, refused };
}

describe('in memory', () => {
  test('so many points a key, then a refusal that says when to come back', async () => {
    const limits = createRateLimits(RULES, null);
    const { taken, refused } = await takeAtOnce([limits], 'a', 7);
    expect(taken).toBe(5);
    expect(refused).toHaveLength(2);
    for (const refusal of refused) {
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ code: 'rate_limited', message: 'Too many calls.' });
      expect(refusal.retryAfterMs).toBeGreaterThan(3_500_000);
    }
    await expect(limits.take('calls', 'b')).resolves.toBeUndefined();
    await expect(limits.take('others', 'a')).resolves.toBeUndefined();
  });
});

describe('in the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  test('two instances share one count, however their calls mix', async () => {
    const second = await openTestUrl(database.url);
    try {
      const instances = [createRateLimits(RULES, database), createRateLimits(RULES, second)];
      const { taken, refused } = await takeAtOnce(instances, 'a', 10);
      expect(taken).toBe(5);
      expect(refused.map(({ code }) => code)).toEqual(Array(15).fill('rate_limited'));
      const { rows } = await database.pool.query("SELECT points FROM rate_limits WHERE key LIKE 'calls:%'");
      expect(rows).toHaveLength(1);
      for (const instance of instances) await expect(instance.take('calls', 'b')).resolves.toBeUndefined();
    } finally {
      await second.close();
    }
  });

  test('no address can be read from what is kept, and each installation hashes it in its own way', async () => {
    const other = await testDatabase();
    const keys: string[] = [];
    for (const each of [database, other]) {
      await createRateLimits(RULES, each).take('others', '203.0.113.7');
      const { rows } = await each.pool.query<{ key: string }>("SELECT key FROM rate_limits WHERE key LIKE 'others:%'");
      keys.push(...rows.map(({ key }) => key));
      const found = await each.pool.query("SELECT FROM rate_limits r WHERE r::text LIKE '%203.0.113%'");
      expect(found.rowCount).toBe(0);
    }
    await other.close();
    expect(keys).toEqual([expect.stringMatching(/^others:[\w-]{43}$/), expect.stringMatching(/^others:[\w-]{43}$/)]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('a count outlives the instance that made it', async () => {
    await takeAtOnce([createRateLimits(RULES, database)], 'c', 5);
    await expect(createRateLimits(RULES, database).take('calls', 'c')).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  test('a database that is away does not close the site: the count goes on in memory', async () => {
    const away = await testDatabase();
    const limits = createRateLimits(RULES, away);
    await limits.take('calls', 'a');
    await away.close();
    const { taken, refused } = await takeAtOnce([limits], 'a', 7);
    expect(taken).toBe(5);
    expect(refused.map(({ code }) => code)).toEqual(['rate_limited', 'rate_limited']);
  });
});

describe('the part of an address that one person controls', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  test('of an IPv6 address is the first half, however the rest is written', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (net, host) => {
          expect(addressKey([...net, ...host].join(':'))).toBe(net.join(':'));
        },
      ),
    );
  });
});
