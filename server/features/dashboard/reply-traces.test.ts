/** Why the twin answered as it did: recorded with the turn, only of conversations that are kept, and only ids of it. */
import { randomUUID } from 'node:crypto';
import type { TurnDetail } from '@understudy/contract/reply-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let provider: FakeProvider;
let scene: OwnerScene;
beforeAll(async () => {
  provider = await startFakeProvider();
  scene = await ownerScene({ LLM_BASE_URL: provider.url, LLM_MODEL: 'a-model' });
  await scene.app.parts.speaker().answers.warm();
});
afterAll(async () => {
  await scene.app.close();
  await provider.close();
});

const ABOUT = "I'm Ana Costa of Costa Bikes, and we have 20,000 euros. Email ana@costa.test.";
const PRICE = 'What does a first step cost?';

async function say(visit: object, user_message: string, model = 'embedded'): Promise<string> {
  const { body } = await scene.app.call('agent_reply', { ...visit, user_message, model });
  return body.turn_id;
}
const why = async (id: string, turn: string, more: object = {}) =>
  (await scene.ask(`/sessions/${id}/turns/${turn}`, more)) as { status: number; body: TurnDetail };
const stored = async (turn: string) =>
  (await scene.app.pool.query('SELECT trace FROM turns WHERE turn_id = $1', [turn])).rows[0]?.trace;

test('a reply of the embedded twin tells passages, facts, moves and the time of each stage', async () => {
  const visit = await scene.app.session();
  await say(visit, ABOUT);
  const turn = await say(visit, PRICE);
  const { status, body } = await why(visit.session_id, turn);
  expect(status).toBe(200);
  expect(body).toMatchObject({ turn_id: turn, kind: 'message', mode: 'mentor', provider: 'embedded' });
  const [search] = body.trace?.searches ?? [];
  expect(search).toMatchObject({ decision: 'answer', sure: expect.any(Number) });
  expect(search?.passages.length).toBeLessThanOrEqual(4);
  const [best] = search?.passages ?? [];
  expect(best).toMatchObject({ used: true, file: expect.stringMatching(/^(knowledge\/.+\.md|persona\.yaml)$/) });
  expect(best?.share).toBeGreaterThan(search?.passages[1]?.share ?? 0);
  expect(body.trace?.facts).toContainEqual({ field: 'name', value: 'Ana Costa' });
  expect(body.trace?.facts).toContainEqual({ field: 'contact', value: expect.stringContaining('ana@costa.test') });
  const { saved, understood, recalled, first_word, written } = body.trace?.stages ?? {};
  const times = [saved, understood, recalled, first_word, written].map(Number);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('a reply of a language model names it, and the model that was asked for', async () => {
  const visit = await scene.app.session();
  const { body } = await why(visit.session_id, await say(visit, PRICE, 'a-model'));
  expect(body).toMatchObject({ model_asked: 'a-model', model: 'a-model', provider: 'custom' });
  expect(body.trace?.searches[0]?.passages.some(({ used }) => used)).toBe(true);
});

test('it holds no copy of a text, and stays small', async () => {
  const visit = await scene.app.session();
  await say(visit, ABOUT);
  const trace = JSON.stringify(await stored(await say(visit, `${PRICE} How long does it take? Do you travel?`)));
  expect(trace.length).toBeLessThan(2_000);
  expect(trace).not.toMatch(/Costa|20,000|ana@/);
});

test('of a memory only the id is recorded: a forgotten one is told as forgotten', async () => {
  const credentials = { visitor_id: randomUUID() };
  const first = (await scene.app.call('create_session', { ...credentials, consent: true })).body;
  await say(first, 'I am Ana Costa, managing director of Costa Bikes. Every single order waits for me to approve it.');
  await scene.app.parts.memoryQueue.settled();
  await scene.app.call('end_session', first);
  const { visitor_id, visitor_secret } = first;
  const visit = (await scene.app.call('create_session', { visitor_id, visitor_secret, consent: true })).body;
  const turn = await say(visit, 'What do you remember about me and my company?');
  const { memories = [] } = (await why(visit.session_id, turn)).body.trace ?? {};
  expect(memories.length).toBeGreaterThan(0);
  expect(memories).not.toContain(null);
  await scene.app.call('forget_memory', { ...visit, all: true });
  const after = (await why(visit.session_id, turn)).body.trace?.memories ?? [];
  expect(after).toEqual(memories.map(() => null));
});

test('of a conversation that is not kept nothing is recorded, and nobody reads it', async () => {
  const visit = await scene.app.session(false);
  const turn = await say(visit, PRICE);
  expect(await stored(turn)).toBeNull();
  expect((await why(visit.session_id, turn)).status).toBe(404);
});

test('a turn from before says so, and an unknown one is not found', async () => {
  const visit = await scene.app.session();
  const turn = await say(visit, PRICE);
  await scene.app.pool.query('UPDATE turns SET trace = NULL WHERE turn_id = $1', [turn]);
  expect((await why(visit.session_id, turn)).body).toMatchObject({ turn_id: turn, trace: null });
  expect((await why(visit.session_id, randomUUID())).status).toBe(404);
  expect((await why(visit.session_id, 'no-id')).status).toBe(404);
});

test('only people who may read conversations read it, and it goes with the conversation', async () => {
  const visit = await scene.app.session();
  const turn = await say(visit, PRICE);
  expect((await why(visit.session_id, turn, { role: 'viewer' })).status).toBe(403);
  expect((await why(visit.session_id, turn, { role: null })).status).toBe(401);
  await scene.app.pool.query('DELETE FROM sessions WHERE id = $1', [visit.session_id]);
  expect(await stored(turn)).toBeUndefined();
});
