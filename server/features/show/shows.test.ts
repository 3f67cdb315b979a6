import { randomUUID } from 'node:crypto';
import { showMemory } from '@understudy/contract/show';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Logger } from '../../platform/log.ts';
import { startWork } from '../../testing/background-work.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import { completion, refusal } from '../../testing/fake-replies.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { openShow } from '../../testing/show-socket.ts';
import { detachedTurn } from '../conversation/turn.ts';
import { readShow } from './show-store.ts';
import { Shows } from './shows.ts';

type Session = { session_id: string; session_secret: string };

let provider: FakeProvider;
/** With a model, whose prompts can be read. */
let modelled: OwnerScene;
/** Without one, and with a clock that tests set. */
let scene: OwnerScene;
let offset = 0;
beforeAll(async () => {
  provider = await startFakeProvider();
  const environment = { LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'fake-model' };
  modelled = await ownerScene(environment);
  scene = await ownerScene({}, { now: () => new Date(Date.now() + offset) });
});
afterAll(async () => {
  await scene.app.close();
  await modelled.app.close();
  await provider.close();
});
afterEach(() => {
  offset = 0;
});

const say = (of: OwnerScene, session: Session, user_message: string, more: object = {}) =>
  of.app.call('agent_reply', { ...session, user_message, is_performer_mode: true, ...more });
const stateOf = async (of: OwnerScene, { session_id }: Session) =>
  (await readShow(of.app.pool, session_id))?.show?.state;
const direct = async (of: OwnerScene, session: Session) => {
  const director = await openShow(of.app.url, session.session_id, {
    access_token: of.token('admin').authorization.replace('Bearer ', ''),
  });
  await director.next('ready');
  return director;
};
const perform = (of: OwnerScene, session: Session) =>
  openShow(of.app.url, session.session_id, { session_secret: session.session_secret });
const promptOf = (call = provider.calls.at(-1)): string =>
  call?.messages.map(({ content }) => content).join('\n') ?? '';

