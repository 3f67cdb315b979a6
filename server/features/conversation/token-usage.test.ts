import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { expectSoundDatabase } from '../../testing/invariants.ts';
import { type ScriptedApp, startScriptedApp } from '../../testing/scripted-app.ts';
import { allowSessionChat } from '../../testing/session-chat.ts';
import { hear } from '../../testing/stream.ts';
import { visitorScene } from '../../testing/visitor-scene.ts';

const FIGURES = { prompt_tokens: 1_200, completion_tokens: 40 };
const HELLO = 'Good to meet you.';

/** Stored usage of a session's turns, and of its plain completions. */
async function kept(app: TestApp, { session_id }: { session_id: string }) {
  const usage = async (table: string) =>
    (
      await app.pool.query(`SELECT usage FROM ${table} WHERE session_id = $1 ORDER BY created_at`, [session_id])
    ).rows.map((row) => row.usage);
  return { turns: await usage('turns'), completions: await usage('plain_completions') };
}

describe('with two providers', () => {
  let app: TestApp;
  let first: FakeProvider;
  let second: FakeProvider;
  beforeAll(async () => {
    [first, second] = [await startFakeProvider(), await startFakeProvider()];
    app = await startTestApp({
      LLM_BASE_URL: `${first.url},${second.url}`,
      LLM_API_KEY: 'one,two',
      LLM_MODEL: 'large,small',
    });
    await allowSessionChat(app);
  });
  afterEach(() => {
    first.always(fake.streamed(HELLO, { usage: FIGURES }));
    second.always(fake.streamed(HELLO, { usage: FIGURES }));
  });
  afterAll(async () => {
    await expectSoundDatabase(app.pool);
    await app.close();
    await first.close();
    await second.close();
  });

  const own = (model: string) => ({ provider: 'custom', model, ...FIGURES, estimated: false });
  const guess = (model: string, completion_tokens: number) => ({
    provider: 'custom',
    model,
    prompt_tokens: expect.any(Number),
    completion_tokens,
    estimated: true,
  });

  test('the provider’s figures are kept with the turn, and no visitor hears of them', async () => {
    first.always(fake.streamed(HELLO, { usage: FIGURES }));
    const { credentials, body } = await visitorScene(app);
    const message = body('Hello');
    const answers = [
      (await app.call('agent_reply', message)).body,
      (await app.call('agent_reply', message)).body,
      (await app.call('session_history', credentials)).body,
    ];
    const stream = await hear(app.url, body('And how are you?'));
    await stream.ended;
    expect(stream.words()).toBe(HELLO);
    expect((await kept(app, credentials)).turns).toEqual([[own('large')], [own('large')]]);
    expect(JSON.stringify([answers, stream.events])).not.toMatch(/token|usage|estimated|1200/);
  });

  test('a call that failed over counts beside the one that answered', async () => {
    const { credentials, body } = await visitorScene(app);
    first.script(fake.rawStream(['data: {\n\n']));
    second.always(fake.streamed(HELLO, { usage: FIGURES }));
    await app.call('agent_reply', body('Hello'));
    const { turns } = await kept(app, credentials);
    expect(turns).toEqual([[guess('large', 0), own('small')]]);
    // At least four hundred bytes of prompt: the twin's rules alone are longer.
    expect(turns[0][0].prompt_tokens).toBeGreaterThan(100);
  });

  test('a retried call counts beside its repetition; a refused one counts nothing', async () => {
    const { credentials, body } = await visitorScene(app);
    const broken = fake.streamed('Good to', { finish: null, done: false, after: 'reset' });
    first.script(broken, fake.streamed(HELLO, { usage: FIGURES }));
    await app.call('agent_reply', body('Hello'));
    first.script(fake.refusal(403, 'no'));
    second.script(fake.streamed(HELLO, { usage: FIGURES }));
    await app.call('agent_reply', body('Still there?'));
    expect((await kept(app, credentials)).turns).toEqual([[guess('large', 2), own('large')], [own('small')]]);
  });

  test('the embedded twin uses nothing', async () => {
    const { credentials, body } = await visitorScene(app);
    await app.call('agent_reply', { ...body('Hello'), model: 'embedded' });
    expect((await kept(app, credentials)).turns).toEqual([null]);
  });

  test('a plain completion counts for its session, whatever became of it', async () => {
    const credentials = await app.session();
    const ask = (temperature: number) =>
      app.call('custom_chat', { ...credentials, messages: [{ role: 'user', content: 'Hi' }], temperature });
    first.script(fake.completion('Hello.', 'stop', 'large', FIGURES), fake.completion(''), fake.refusal(500, 'no'));
    const texts = [await ask(0.5), await ask(0.6), await ask(0.7)].map(({ body }) => body);
    expect(texts.map((body) => Object.keys(body))).toEqual([['text'], ['text'], ['text']]);
    await app.call('embedded_chat', { ...credentials, messages: [{ role: 'user', content: 'Hi' }] });
    expect(await kept(app, credentials)).toEqual({
      turns: [],
      completions: [[own('large')], [guess('large', 0)]],
    });
  });

  test('goes with the session', async () => {
    const credentials = await app.session(false);
    first.script(fake.streamed(HELLO), fake.completion('Hello.'));
    await app.call('agent_reply', { ...credentials, user_message: 'Hello' });
    await app.call('custom_chat', { ...credentials, messages: [{ role: 'user', content: 'Hi' }] });
    expect(await kept(app, credentials)).toEqual({ turns: [[guess('large', 5)]], completions: [[guess('large', 2)]] });
    await app.call('end_session', credentials);
    expect(await kept(app, credentials)).toEqual({ turns: [], completions: [] });
  });

  test('a session that goes while its completion is written leaves nothing', async () => {
    const credentials = await app.session(false);
    const { promise: gone, resolve: goOn } = Promise.withResolvers<void>();
    const answer = fake.completion('Hello.');
    first.script({ ...answer, steps: [{ until: gone }, ...(answer.steps ?? [])] });
    const call = first.called(first.calls.length + 1);
    const asked = app.call('custom_chat', { ...credentials, messages: [{ role: 'user', content: 'Hi' }] });
    await call;
    await app.call('end_session', credentials);
    goOn();
    expect(await asked).toMatchObject({ status: 200, body: { text: 'Hello.' } });
    expect((await kept(app, credentials)).completions).toEqual([]);
  });
});

