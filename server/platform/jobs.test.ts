import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { TEST_INTERVALS } from '../testing/intervals.ts';
import { endRetryWaits } from '../testing/retry-waits.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
let jobs: Jobs;
const start = (intervals = TEST_INTERVALS) => startJobs(database.pool, createLog('silent'), intervals);
beforeEach(async () => {
  database = await testDatabase();
  jobs = await start();
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
});

const request = (name: string, key: string) =>
  database.pool.query('INSERT INTO job_requests (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, key]);
/** The result once the next retry is due. */
const retried =
  <Value>(name: string, value: () => Value) =>
  async () => {
    await endRetryWaits(database.pool, name);
    return value();
  };

test('what was asked for is done once for each key, also when it was asked for before anybody answered', async () => {
  await request('greet', 'a');
  await request('greet', 'a');
  await request('greet', 'b');
  const done: string[] = [];
  await jobs.answer('greet', async (key) => void done.push(key));
  await expect.poll(() => [...done].sort()).toEqual(['a', 'b']);
  await request('greet', 'c');
  jobs.nudge();
  await expect.poll(() => done.length).toBe(3);
  expect((await database.pool.query('SELECT 1 FROM job_requests')).rowCount).toBe(0);
});

test('work that fails is tried again, and a request of a commit that was undone is none', async () => {
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`INSERT INTO job_requests (name, key) VALUES ('try', 'undone')`);
  await client.query('ROLLBACK');
  client.release();
  const tries: string[] = [];
  await jobs.answer('try', async (key) => {
    tries.push(key);
    if (tries.length === 1) throw new Error('not today');
  });
  await request('try', 'kept');
  jobs.nudge();
  await expect.poll(retried('try', () => tries)).toEqual(['kept', 'kept']);
});

test('a queue of an older release takes over the retries of this one', async () => {
  const work = async () => undefined;
  const limit = async () => {
    const { rows } = await database.pool.query("SELECT retry_limit, policy FROM jobs.queue WHERE name = 'aged'");
    return rows[0];
  };
  await jobs.answer('aged', work, { tries: { more: 8, firstAfterS: 10 } });
  expect(await limit()).toEqual({ retry_limit: 8, policy: 'short' });
  await jobs.stop();
  jobs = await start();
  await jobs.answer('aged', work, { tries: { more: 12, firstAfterS: 14 } });
  expect(await limit()).toEqual({ retry_limit: 12, policy: 'short' });
});

test('whose last try has failed is told of, once, and not before', async () => {
  let tries = 0;
  const given: string[] = [];
  const options = {
    tries: { more: 1, firstAfterS: 0 },
    givenUp: async (key: string) => void given.push(`${key} ${tries}`),
  };
  const fail = async () => {
    tries += 1;
    throw new Error('never');
  };
  await jobs.answer('hopeless', fail, options);
  await request('hopeless', 'a');
  jobs.nudge();
  await expect.poll(retried('hopeless', () => given)).toEqual(['a 2']);
  await expect.poll(async () => (await database.pool.query('SELECT FROM jobs.job')).rowCount).toBe(0);
});

test('of what was done nothing stays, and one that fails takes none of those beside it along', async () => {
  for (const key of ['bad', 'good', 'better']) await request('mixed', key);
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  await jobs.answer(
    'mixed',
    async (key) => {
      done.push(key);
      if (done.length === 3) gate.resolve();
      // Unless all of them run at once, this one waits forever.
      await gate.promise;
      if (key === 'bad') throw new Error('never');
    },
    { together: true },
  );
  const left = async () => {
    const { rows } = await database.pool.query(
      `SELECT data ->> 'key' AS key, state FROM jobs.job WHERE name = 'mixed'`,
    );
    return rows;
  };
  await expect.poll(left).toEqual([{ key: 'bad', state: 'retry' }]);
  expect(done.sort()).toEqual(['bad', 'better', 'good']);
});

test('what was taken when a stop came, but not begun, is given back at once', async () => {
  for (const key of ['a', 'b', 'c']) await request('slow', key);
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  await jobs.answer('slow', async (key) => {
    begun.push(key);
    await gate.promise;
  });
  const states = async () => (await database.pool.query(`SELECT state FROM jobs.job WHERE name = 'slow'`)).rows;
  await expect.poll(states).toEqual([{ state: 'active' }, { state: 'active' }, { state: 'active' }]);
  const stopped = jobs.stop();
  gate.resolve();
  await stopped;
  expect(begun).toHaveLength(1);
  expect(await states()).toEqual([{ state: 'retry' }, { state: 'retry' }]);
});

test('what nobody here answers is left for who does', async () => {
  await jobs.answer('mine', async () => undefined);
  await request('theirs', 'x');
  jobs.nudge();
  await request('mine', 'y');
  jobs.nudge();
  const left = async () => (await database.pool.query('SELECT name FROM job_requests')).rows;
  await expect.poll(left).toEqual([{ name: 'theirs' }]);
});

test('what is due is done once in its stretch of time, by one of two instances, and again in the next', async () => {
  const other = await start();
  try {
    const done: string[] = [];
    await jobs.every('tick', 3_600, async () => void done.push('one'));
    await other.every('tick', 3_600, async () => void done.push('other'));
    await expect.poll(() => done.length).toBe(1);
    const states = async () => (await database.pool.query(`SELECT state FROM jobs.job WHERE name = 'tick'`)).rows;
    await expect.poll(states).toEqual([{ state: 'completed' }]);
    await database.pool.query(
      `UPDATE jobs.job SET singleton_on = singleton_on - interval '1 hour' WHERE name = 'tick'`,
    );
    await other.every('tick', 3_600, async () => void done.push('other'));
    await expect.poll(() => done.length).toBe(2);
  } finally {
    await other.stop();
  }
});

test('due work that fails is tried again, and ends nothing else', async () => {
  let tries = 0;
  await jobs.every('brittle', 3_600, async () => {
    tries += 1;
    if (tries === 1) throw new Error('not today');
  });
  await expect.poll(() => tries).toBe(1);
  await expect.poll(retried('brittle', () => tries)).toBe(2);
});

test('a nudge begins what was asked for, long before the next look', async () => {
  await jobs.stop();
  // The next poll is after the test's end: the short intervals of other tests would hide a nudge that does nothing.
  jobs = await start({ ...TEST_INTERVALS, relayMs: 600_000 });
  await request('wait', 'a');
  const done: string[] = [];
  // The first poll comes with `answer`.
  await jobs.answer('wait', async (key) => void done.push(key));
  await expect.poll(() => done).toEqual(['a']);
  await request('wait', 'b');
  await wait(2 * TEST_INTERVALS.relayMs);
  expect(done).toEqual(['a']);
  jobs.nudge();
  await expect.poll(() => done).toEqual(['a', 'b']);
});
