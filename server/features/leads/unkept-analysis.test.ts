/** The analysis of words whose reply could not be saved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedApp, startScriptedApp } from '../../testing/scripted-app.ts';
import { visitorScene } from '../../testing/visitor-scene.ts';

const LINE = 'I am Ana Costa, managing director of Costa Bikes. Every order waits for me and it is killing us.';

let app: ScriptedApp;
beforeAll(async () => {
  app = await startScriptedApp();
});
afterAll(() => app.close());

test('is read again with the next turn, so that the score is the sum of what is kept', async () => {
  const { credentials, body } = await visitorScene(app);
  const message = body(LINE);
  const asked = app.call('agent_reply', message);
  const reply = await app.model.next();
  await app.pool.query(
    `UPDATE turns SET status = 'done', text = 'By another writer.' WHERE session_id = $1 AND turn_id = $2`,
    [credentials.session_id, message.turn_id],
  );
  reply.say('Too late.');
  reply.end();
  await asked;
  const next = app.call('agent_reply', body('Could we talk about that?'));
  const answer = await app.model.next();
  answer.say('Gladly.');
  answer.end();
  const { extract } = (await next).body;
  expect(extract).toMatchObject({ company: 'Costa Bikes', entities: { person_name: 'Ana Costa' } });
  expect(extract.lead_score).toBeGreaterThan(0);
  const { rows } = await app.pool.query('SELECT n, points FROM lead_signals WHERE session_id = $1 ORDER BY n', [
    credentials.session_id,
  ]);
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at));
  expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(extract.lead_score);
});
