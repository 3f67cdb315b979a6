import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createDailyTotals, utcDay } from './daily-totals.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

/** Instances share counts through the database, so a test waits for the flush. */
const FLUSH_MS = 50;
const MORNING = new Date('2026-11-20T08:00:00Z');

const kept = async () =>
  (await database.pool.query('SELECT day::text, name, count::int FROM daily_totals ORDER BY day, name')).rows;

test('what was counted is there after a restart', async () => {
  const before = createDailyTotals(database.pool, () => MORNING, FLUSH_MS);
  before.add('messages');
  before.add('messages', 2);
  before.add('visits');
  expect(before.today('messages')).toBe(3);
  await before.close();
  expect(await kept()).toEqual([
    { day: '2026-11-20', name: 'messages', count: 3 },
    { day: '2026-11-20', name: 'visits', count: 1 },
  ]);
  const after = createDailyTotals(database.pool, () => MORNING, FLUSH_MS);
  await after.loaded();
  expect(after.today('messages')).toBe(3);
  await after.close();
});

test('instances count together', async () => {
  const [one, other] = [
    createDailyTotals(database.pool, () => MORNING, FLUSH_MS),
    createDailyTotals(database.pool, () => MORNING, FLUSH_MS),
  ];
  one.add('messages', 3);
  await one.close();
  other.add('messages', 4);
  await expect.poll(() => other.today('messages')).toBe(7);
  await other.close();
  expect(await kept()).toEqual([{ day: '2026-11-20', name: 'messages', count: 7 }]);
});

test('a new day starts at nothing, and what was counted before midnight stays with its day', async () => {
  let now = new Date('2026-11-20T23:59:59Z');
  const totals = createDailyTotals(database.pool, () => now, FLUSH_MS);
  totals.add('messages', 5);
  now = new Date('2026-11-21T00:00:01Z');
  expect(totals.today('messages')).toBe(0);
  totals.add('messages');
  expect(totals.today('messages')).toBe(1);
  await totals.close();
  expect(await kept()).toEqual([
    { day: '2026-11-20', name: 'messages', count: 5 },
    { day: '2026-11-21', name: 'messages', count: 1 },
  ]);
});

test('what could not be written is kept until it can', async () => {
  await database.pool.query('ALTER TABLE daily_totals RENAME TO elsewhere');
  const totals = createDailyTotals(database.pool, () => MORNING, FLUSH_MS);
  totals.add('messages', 2);
  const failing = totals.today('messages');
  expect(failing).toBe(2);
  await database.pool.query('ALTER TABLE elsewhere RENAME TO daily_totals');
  totals.add('messages');
  await totals.close();
  expect(await kept()).toEqual([{ day: '2026-11-20', name: 'messages', count: 3 }]);
});

test('days are those of UTC', () => {
  expect(utcDay(new Date('2026-11-20T23:30:00-05:00'))).toBe('2026-11-21');
});
