import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { DEFAULT_SETTINGS, readStoredSetting } from '../settings/settings.ts';
import { runRetention } from './retention.ts';
import { readRetentionPlan } from './retention-rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const keep = (value: unknown) =>
  database.pool.query(
    `INSERT INTO settings (name, value, version, updated_by) VALUES ('retention', $1, 1, 'owner@example.test')
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(value)],
  );

test('what is kept for ever stays so beside kinds that only a later release knows', async () => {
  await keep({ ...DEFAULT_SETTINGS.retention, transcripts: null, recordings: 30 });
  const { set } = await readRetentionPlan(database.pool);
  expect(set).toEqual({ ...DEFAULT_SETTINGS.retention, transcripts: null });
  expect((await readStoredSetting(database.pool, 'retention')).value).toEqual(set);
});

test.each([
  { value: 'x' },
  { value: [] },
  { value: { transcripts: { forever: true } } },
  { value: { transcripts: 'for ever' } },
  { value: { transcripts: -1 } },
])(
  'a retention that cannot be read ($value) deletes nothing, and what is to be set can be looked at all the same',
  async ({ value }) => {
    await keep(value);
    await database.pool.query(
      `INSERT INTO waitlist (email, email_normalised, signup_type, created_at)
       VALUES ('old@example.test', 'old@example.test', 'waitlist', now() - interval '9 years') ON CONFLICT DO NOTHING`,
    );
    await expect(runRetention(database.pool, readRetentionPlan)).rejects.toThrow('cannot be read');
    expect((await database.pool.query('SELECT FROM waitlist')).rowCount).toBe(1);
    const set = { ...DEFAULT_SETTINGS.retention, waitlist: null };
    expect((await readRetentionPlan(database.pool, set)).set).toBe(set);
  },
);

test('one that nobody has set, or that was set back, is the usual', async () => {
  await keep(null);
  expect((await readRetentionPlan(database.pool)).set).toEqual(DEFAULT_SETTINGS.retention);
  await database.pool.query("DELETE FROM settings WHERE name = 'retention'");
  expect((await readRetentionPlan(database.pool)).set).toEqual(DEFAULT_SETTINGS.retention);
});
