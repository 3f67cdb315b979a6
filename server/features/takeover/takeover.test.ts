import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWork } from '../../testing/background-work.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import { followAsVisitor, watchAsAdmin } from '../../testing/live-session.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { isWithin } from './takeovers.ts';

let provider: FakeProvider;
/** With a language model. */
let model: OwnerScene;
/** With the embedded twin alone. */
let embedded: OwnerScene;
beforeAll(async () => {
  provider = await startFakeProvider();
  model = await ownerScene({ LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'fake-model' });
  embedded = await ownerScene({ WEBHOOK_URL: 'http://127.0.0.1:9/hook', WEBHOOK_SECRET: 'a-secret-of-the-tests' });
});
beforeEach(() => {
  provider.calls.length = 0;
});
afterAll(async () => {
  await model.app.close();
  await embedded.app.close();
  await provider.close();
});

type Session = Awaited<ReturnType<OwnerScene['app']['session']>>;
const say = ({ app }: OwnerScene, session: Session, user_message: string) =>
  app.call('agent_reply', { ...session, user_message, turn_id: randomUUID() });
const post = (scene: OwnerScene, { session_id: id }: Session, path: string, body: object = {}) =>
  scene.ask(`/sessions/${id}/${path}`, { method: 'POST', body: JSON.stringify(body) });
const lastMessages = () =>
  provider.calls.filter(({ stream }) => stream).at(-1)?.messages ?? expect.fail('No reply was requested.');

/** A conversation with one exchange, in which a person is. */
async function takenOver(scene: OwnerScene): Promise<Session> {
  const session = await scene.app.session();
  await say(scene, session, 'We are a bakery in Ghent.');
  await scene.app.call('request_person', session);
  expect((await post(scene, session, 'takeover', { name: 'Orla Venstrom' })).body.state).toBe('active');
  return session;
}
const write = (scene: OwnerScene, session: Session, text: string) =>
  post(scene, session, 'lines', { id: randomUUID(), text });
const handBack = (scene: OwnerScene, { session_id: id }: Session) =>
  scene.ask(`/sessions/${id}/takeover`, { method: 'DELETE' });

describe('when it is handed back', () => {
  test('a model knows what was said, and whose words they were', async () => {
    const session = await takenOver(model);
    await say(model, session, 'Do you come to Antwerp?');
    await write(model, session, 'Yes, every second Thursday.');
    await handBack(model, session);
    await say(model, session, 'What does it cost?');
    const said = lastMessages().slice(1);
    expect(said.at(-1)?.role).toBe('user');
    const told = said.at(-1)?.content ?? '';
    expect(told).toContain('Do you come to Antwerp?');
    expect(told).toContain(
      `[Orla Venstrom of the consultant's team, a person and not you, joined this chat and wrote to the visitor: ` +
        '"Yes, every second Thursday."]',
    );
    expect(told.endsWith('What does it cost?')).toBe(true);
    for (const { role, content } of said) if (role === 'assistant') expect(content).not.toContain('Thursday');
  });

  test('the visitor’s words meanwhile count for the lead, and the person’s do not', async () => {
    const session = await takenOver(embedded);
    await write(embedded, session, 'My name is Orla, my address is orla@venstrom.example. What is yours?');
    await say(embedded, session, 'I am Maria Lopez, maria@lopez.example.');
    await handBack(embedded, session);
    await say(embedded, session, 'We start in June.');
    const { rows } = await embedded.app.pool.query('SELECT email, contact_name FROM sessions WHERE id = $1', [
      session.session_id,
    ]);
    expect(rows).toEqual([{ email: 'maria@lopez.example', contact_name: 'Maria Lopez' }]);
  });

  test('a person’s promise is the owner’s to keep', async () => {
    const session = await takenOver(embedded);
    await write(embedded, session, "I'll send you the price list tomorrow.");
    await handBack(embedded, session);
    const work = startWork(embedded.app);
    await embedded.app.call('end_session', session);
    const items = async () =>
      (
        await embedded.app.pool.query(
          "SELECT title, owner FROM action_items WHERE session_id = $1 AND category = 'promise'",
          [session.session_id],
        )
      ).rows;
    await expect
      .poll(items, { timeout: 20_000 })
      .toEqual([{ title: "A person of your team promised: “I'll send you the price list tomorrow”", owner: 'you' }]);
    await work.stop();
    const { rows } = await embedded.app.pool.query('SELECT quote FROM lead_signals WHERE session_id = $1', [
      session.session_id,
    ]);
    expect(rows.filter(({ quote }) => quote.includes('price list'))).toEqual([]);
  });
});

