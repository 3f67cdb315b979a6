/** What a visitor's page is shown of the analysis: all or nothing, as the owner sets it. */
import { nextStepHint } from '@understudy/contract/leads';
import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { hear } from '../../testing/stream.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

const LINES = [
  "Hi, I'm Ana Costa, managing director of Costa Bikes. Every order waits for me. ana@costa.test",
  'We have set aside 20,000 euros, I decide, and want it settled this month. What does a first step cost?',
];
const config = async (): Promise<PublicConfig> =>
  (await (await fetch(`${scene.app.url}/api/config`)).json()) as PublicConfig;

async function show(analysis: boolean | null): Promise<void> {
  const { version } = (await scene.ask('/settings')).body.visitor_page;
  const { status } =
    analysis === null
      ? await scene.ask('/settings/reset', {
          method: 'POST',
          role: 'owner',
          body: JSON.stringify({ group: 'visitor_page', version }),
        })
      : await scene.ask('/settings', {
          method: 'PUT',
          body: JSON.stringify({ group: 'visitor_page', value: { analysis }, version }),
        });
  expect(status).toBe(200);
}

/** A conversation, and everything that its page has received by its end. */
async function everything() {
  const { app } = scene;
  const visit = await app.session();
  const turn_id = crypto.randomUUID();
  const first = (await app.call('agent_reply', { ...visit, user_message: LINES[0], model: 'embedded', turn_id })).body;
  const stream = await hear(app.url, { ...visit, user_message: LINES[1], model: 'embedded' });
  await stream.ended;
  const replayed = (await app.call('agent_reply', { ...visit, user_message: LINES[0], turn_id })).body;
  const history = (await app.call('session_history', visit)).body;
  const summary = (await app.call('session_summary', visit)).body;
  const items = (await app.call('action_items', { ...visit, action: 'extract' })).body;
  return { visit, first, events: stream.events, replayed, history, summary, items };
}

test('where the owner shows it, the page is told intent, score, reasons and what follows', async () => {
  await show(true);
  expect(await config()).toMatchObject({ visitor_page: { analysis: true } });
  const { first, events, replayed, history, items } = await everything();
  expect(first.extract.lead_score).toBeGreaterThan(0);
  expect(replayed.extract.reasons.length).toBeGreaterThan(0);
  expect(history.extract).toMatchObject({ intent: expect.any(String) });
  expect(events.map(({ event }) => event)).toContain('extract');
  expect(items.extracted.map(({ category }: { category: string }) => category)).toContain('sales');
});

test('where not, it is told none of it, and still what it needs for the offer of a next step', async () => {
  await show(false);
  expect(await config()).toMatchObject({ visitor_page: { analysis: false } });
  const { visit, first, events, replayed, history, summary, items } = await everything();
  expect([first.extract, replayed.extract, history.extract]).toEqual([null, null, null]);
  expect(events.map(({ event }) => event)).not.toContain('extract');
  expect(events.map(({ event }) => event)).toContain('done');
  const received = JSON.stringify([first, events, replayed, history, summary, items]);
  expect(received).not.toMatch(/lead_score|"reasons"|followup_actions|confidence|"intent"|next_best_question/);
  expect(items.extracted.filter(({ category }: { category: string }) => category === 'sales')).toEqual([]);
  expect(JSON.stringify(summary)).not.toMatch(/lead|score|hot|warm/i);
  expect(history.next_step).toMatchObject({ email: 'ana@costa.test', phone: null, contact: 'ana@costa.test' });
  // The owner's view is unaffected.
  const seen = (await scene.ask(`/sessions/${visit.session_id}`)).body;
  expect(seen.session.lead_score).toBeGreaterThanOrEqual(70);
  await show(true);
  const shown = (await scene.app.call('session_history', visit)).body;
  expect(history.next_step).toEqual(nextStepHint(shown.extract));
  expect(shown.next_step).toBeUndefined();
});

test('how much a memory matters is told with the rest, or not', async () => {
  await show(true);
  const { visit } = await everything();
  const memories = async () =>
    (await scene.app.call('my_memories', visit)).body.memories as { id: string; importance?: number }[];
  await scene.app.parts.memoryQueue.settled();
  const shown = await memories();
  expect(shown.length).toBeGreaterThan(0);
  for (const { importance } of shown) expect(importance).toBeGreaterThan(0);
  await show(false);
  expect(await memories()).toEqual(shown.map(({ importance: _, ...memory }) => memory));
});

test('until somebody sets it, the twin’s files say it', async () => {
  await show(null);
  expect((await scene.ask('/settings')).body.visitor_page).toMatchObject({
    value: { analysis: true },
    usual: { analysis: true },
  });
  expect(await config()).toMatchObject({ visitor_page: { analysis: true } });
  const persona = (await scene.ask('/twin/persona.yaml')).body;
  const text = persona.text.replace(/\nvisitor_page:\n(?: .*\n)+/, '\n');
  expect(text).not.toBe(persona.text);
  const saved = await scene.ask('/twin/persona.yaml', {
    method: 'PUT',
    body: JSON.stringify({ text, version: persona.version }),
  });
  expect(saved.status).toBe(200);
  await expect.poll(async () => (await config()).visitor_page).toEqual({ analysis: false });
  expect((await scene.ask('/settings')).body.visitor_page).toMatchObject({ usual: { analysis: false } });
});