describe('a turn of the show', () => {
  test("begins the show with a performer's first turn, and outside of performer mode there is none", async () => {
    const session = await scene.app.session();
    await say(scene, session, 'Hello there', { is_performer_mode: false });
    expect(await stateOf(scene, session)).toBeUndefined();
    const { body } = await say(scene, session, 'We have a plant that nobody waters.');
    expect(body.text).toMatch(/\bAI\b/);
    expect(await stateOf(scene, session)).toMatchObject({
      episode: 1,
      turns: 1,
      callbacks: [{ setup: 'the plant that nobody waters' }],
    });
  });

  test('gives a model the orders of the engine, and the temperature of the mode', async () => {
    const session = await modelled.app.session();
    const director = await direct(modelled, session);
    const performer = await perform(modelled, session);
    performer.send({ type: 'podcast-started' });
    await performer.next('podcast-started');
    await say(modelled, session, 'Good evening.');
    director.send({ type: 'mode-change-request', data: { mode: 'riffing' } });
    await director.next('mode-change');
    await say(modelled, session, 'There is a marmalade cat in our office.');
    expect(provider.calls.at(-1)?.body['temperature']).toBe(0.95);
    expect(promptOf()).toContain('Riffing:');
    expect(promptOf()).toContain('The show has just moved to this mode');
    director.close();
    performer.close();
  });

  test("the director's hint reaches the prompt of the next reply only, and never the performer", async () => {
    const session = await modelled.app.session();
    const performer = await perform(modelled, session);
    performer.send({ type: 'podcast-started' });
    await performer.next('podcast-started');
    const director = await direct(modelled, session);
    director.send({ type: 'hint', data: { text: 'mention the lighthouse "keeper"' } });
    await director.next('hint');
    await say(modelled, session, 'Good evening to you.');
    expect(promptOf()).toContain(JSON.stringify('mention the lighthouse "keeper"'));
    await performer.next('response-processed');
    await say(modelled, session, 'And what else is new?');
    expect(promptOf()).not.toContain('lighthouse');
    await performer.next('response-processed');
    expect(JSON.stringify(performer.messages)).not.toContain('lighthouse');
    const { body } = await modelled.app.call('session_history', session);
    expect(JSON.stringify(body)).not.toContain('lighthouse');
    director.close();
    performer.close();
  });

  test('what the director orders while a reply is written counts for the next one', async () => {
    const model = scriptedModel();
    const scripted = await ownerScene({}, { model });
    const session = await scripted.app.session();
    const first = say(scripted, session, 'We moved into an old lighthouse.');
    const reply = await model.next();
    const director = await direct(scripted, session);
    director.send({ type: 'hint', data: { text: 'praise the lamp' } });
    director.send({ type: 'mode-change-request', data: { mode: 'storytelling' } });
    await director.next('mode-change');
    reply.say('A lighthouse, of all things.');
    reply.end();
    expect((await first).status).toBe(200);
    const second = say(scripted, session, 'It has two hundred steps.');
    const { request, ...next } = await model.next();
    expect(request.systemPrompt).toContain('praise the lamp');
    expect(request.systemPrompt).toContain('Storytelling:');
    expect(request.systemPrompt).toContain('The show has just moved to this mode');
    next.say('Two hundred.');
    next.end();
    await second;
    expect(await stateOf(scripted, session)).toMatchObject({ turns: 2, mode: 'storytelling', hint: null });
    director.close();
    await scripted.app.close();
  });

  test("a model that fails, or says nothing, is covered by the specification's sentences", async () => {
    const failing = await startFakeProvider();
    const environment = { LLM_BASE_URL: failing.url, LLM_API_KEY: 'k', LLM_MODEL: 'fake-model' };
    const of = await ownerScene(environment);
    const line = 'Our printer only works on Tuesdays.';
    failing.always((call) => completion('', 'stop', call.model));
    const empty = await say(of, await of.app.session(), line);
    expect(empty.body.text).toMatch(/^I need to think about that\.\.\. /);
    const plain = await say(of, await of.app.session(), line, { is_performer_mode: false });
    expect(plain.body.text).not.toMatch(/^I need to think|^Let me rephrase/);
    failing.always(() => refusal(500, 'server_error'));
    const session = await of.app.session();
    const failed = await say(of, session, line);
    expect(failed.body.text).toMatch(/^Let me rephrase that thought\.\.\. /);
    // Once is enough for one outage.
    const again = await say(of, session, 'And the scanner sings.');
    expect(again.body.text).not.toMatch(/^Let me rephrase/);
    await of.app.close();
    await failing.close();
  });

  test('a model is asked whether a doubtful line is an emergency; a sure one gets the written words', async () => {
    const session = await modelled.app.session();
    const doubtful = await say(modelled, session, 'hold the door then. My arm was tired.');
    expect(promptOf()).toContain('What the visitor has just said may be an emergency.');
    expect(promptOf()).toContain('You are on air');
    expect(doubtful.body.text).not.toContain('112');
    await say(modelled, session, "I don't think I could hear it and sit there. Honestly I think I like being asked.");
    expect(promptOf()).toContain('What the visitor has just said may be an emergency.');
    const sure = await say(modelled, session, "can't breathe properly, inhaler's empty, what do i do");
    expect(sure.body.text).toContain('112');
  });

  test('of a serious line is the plain reply, without a joke', async () => {
    const session = await scene.app.session();
    await say(scene, session, 'Hello there.');
    const { body } = await say(scene, session, 'My mother died last week and I cannot sleep.');
    const plain = await scene.app.session();
    await say(scene, plain, 'Hello there.', { is_performer_mode: false });
    const other = await say(scene, plain, 'My mother died last week and I cannot sleep.', { is_performer_mode: false });
    expect(body.text).toBe(other.body.text);
    expect(await stateOf(scene, session)).toMatchObject({ emotion: 'supportive' });
  });

  test('that goes on after its first words is counted once', async () => {
    const session = await scene.app.session();
    const { shows, understand } = scene.app.parts;
    const words = 'We have a plant that nobody waters.';
    const turn = { ...detachedTurn({ words, modeId: 'mentor', model: '' }), sessionId: session.session_id };
    const performed = { ...turn, turnId: randomUUID(), performer: true };
    for (const raw of ['The plant', 'The plant, of course.']) {
      const begun = await shows.begin(performed, await understand(words, { before: null }), false);
      await begun?.finish({ raw, provider: 'custom' });
    }
    expect(await stateOf(scene, session)).toMatchObject({ turns: 1, responses: [{}] });
  });

  test('teaches what its demo was worth: a tenth of the way to what the audience made of it', async () => {
    const session = await modelled.app.session();
    const script = modelled.app.parts.twin().demos.find(({ metadata }) => metadata.mode === 'comedy');
    if (!script) throw new Error('the sample twin has no such demo');
    await say(modelled, session, script.exchange.human);
    const used = (await stateOf(modelled, session))?.demosOpen ?? [];
    expect(used.length).toBeGreaterThan(0);
    expect(used.length).toBeLessThanOrEqual(2);
    expect(promptOf()).toContain(`Human: ${script.exchange.human}`);
    await say(modelled, session, 'Hahaha, that is really funny!');
    const { rows } = await modelled.app.pool.query('SELECT * FROM demo_performance WHERE demo_id = ANY($1)', [used]);
    expect(rows).toHaveLength(used.length);
    for (const { demo_id, metrics } of rows) {
      const before = modelled.app.parts.twin().demos.find(({ id }) => id === demo_id)?.performance_metrics;
      const start = before?.overall_effectiveness ?? 0;
      expect(metrics.overall_effectiveness).toBeCloseTo(start + 0.1 * (1 - start));
      expect(metrics.usage_count).toBe(1);
    }
    // Within 30 s of a demo comes no other.
    expect((await stateOf(modelled, session))?.demosOpen).toEqual([]);
  });
});

