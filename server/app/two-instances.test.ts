import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { expectSoundDatabase } from '../testing/invariants.ts';

const GREETING = { user_message: '', context: { is_followup: true } };

let database: TestDatabase;
let instances: TestApp[];
beforeAll(async () => {
  database = await testDatabase();
  instances = await Promise.all([startTestApp({}, { database }), startTestApp({}, { database })]);
});
afterAll(async () => {
  await expectSoundDatabase(database.pool);
  for (const instance of instances) await instance.close();
  await database.close();
});

test('two instances that are asked for the greeting of one session at once give and keep one', async () => {
  const session = await instances[0]?.session();
  // Both have seen that there is no greeting yet when the first of them may write.
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM sessions FOR UPDATE');
  const asked = instances.map((instance) => instance.call('agent_reply', { ...session, ...GREETING }));
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(instances.length);
  await holder.query('COMMIT');
  holder.release();
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body.turn_id)).size).toBe(1);
  const { rows } = await database.pool.query('SELECT kind, turn_id FROM turns');
  expect(rows).toEqual([{ kind: 'greeting', turn_id: answers[0]?.body.turn_id }]);
  const spoken = await database.pool.query('SELECT DISTINCT turn_id FROM utterances');
  expect(spoken.rowCount).toBe(1);
});
