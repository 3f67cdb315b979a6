import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Background } from '../../app/background.ts';
import { type AnalyticsScene, analyticsScene } from '../../testing/analytics-scene.ts';
import { startWork } from '../../testing/background-work.ts';

let scene: AnalyticsScene;
let background: Background;
beforeAll(async () => {
  scene = await analyticsScene();
  background = startWork(scene.app);
});
afterAll(async () => {
  await background.stop();
  await scene.app.close();
});

test('a conversation is in the charts while it runs, and with what it could not be told once it is over', async () => {
  const { app } = scene;
  const kept = await app.session(true);
  const unkept = await app.session(false);
  const say = async (credentials: object, user_message: string, more = {}) =>
    (await app.call('agent_reply', { ...credentials, user_message, turn_id: randomUUID(), ...more })).body;
  for (const credentials of [kept, unkept]) {
    await say(credentials, 'Everything in our firm waits for me and my projects are late.');
    await say(credentials, 'Where can I park my car?');
    const { text } = await say(credentials, 'How much do you charge?', { speak: true });
    expect(text).not.toBe('');
  }
  // A conversation with consent counts from its start; figures from the whole transcript come with its end.
  expect((await scene.charts('chart=funnel')).funnel[1]).toEqual({ step: 'started', count: 1 });
  const unanswered = async () => (await scene.charts('chart=unanswered')).unanswered;
  expect(await unanswered()).toEqual([]);
  for (const credentials of [kept, unkept]) await app.call('end_session', credentials);
  background.nudge();
  await expect.poll(unanswered, { timeout: 20_000 }).toHaveLength(1);
  expect((await scene.charts('chart=funnel')).funnel[1]).toEqual({ step: 'started', count: 1 });
  const all = await scene.charts('range=1d');
  expect(all.funnel[2]).toEqual({ step: 'three_turns', count: 1 });
  expect(all.over_time.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(1);
  expect(all.latency).toMatchObject([{ stage: 'reply', provider: 'embedded', times: 3 }]);
  expect(all.unanswered).toMatchObject([
    { question: 'Where can I park my car?', times: 1, session_id: kept.session_id },
  ]);
  const voice = all.cost.rows.find(({ kind }) => kind === 'voice');
  expect(voice).toMatchObject({ provider: 'embedded', model: 'embedded', cost: 0 });
  expect(voice?.characters).toBeGreaterThan(20);
  const left = await app.pool.query(
    'SELECT FROM uncounted_sessions UNION ALL SELECT FROM speech_use WHERE session_id = $1',
    [unkept.session_id],
  );
  expect(left.rows).toEqual([]);
});

test('what is spoken with the database away is kept later, and of an ended conversation counted again', async () => {
  const { app } = scene;
  const id = await scene.keep({ lines: ['a'] });
  await scene.count();
  const used = { kind: 'voice', provider: 'groq', model: 'orpheus', amount: 40 } as const;
  const { speechUse } = app.parts;
  await app.pool.query('ALTER TABLE speech_use RENAME TO away');
  speechUse.add(id, used);
  speechUse.add(randomUUID(), used);
  await speechUse.flush();
  await app.pool.query('ALTER TABLE away RENAME TO speech_use');
  speechUse.add(id, used);
  await speechUse.flush();
  const { rows } = await app.pool.query("SELECT session_id, amount::int FROM speech_use WHERE provider = 'groq'");
  expect(rows).toEqual([{ session_id: id, amount: 80 }]);
  expect(await scene.count()).toBe(1);
  const { cost } = await scene.charts('chart=cost');
  expect(cost.rows).toContainEqual(expect.objectContaining({ provider: 'groq', characters: 80 }));
});

test('one conversation that cannot be counted keeps no other from it', async () => {
  const { pool } = scene.app;
  const broken = await scene.keep();
  const fine = await scene.keep();
  // Not an integer that a figure can hold.
  await pool.query(
    `INSERT INTO plain_completions (session_id, usage)
     VALUES ($1, '[{"provider": "p", "model": "m", "prompt_tokens": 1e300, "completion_tokens": 1}]')`,
    [broken],
  );
  await expect(scene.count()).rejects.toThrow();
  const { rows } = await pool.query('SELECT session_id FROM session_figures WHERE session_id = ANY ($1)', [
    [broken, fine],
  ]);
  expect(rows).toEqual([{ session_id: fine }]);
  await pool.query('DELETE FROM plain_completions');
  expect(await scene.count()).toBe(1);
});