describe('what is kept', () => {
  const tables = ['shows', 'show_events', 'show_memories'];
  const kept = async (sessionId: string) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rowCount } = await scene.app.pool.query(`SELECT FROM ${table} WHERE session_id = $1`, [sessionId]);
      counts[table] = rowCount ?? 0;
    }
    return counts;
  };
  const LINES = ['We have a plant that nobody waters.', 'haha good one', 'Speaking of boats, our office has one.'];

  test('without consent nothing is kept at the end, nor on the way', async () => {
    const session = await scene.app.session(false);
    for (const line of LINES) await say(scene, session, line);
    offset = 6 * 60_000;
    await say(scene, session, 'Still here.');
    expect(await kept(session.session_id)).toMatchObject({ shows: 1, show_memories: 0 });
    await scene.app.call('end_session', session);
    expect(await kept(session.session_id)).toEqual({ shows: 0, show_events: 0, show_memories: 0 });
    await scene.app.parts.shows.finish(session.session_id);
    expect(await kept(session.session_id)).toEqual({ shows: 0, show_events: 0, show_memories: 0 });
  });

  test('the show is saved every 5 minutes while it runs', async () => {
    const session = await scene.app.session();
    await say(scene, session, LINES[0] ?? '');
    offset = 4 * 60_000;
    await say(scene, session, 'Not yet.');
    expect(await kept(session.session_id)).toMatchObject({ show_memories: 0 });
    offset = 5 * 60_000 + 1_000;
    await say(scene, session, 'Now.');
    expect(await kept(session.session_id)).toMatchObject({ show_memories: 1 });
  });

  test('what is kept of an episode is saved with its show, in one statement', async () => {
    const session = await scene.app.session();
    await say(scene, session, LINES[0] ?? '');
    const { pool, parts } = scene.app;
    const asked: string[] = [];
    const query = (query: { name?: string }) => {
      asked.push(query.name ?? '');
      if (asked.includes('show_save') && query.name !== 'show_save') throw new Error('the server has died');
      return pool.query(query as never);
    };
    const shows = new Shows({
      ...{ pool: { query } as unknown as Pool, twin: parts.twin, encode: null, now: Date.now },
      ...{ isSensitive: () => false, holdsSecret: () => false, log: {} as Logger },
    });
    const message = { type: 'podcast-stopped' as const, data: {} };
    expect(await shows.command(session.session_id, { by: 'performer', message })).toBe('done');
    expect(await kept(session.session_id)).toMatchObject({ shows: 1, show_memories: 1 });
  });

  test('at the end of the conversation an episode is kept, with all fields of a show memory', async () => {
    const work = startWork(scene.app);
    const session = await scene.app.session();
    for (const line of LINES) await say(scene, session, line);
    offset = 90_000;
    await scene.app.call('end_session', session);
    const read = () => scene.app.pool.query('SELECT * FROM show_memories WHERE session_id = $1', [session.session_id]);
    await expect.poll(async () => (await read()).rowCount).toBe(1);
    const [row] = (await read()).rows;
    const memory = showMemory.parse({
      ...row.memory,
      id: row.id,
      session_id: row.session_id,
      date: row.started_at.toISOString(),
    });
    expect(memory.episode_number).toBe(1);
    expect(memory.audience_stats).toMatchObject({ responses: 3, laughs: 1 });
    expect(memory.callbacks.map(({ setup }) => setup)).toContain('the plant that nobody waters');
    expect(memory.themes.map(({ topic }) => topic)).toContain('the plant that nobody waters');
    expect(memory.best_moments).toMatchObject([{ type: 'laugh' }]);
    expect((await stateOf(scene, session))?.active).toBe(false);
    await work.stop();
  });

  test("the visitor's next episode knows its number and themes; nobody else's does", async () => {
    const visitor = newVisitor();
    const first = await startAs(scene.app, visitor);
    await say(scene, first, LINES[0] ?? '');
    await scene.app.call('end_session', first);
    await scene.app.parts.shows.finish(first.session_id);
    const second = await startAs(scene.app, visitor);
    await say(scene, second, 'Hello again.');
    const themes = expect.arrayContaining([expect.objectContaining({ topic: 'the plant that nobody waters' })]);
    expect(await stateOf(scene, second)).toMatchObject({ episode: 2, earlier: themes });
    expect((await stateOf(scene, second))?.callbacks.map(({ setup }) => setup)).toContain(
      'the plant that nobody waters',
    );
    // The visitor's id alone does not make a visitor.
    const thief = await startAs(scene.app, { visitor_id: visitor.visitor_id });
    await say(scene, thief, 'Hello again.');
    expect(await stateOf(scene, thief)).toMatchObject({ episode: 1, earlier: [] });
    // Nor does a conversation without consent read what was kept.
    const unkept = await startAs(scene.app, visitor, { consent: false });
    await say(scene, unkept, 'Hello again.');
    expect(await stateOf(scene, unkept)).toMatchObject({ episode: 1, earlier: [] });
  });

  test('a command that cannot be saved is told as such', async () => {
    const session = await scene.app.session();
    await say(scene, session, LINES[0] ?? '');
    const { pool, parts } = scene.app;
    // Somebody else always was quicker.
    const query = (asked: { name?: string }) =>
      asked.name === 'show_save' ? { rows: [] } : pool.query(asked as never);
    const deps = {
      encode: null,
      isSensitive: () => false,
      holdsSecret: () => false,
      log: { warn: () => undefined } as unknown as Logger,
      now: Date.now,
    };
    const shows = new Shows({ ...deps, pool: { query } as unknown as Pool, twin: parts.twin });
    const message = { type: 'mode-change' as const, data: { mode: 'comedy' as const } };
    expect(await shows.command(session.session_id, { by: 'performer', message })).toBe('not_saved');
  });

  test('an erasure takes the show, and a command after it makes none', async () => {
    const session = await scene.app.session();
    for (const line of LINES) await say(scene, session, line);
    await scene.app.parts.shows.finish(session.session_id);
    expect(await kept(session.session_id)).toMatchObject({ shows: 1, show_memories: 1 });
    // Memories are extracted beside the turns; each is one more record to confirm.
    await scene.app.parts.memoryQueue.settled();
    const erase = (path: string, more: object) =>
      scene.ask(`/danger/${path}`, {
        method: 'POST',
        role: 'owner',
        body: JSON.stringify({ session_id: session.session_id, ...more }),
      });
    const { total } = (await erase('erase-visitor/preview', {})).body;
    expect((await erase('erase-visitor', { confirm_rows: total })).status).toBe(200);
    expect(await kept(session.session_id)).toEqual({ shows: 0, show_events: 0, show_memories: 0 });
    const message = { type: 'mode-change' as const, data: { mode: 'comedy' as const } };
    await scene.app.parts.shows.command(session.session_id, { by: 'performer', message });
    expect(await kept(session.session_id)).toEqual({ shows: 0, show_events: 0, show_memories: 0 });
  });
});