describe('while a person is there', () => {
  test('the twin neither greets nor follows up', async () => {
    const session = await takenOver(embedded);
    const asked = { ...session, user_message: '', context: { is_followup: true, recent_messages: ['x'] } };
    expect(await embedded.app.call('agent_reply', asked)).toMatchObject({
      status: 409,
      body: { code: 'followup_not_due' },
    });
  });

  test('a draft is made for them and shown to nobody else', async () => {
    const session = await takenOver(model);
    await say(model, session, 'Do you come to Antwerp?');
    const visitor = await followAsVisitor(model.app.url, session);
    const draft = await post(model, session, 'suggestion');
    expect(draft.body.text).not.toBe('');
    const [system] = lastMessages();
    expect(system?.content).toContain('"Orla Venstrom" is a person of the consultant’s team');
    expect(lastMessages().at(-1)?.content).toContain('Do you come to Antwerp?');
    const { rows } = await model.app.pool.query('SELECT speaker FROM utterances WHERE session_id = $1 ORDER BY seq', [
      session.session_id,
    ]);
    expect(rows.map(({ speaker }) => speaker)).toEqual(['visitor', 'agent', 'visitor']);
    expect(visitor.lines()).toEqual([]);
    visitor.close();
    await handBack(model, session);
    expect(await post(model, session, 'suggestion')).toMatchObject({ status: 409, body: { code: 'not_taken_over' } });
  });

  test('a line without words, one that is too long and one of a viewer are refused', async () => {
    const session = await takenOver(embedded);
    expect((await write(embedded, session, '   ')).body.code).toBe('invalid_request');
    expect((await write(embedded, session, 'x'.repeat(4_001))).body.code).toBe('message_too_long');
    const asViewer = await embedded.ask(`/sessions/${session.session_id}/lines`, {
      method: 'POST',
      role: 'viewer',
      body: JSON.stringify({ id: randomUUID(), text: 'Hello.' }),
    });
    expect(asViewer.body.code).toBe('forbidden');
    const unknown = { session_id: randomUUID(), session_secret: '' };
    expect((await post(embedded, unknown, 'takeover', { name: 'Orla' })).status).toBe(404);
    expect((await post(embedded, session, 'takeover', { name: ' \n ' })).body.code).toBe('invalid_request');
  });

  test('nobody can join a conversation that has ended', async () => {
    const session = await embedded.app.session();
    await embedded.app.call('end_session', session);
    expect((await post(embedded, session, 'takeover', { name: 'Orla' })).body.code).toBe('session_ended');
    expect((await embedded.app.call('request_person', session)).body.code).toBe('session_ended');
    const watching = await watchAsAdmin(embedded.app.url, session.session_id, embedded.token('admin'));
    expect(watching.status).toBe(410);
  });
});

describe('a private hint', () => {
  const hinted = async (scene: OwnerScene, text: string) => {
    const session = await scene.app.session();
    await say(scene, session, 'Good morning.');
    expect((await post(scene, session, 'hint', { text })).status).toBe(200);
    const watching = await watchAsAdmin(scene.app.url, session.session_id, scene.token('admin'));
    await expect.poll(() => watching.state()).toMatchObject({ hint: text });
    return { session, watching };
  };

  test('is an instruction for one reply of a model, and is no word of the conversation', async () => {
    const { session, watching } = await hinted(model, 'We have a free day next Thursday.');
    await say(model, session, 'How do I begin?');
    expect(lastMessages()[0]?.content).toContain('The hint: "We have a free day next Thursday."');
    await expect.poll(() => watching.state()).toMatchObject({ hint: null, hint_outcome: 'carried' });
    await say(model, session, 'And then?');
    expect(JSON.stringify(lastMessages())).not.toContain('free day');
    const { rowCount } = await model.app.pool.query(
      "SELECT FROM utterances WHERE session_id = $1 AND text LIKE '%free day%'",
      [session.session_id],
    );
    expect(rowCount).toBe(0);
    watching.close();
  });

  test('is answered by the embedded twin from the nearest passage', async () => {
    const { session, watching } = await hinted(embedded, 'What does a first call cost?');
    const { body } = await say(embedded, session, 'Thank you for that.');
    await expect.poll(() => watching.state()).toMatchObject({ hint: null, hint_outcome: 'carried' });
    expect(body.knowledge.length).toBeGreaterThan(0);
    watching.close();
  });

  test('that the embedded twin knows nothing about is told to be impossible', async () => {
    const { session, watching } = await hinted(embedded, 'Zebras eat quarks on Jupiter.');
    await say(embedded, session, 'Thank you for that.');
    await expect.poll(() => watching.state()).toMatchObject({ hint: null, hint_outcome: 'unable' });
    watching.close();
  });
});

