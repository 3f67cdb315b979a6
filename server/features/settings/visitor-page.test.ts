/** What a visitor's page is shown of the analysis: all or nothing, as the owner sets it. */
import { nextStepHint } from '@understudy/contract/leads';
import { USUAL_VISITOR_PAGE, type VisitorPageSettings } from '@understudy/contract/settings';
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

async function show(shown: boolean | null | Partial<VisitorPageSettings>): Promise<void> {
  const { version } = (await scene.ask('/settings')).body.visitor_page;
  const value = { ...USUAL_VISITOR_PAGE, ...(typeof shown === 'boolean' ? { analysis: shown } : shown) };
  const { status } =
    shown === null
      ? await scene.ask('/settings/reset', {
          method: 'POST',
          role: 'owner',
          body: JSON.stringify({ group: 'visitor_page', version }),
        })
      : await scene.ask('/settings', {
          method: 'PUT',
          body: JSON.stringify({ group: 'visitor_page', value, version }),
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
  const { value, usual } = (await scene.ask('/settings')).body.visitor_page;
  expect(usual).toMatchObject({ analysis: true, models: true, voice: true, waitlist: true, dashboard_link: true });
  expect(usual.starters.length).toBeGreaterThan(3);
  expect(value).toEqual(usual);
  expect(await config()).toMatchObject({ visitor_page: { analysis: true } });
  const persona = (await scene.ask('/twin/persona.yaml')).body;
  const text = persona.text.replace(/\nvisitor_page:\n(?: .*\n)+/, '\n');
  expect(text).not.toBe(persona.text);
  const saved = await scene.ask('/twin/persona.yaml', {
    method: 'PUT',
    body: JSON.stringify({ text, version: persona.version }),
  });
  expect(saved.status).toBe(200);
  await expect.poll(async () => (await config()).visitor_page).toEqual(USUAL_VISITOR_PAGE);
  expect((await scene.ask('/settings')).body.visitor_page).toMatchObject({ usual: { analysis: false } });
});

test('without the model picker the page is told no model, and asks for none', async () => {
  await show({ models: false });
  const { models, default_model } = await config();
  expect([models, default_model]).toEqual([[], '']);
  const { app } = scene;
  const visit = await app.session();
  const turn_id = crypto.randomUUID();
  // A page from before the change may still name one, whatever it is.
  const asked = { ...visit, user_message: 'What does it cost?', model: 'no-such-model', turn_id };
  const { status, body } = await app.call('agent_reply', asked);
  expect(status).toBe(200);
  const stream = await hear(app.url, { ...visit, user_message: 'What do you do?' });
  await stream.ended;
  const replayed = (await app.call('agent_reply', asked)).body;
  const done = stream.events.find(({ event }) => event === 'done')?.data as typeof body;
  for (const answer of [body, replayed, done]) expect(answer).toMatchObject({ model: '', provider: '' });
  expect(JSON.stringify(stream.events)).not.toContain('embedded');
  // The owner is told all the same.
  const turn = (await scene.ask(`/sessions/${visit.session_id}/turns/${turn_id}`)).body;
  expect(turn).toMatchObject({ model: 'embedded', provider: 'embedded' });
});

test('without the voice nothing is spoken or heard for visitors, and their page is told of neither', async () => {
  await show({ voice: false });
  expect((await config()).speech).toEqual({
    transcription: { providers: [], browser: false },
    voice: { provider: null, voices: [] },
  });
  const { app } = scene;
  const visit = await app.session();
  const stream = await hear(app.url, { ...visit, user_message: 'What does it cost?', speak: true });
  await stream.ended;
  expect(stream.events.map(({ event }) => event)).not.toContain('audio');
  const { body } = await app.call('agent_reply', { ...visit, user_message: 'What do you do?', speak: true });
  expect(body.audio_base64).toBeNull();
  const words = { text: 'Good morning.' };
  expect(await app.call('text_to_speech', { ...visit, ...words })).toMatchObject({
    status: 403,
    body: { code: 'forbidden', error: 'The voice is switched off here. You can go on by typing.' },
  });
  // An admin may try it before visitors have it.
  expect((await app.call('text_to_speech', words, scene.token('admin'))).status).toBe(200);
});

test('without the waitlist no address is taken', async () => {
  await show({ waitlist: false });
  const refused = await scene.app.call('collect_email', { email: 'ana@costa.test', signup_type: 'waitlist' });
  expect(refused).toMatchObject({ status: 403, body: { error: 'The waitlist is closed.' } });
  expect((await scene.ask('/waitlist')).body.items).toEqual([]);
  await show({});
  expect((await scene.app.call('collect_email', { email: 'ana@costa.test', signup_type: 'waitlist' })).status).toBe(
    200,
  );
});

test('starter questions are checked, and have the consultant’s name', async () => {
  await show({ starters: ['What does {first_name} do?', ' What does it cost? ', 'What does it cost?'] });
  expect((await config()).visitor_page.starters).toEqual(['What does Orla do?', 'What does it cost?']);
  const { version } = (await scene.ask('/settings')).body.visitor_page;
  for (const starters of [Array.from({ length: 13 }, (_, at) => `Question ${at}?`), ['a'.repeat(121)], [''], 'One?']) {
    const value = { ...USUAL_VISITOR_PAGE, starters };
    const body = JSON.stringify({ group: 'visitor_page', value, version });
    expect((await scene.ask('/settings', { method: 'PUT', body })).status).toBe(400);
  }
  const body = JSON.stringify({ group: 'visitor_page', value: USUAL_VISITOR_PAGE, version });
  expect((await scene.ask('/settings', { method: 'PUT', body, role: 'viewer' })).status).toBe(403);
});

test('a value of an earlier release is completed with the defaults', async () => {
  await show({ analysis: true });
  await scene.app.pool.query(
    `UPDATE settings SET value = '{"analysis": false}', version = version + 1 WHERE name = 'visitor_page'`,
  );
  const { value, usual, unreadable } = (await scene.ask('/settings')).body.visitor_page;
  expect([value, unreadable]).toEqual([{ ...usual, analysis: false }, false]);
});