describe('start and stop', () => {
  test('the next turn after a stop says the last words, and the one after that is no show', async () => {
    const session = await scene.app.session();
    const performer = await perform(scene, session);
    performer.send({ type: 'podcast-started' });
    await performer.next('podcast-started');
    await say(scene, session, 'We have a plant that nobody waters.');
    performer.send({ type: 'podcast-stopped' });
    await performer.next('podcast-stopped');
    expect(await stateOf(scene, session)).toMatchObject({ active: false, isClosing: true });
    const closing = await say(scene, session, '', { context: { is_followup: true, recent_messages: ['x'] } });
    const closers = Object.values(scene.app.parts.twin().show.material.closers).flat();
    const plain = (text: string) => text.replaceAll(/\s*\[pause:[\d.]+s\]\s*/g, ' ').replaceAll(/\{\w+\}/g, '');
    const said = plain(closing.body.text);
    expect(closers.some((closer) => said.startsWith(plain(closer).slice(0, 20)))).toBe(true);
    const { body } = await say(scene, session, 'What do you charge?');
    expect(body.text).not.toBe('');
    expect(await stateOf(scene, session)).toMatchObject({ active: false, turns: 1 });
    performer.send({ type: 'podcast-started' });
    await performer.next('podcast-started');
    expect(await stateOf(scene, session)).toMatchObject({ active: true });
    performer.close();
  });
});