describe('turns that do not end as usual', () => {
  let app: ScriptedApp;
  beforeAll(async () => {
    app = await startScriptedApp();
  });
  afterAll(() => app.close());

  const used = (promptTokens: number) => ({
    provider: 'custom',
    model: 'scripted',
    promptTokens,
    completionTokens: 1,
    cachedTokens: null,
    estimated: false,
  });
  const entry = (prompt_tokens: number) => ({
    provider: 'custom',
    model: 'scripted',
    prompt_tokens,
    completion_tokens: 1,
    estimated: false,
  });

  test('asked again after a cut: both attempts count', async () => {
    const { credentials, body } = await visitorScene(app);
    const message = body('A story, please');
    const { stream, reply: cut } = await app.begin(message, 'Once upon');
    cut.request.onUsage?.(used(10));
    stream.leave();
    await expect.poll(async () => (await kept(app, credentials)).turns).toEqual([[entry(10)]]);
    const again = app.call('agent_reply', message);
    const rest = await app.model.next();
    rest.request.onUsage?.(used(20));
    rest.say(' a time.');
    rest.end();
    expect((await again).body.text).toBe('Once upon a time.');
    expect((await kept(app, credentials)).turns).toEqual([[entry(10), entry(20)]]);
  });

  test('a reply without a word has cost something too', async () => {
    const { credentials, body } = await visitorScene(app);
    const asked = app.call('agent_reply', body('Hello'));
    const reply = await app.model.next();
    reply.say('[pause:1s]');
    reply.request.onUsage?.(used(30));
    reply.end();
    expect((await asked).body.code).toBe('reply_failed');
    expect((await kept(app, credentials)).turns).toEqual([[entry(30)]]);
  });

  test('a turn that another writer ended first keeps what both used', async () => {
    const { credentials, body } = await visitorScene(app);
    const message = body('Hello');
    const asked = app.call('agent_reply', message);
    const reply = await app.model.next();
    await app.pool.query(
      `UPDATE turns SET status = 'done', text = 'Mine.', usage = $3 WHERE session_id = $1 AND turn_id = $2`,
      [credentials.session_id, message.turn_id, JSON.stringify([entry(1)])],
    );
    reply.say('Yours.');
    reply.request.onUsage?.(used(2));
    reply.end();
    await asked;
    expect((await kept(app, credentials)).turns).toEqual([[entry(1), entry(2)]]);
  });
});
