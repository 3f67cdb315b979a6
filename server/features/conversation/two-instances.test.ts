import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { expectSoundDatabase } from '../../testing/invariants.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const GREETING = { user_message: '', context: { is_followup: true } };

let database: TestDatabase;
let instances: TestApp[];
beforeAll(async () => {
  database = await testDatabase();
  const shared = { DATABASE_URL: database.url };
  instances = await Promise.all([startTestApp(shared, { database }), startTestApp(shared, { database })]);
});
afterAll(async () => {
  await expectSoundDatabase(database.pool);
  for (const instance of instances) await instance.close();
  await database.close();
});

test('two instances that are asked for the greeting of one session at once give and keep one', async () => {
  const session = await instances[0]?.session();
  // Both have seen that there is no greeting yet before the first of them may write.
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

test('a call asked for at another instance is known where the conversation runs, from its next turn on', async () => {
  const [here, there] = instances;
  if (!here || !there) throw new Error('two instances were asked for');
  const session = await here.session();
  const say = (on: TestApp, user_message: string) => on.call('agent_reply', { ...session, user_message });
  const kept = async () =>
    (
      await database.pool.query(
        `SELECT email, lead_score, (SELECT sum(points)::int FROM lead_signals g WHERE g.session_id = s.id) AS sum,
           (SELECT count(*)::int FROM lead_signals g WHERE g.session_id = s.id AND rule = 'email') AS emails
         FROM sessions s WHERE id = $1`,
        [session.session_id],
      )
    ).rows[0];
  await say(here, 'Every order waits for me in our company and it is killing us.');
  const before = await kept();
  await there.call('request_call', { ...session, email: 'ana@costa.test', wished_time: 'Monday' });
  const asked = await kept();
  expect(asked).toMatchObject({ email: 'ana@costa.test', emails: 1 });
  expect(asked.lead_score).toBeGreaterThan(before.lead_score);
  // Here the conversation continues from a cache older than the call.
  const { extract } = (await say(here, 'What else should I know?')).body;
  expect(extract).toMatchObject({ contact_info: 'ana@costa.test' });
  expect(await kept()).toMatchObject({ email: 'ana@costa.test', emails: 1, lead_score: extract.lead_score });
  // And there, from a cache older than what was said here.
  await say(there, 'We are Costa Bikes and have set aside 20,000 euros.');
  await say(here, 'I am Ana Costa, the managing director.');
  await there.call('request_call', { ...session, email: 'office@costa.test', wished_time: 'Tuesday' });
  const { extract: last } = (await say(here, 'Thank you.')).body;
  expect(last).toMatchObject({ contact_info: 'office@costa.test', entities: { person_name: 'Ana Costa' } });
  const end = await kept();
  expect(end).toMatchObject({ email: 'office@costa.test', lead_score: last.lead_score, sum: last.lead_score });
});
