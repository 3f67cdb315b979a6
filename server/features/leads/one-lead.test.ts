import type { AdminActionItem, Page } from '@understudy/contract/admin';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type KeptVisitor, newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { finishSession } from './finish-session.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());
beforeEach(() => scene.app.pool.query('TRUNCATE sessions, leads, action_items, person_links CASCADE'));

const WANTS = [
  'Hello, I am Ana Costa, managing director of Costa Bikes. Can Orla help us to get decisions off my desk?',
  'We have set aside 20,000 euros and want to begin in March. Write to ana@costa.test.',
];

async function held(visitor: KeptVisitor, lines: readonly string[]) {
  const { app } = scene;
  const talk = await startAs(app, visitor);
  for (const user_message of lines) await app.call('agent_reply', { ...talk, user_message, model: 'embedded' });
  await app.call('end_session', talk);
  return talk.session_id as string;
}
const finish = (id: string) => finishSession(scene.app.parts, scene.app.parts.twin(), id);
const intents = async () =>
  (
    await scene.app.pool.query("SELECT session_id FROM action_items WHERE key LIKE 'intent:%' ORDER BY created_at, id")
  ).rows.map(({ session_id }) => session_id as string);
const waiting = async () => ((await scene.ask('/action-items?kind=asked')).body as Page<AdminActionItem>).items;

test('what an intent asks for is made once per lead: for a visitor, and for visitors with one address', async () => {
  const visitor = newVisitor();
  const first = await held(visitor, WANTS);
  await finish(first);
  expect(await intents()).toEqual([first]);
  await finish(await held(visitor, WANTS));
  const other = await held(newVisitor(), WANTS);
  await finish(other);
  expect(await intents()).toEqual([first]);
  // The summary lists no action item that does not exist.
  const { rows } = await scene.app.pool.query('SELECT action_items FROM summaries WHERE session_id = $1', [other]);
  expect(JSON.stringify(rows[0].action_items)).not.toContain('Prepare consulting proposal');
  // Also after the owner has done it.
  await scene.app.pool.query("UPDATE action_items SET status = 'done'");
  await finish(await held(visitor, WANTS));
  expect(await intents()).toEqual([first]);
  // Another address is another lead.
  const stranger = await held(
    newVisitor(),
    WANTS.map((line) => line.replace('ana@costa.test', 'bo@other.test')),
  );
  await finish(stranger);
  expect(await intents()).toEqual([first, stranger]);
});

test('conversations of one address that end at the same time make one', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => held(newVisitor(), WANTS)));
  await Promise.all(ids.map(finish));
  expect(await intents()).toHaveLength(1);
});

test('visitors whom the owner merged are one lead, also if their conversations end at the same time', async () => {
  const { app } = scene;
  const visitors = [newVisitor(), newVisitor()] as const;
  const talks = await Promise.all(
    visitors.map(async (visitor, at) => {
      const talk = await startAs(app, visitor);
      for (const line of WANTS) {
        const user_message = line.replace('ana@', `ana${at}@`);
        await app.call('agent_reply', { ...talk, user_message, model: 'embedded' });
      }
      return talk;
    }),
  );
  const init = { method: 'POST', body: JSON.stringify({ with: visitors[1].visitor_id }) };
  expect((await scene.ask(`/people/${visitors[0].visitor_id}/merge`, init)).status).toBe(200);
  await Promise.all(talks.map((talk) => app.call('end_session', talk)));
  await Promise.all(talks.map(({ session_id }) => finish(session_id)));
  expect(await intents()).toHaveLength(1);
});

test('of the calls that one lead asked for the newest is listed, and ticks off all', async () => {
  const { app } = scene;
  const call = async (email: string) => {
    const talk = await startAs(app, newVisitor());
    await app.call('agent_reply', { ...talk, user_message: 'Hello there' });
    const answer = await app.call('request_call', { ...talk, email, wished_time: 'On 1 December 2031' });
    expect(answer.status).toBe(200);
    return talk.session_id as string;
  };
  await call('ana@costa.test');
  const newest = await call('Ana@Costa.test');
  const other = await call('bo@other.test');
  const listed = await waiting();
  expect(listed.map(({ session_id }) => session_id)).toEqual([other, newest]);
  // Each conversation still has its own.
  expect(
    (await scene.ask('/sessions')).body.items.every((one: { call_requested: boolean }) => one.call_requested),
  ).toBe(true);
  await scene.ask(`/action-items/${listed[1]?.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'done' }) });
  expect((await waiting()).map(({ session_id }) => session_id)).toEqual([other]);
});

test('a call that is opened again opens those that were ticked off with it, and no other', async () => {
  const { app } = scene;
  const EMAIL = 'eva@costa.test';
  const call = async () => {
    const talk = await startAs(app, newVisitor());
    await app.call('agent_reply', { ...talk, user_message: 'Hello there' });
    await app.call('request_call', { ...talk, email: EMAIL, wished_time: 'On 1 December 2031' });
    const { rows } = await app.pool.query<{ id: string }>(
      "SELECT id FROM action_items WHERE session_id = $1 AND key = 'request:call'",
      [talk.session_id],
    );
    return rows[0]?.id ?? '';
  };
  const set = async (id: string, status: 'open' | 'done') =>
    expect(
      (await scene.ask(`/action-items/${id}`, { method: 'PATCH', body: JSON.stringify({ status }) })).body.status,
    ).toBe(status);
  const open = async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `SELECT a.id FROM action_items a JOIN sessions s ON s.id = a.session_id
       WHERE a.status = 'open' AND a.key = 'request:call' AND s.call_request ->> 'email' = $1 ORDER BY a.created_at`,
      [EMAIL],
    );
    return rows.map(({ id }) => id);
  };
  const settled = await call();
  await set(settled, 'done');
  const [older, newest] = [await call(), await call()];
  await set(newest, 'done');
  await set(newest, 'done');
  expect(await open()).toEqual([]);
  await set(newest, 'open');
  expect(await open()).toEqual([older, newest]);
  // Whichever of them is reopened: they are one call.
  await set(newest, 'done');
  await set(older, 'open');
  expect(await open()).toEqual([older, newest]);
  // An item completed alone is reopened alone, also after others of the lead.
  await set(settled, 'open');
  expect(await open()).toEqual([settled, older, newest]);
  await set(settled, 'done');
  await set(settled, 'open');
  expect(await open()).toEqual([settled, older, newest]);
});