describe('a visitor who asks for a person', () => {
  test.each([
    'Kann ich bitte mit einem Menschen sprechen?',
    'Verbinden Sie mich mit einem echten Menschen.',
    'Ich möchte mit einer echten Person reden.',
    '¿Puedo hablar con una persona de verdad?',
  ])('is offered one in their language, and no times: %s', async (line) => {
    const { body } = await say(embedded, await embedded.app.session(), line);
    expect(body.offers.map(({ kind }: { kind: string }) => kind)).toEqual(['person']);
  });

  test('is offered it by the twin, and is told whether anybody is there', async () => {
    const session = await embedded.app.session();
    const { body } = await say(embedded, session, 'I want to speak to a real person.');
    expect(body.offers.map(({ kind }: { kind: string }) => kind)).toEqual(['person']);
    await embedded.app.pool.query('DELETE FROM open_dashboards');
    expect((await embedded.app.call('request_person', session)).body.reach).toEqual({ online: false, in_hours: null });
    const dashboard = await fetch(`${embedded.app.url}/api/admin/events`, { headers: embedded.token('admin') });
    const asked = () => embedded.app.call('request_person', session);
    await expect.poll(async () => (await asked()).body.reach.online).toBe(true);
    // That dashboard is told of them.
    const reader = dashboard.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    while (!told.includes('event: waiting')) told += (await reader?.read())?.value ?? expect.fail(told);
    await reader?.cancel();
  });

  test('is told to the webhook once, if the conversation is kept', async () => {
    const kept = await embedded.app.session();
    const unkept = await embedded.app.session(false);
    for (const session of [kept, kept, unkept]) await embedded.app.call('request_person', session);
    const { rows } = await embedded.app.pool.query(
      "SELECT session_id FROM webhook_messages WHERE reason = 'person_wanted' AND session_id = ANY ($1::uuid[])",
      [[kept.session_id, unkept.session_id]],
    );
    expect(rows).toEqual([{ session_id: kept.session_id }]);
  });

  test('hears nothing unasked from the twin while they wait, but that nobody came', async () => {
    const session = await embedded.app.session();
    await say(embedded, session, 'We are a bakery in Ghent.');
    const followUp = () =>
      embedded.app.call('agent_reply', {
        ...{ ...session, user_message: '', turn_id: randomUUID() },
        context: { is_followup: true, recent_messages: ['x'] },
      });
    await embedded.app.call('request_person', session);
    expect(await followUp()).toMatchObject({ status: 409, body: { code: 'followup_not_due' } });
    expect((await say(embedded, session, 'What does the Walkthrough cost?')).body.text).toContain('€6,800');
    await embedded.app.pool.query(
      "UPDATE takeovers SET state = 'over', reason = 'unanswered', message_due = true WHERE session_id = $1",
      [session.session_id],
    );
    expect((await followUp()).body.text).toContain('Nobody could join just now.');
    await embedded.app.call('request_person', session);
    await embedded.app.call('request_person', { ...session, wanted: false });
    expect((await followUp()).status).toBe(200);
  });

  test('may stop waiting, and then a person has to ask again', async () => {
    const session = await embedded.app.session();
    await embedded.app.call('request_person', session);
    const stopped = await embedded.app.call('request_person', { ...session, wanted: false });
    expect(stopped.body.takeover).toMatchObject({ state: 'over', reason: 'withdrawn' });
    expect((await post(embedded, session, 'takeover', { name: 'Orla' })).body.state).toBe('asked');
  });
});

test('office hours are those of the owner’s zone; without any, nothing is said', () => {
  const hours = { time_zone: 'Europe/Berlin', open: [{ day: 0, from: '09:00', to: '12:30' }] };
  const at = (time: string) => isWithin(hours, Date.parse(time));
  expect([at('2026-11-23T07:59:00Z'), at('2026-11-23T08:00:00Z'), at('2026-11-23T11:29:00Z')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([at('2026-11-23T11:30:00Z'), at('2026-11-24T09:00:00Z')]).toEqual([false, false]);
  // In summer the zone is an hour ahead.
  expect(at('2026-07-20T07:00:00Z')).toBe(true);
  expect(isWithin({ ...hours, open: [] }, Date.now())).toBeNull();
});
