import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { expectSoundDatabase } from '../testing/invariants.ts';
import { scriptedModel } from '../testing/scripted-model.ts';

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

test('a turn that two instances answer is told as it was kept, by both', async () => {
  const scripted = await Promise.all(
    [scriptedModel(), scriptedModel()].map(async (model) => ({
      model,
      app: await startTestApp({}, { database, model }),
    })),
  );
  const [here, there] = scripted;
  if (!here || !there) throw new Error('two instances were asked for');
  const turn = { ...(await here.app.session()), user_message: 'Hello', turn_id: crypto.randomUUID() };
  const askedHere = here.app.call('agent_reply', turn);
  const replyHere = await here.model.next();
  const askedThere = there.app.call('agent_reply', turn);
  const replyThere = await there.model.next();
  replyThere.say('Told over there.');
  replyThere.end();
  expect((await askedThere).body.text).toBe('Told over there.');
  replyHere.say('Told over here.');
  replyHere.end();
  expect((await askedHere).body).toMatchObject({ text: 'Told over there.', partial: false });
  for (const { app } of scripted) await app.close();
});
