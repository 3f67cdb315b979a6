/** A telephone number given in a conversation is treated like an address: with the real functions and database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { finishSession } from './finish-session.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

test('a number beside an address reaches the session, the lead, the list, the detail and the export', async () => {
  const { app } = scene;
  const { body: credentials } = await app.call('create_session', { visitor_id: randomUUID(), consent: true });
  const say = async (user_message: string) =>
    (await app.call('agent_reply', { ...credentials, user_message })).body.extract;
  const first = await say('I am Jan Smit of Dekade Bouw. My number is +31 6 1234 5678');
  expect(first).toMatchObject({
    contact_info: '+31 6 1234 5678',
    entities: { contact_phone: '+31 6 1234 5678', contact_email: null },
  });
  const second = await say('Or write to jan@dekadebouw.example');
  expect(second).toMatchObject({
    contact_info: 'jan@dekadebouw.example',
    entities: { contact_phone: '+31 6 1234 5678', contact_email: 'jan@dekadebouw.example' },
  });
  const { session_id } = credentials;
  const detail = await scene.ask(`/sessions/${session_id}`);
  expect(detail.body.session).toMatchObject({ phone: '+31 6 1234 5678', email: 'jan@dekadebouw.example' });
  await app.pool.query('UPDATE sessions SET ended_at = now() WHERE id = $1', [session_id]);
  await finishSession(app.parts, app.parts.twin(), session_id);
  const { rows } = await app.pool.query('SELECT name, email, phone, company FROM leads');
  expect(rows).toEqual([
    { name: 'Jan Smit', email: 'jan@dekadebouw.example', phone: '+31 6 1234 5678', company: 'Dekade Bouw' },
  ]);
  const list = await scene.ask('/sessions');
  expect(list.body.items).toMatchObject([{ id: session_id, phone: '+31 6 1234 5678' }]);
});

test('a number without a verb, behind the day of a call that is asked for, reaches whoever is to call', async () => {
  const { app } = scene;
  const { body: credentials } = await app.call('create_session', { visitor_id: randomUUID(), consent: true });
  const say = (user_message: string) => app.call('agent_reply', { ...credentials, user_message });
  await say("Can somebody call me? I'm Tom Achterberg from Kiln & Co");
  await say('Thursday after 3pm, 06 1234 5678');
  const { session_id } = credentials;
  await app.pool.query('UPDATE sessions SET ended_at = now() WHERE id = $1', [session_id]);
  await finishSession(app.parts, app.parts.twin(), session_id);
  const { rows } = await app.pool.query(
    `SELECT s.phone, a.title FROM sessions s JOIN action_items a ON a.session_id = s.id AND a.key = 'request:call'
     WHERE s.id = $1`,
    [session_id],
  );
  expect(rows).toEqual([{ phone: '06 1234 5678', title: 'Call Tom Achterberg on 06 1234 5678' }]);
});
