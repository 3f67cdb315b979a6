import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import { chunkEvent, rawStream } from '../testing/fake-replies.ts';
import { expectDiscreetLog, expectSoundDatabase } from '../testing/invariants.ts';
import { allowSessionChat } from '../testing/session-chat.ts';
import { hear } from '../testing/stream.ts';

/** F12: a visitor who leaves causes no further cost at the provider. */
let app: TestApp;
let provider: FakeProvider;
const log: string[] = [];
beforeAll(async () => {
  provider = await startFakeProvider();
  app = await startTestApp({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' }, { log });
  await allowSessionChat(app);
});
afterAll(async () => {
  await expectSoundDatabase(app.pool);
  expectDiscreetLog(log, ['Once upon']);
  await app.close();
  await provider.close();
});

/**
 * The promise is one second; on a machine busy with other tests, it is well before the provider's own timeouts (8 s).
 */
const PROMPT_MS = 4_000;

const unending = () =>
  rawStream([chunkEvent({ content: 'Once upon a time.' }), chunkEvent({ content: ' There' })], 'stall');

test('F12: mid-stream: the provider is let go within a second, and what was said is kept as partial', async () => {
  const credentials = await app.session();
  provider.script(unending());
  const call = provider.called(provider.calls.length + 1);
  const stream = await hear(app.url, { ...credentials, user_message: 'A story, please' });
  await stream.next('delta');
  const left = Date.now();
  stream.leave();
  expect(await (await call).closed).toBe(true);
  expect(Date.now() - left).toBeLessThan(PROMPT_MS);
  const turn = async () =>
    (await app.pool.query('SELECT status, usage FROM turns WHERE session_id = $1', [credentials.session_id])).rows[0];
  await expect.poll(turn).toMatchObject({ status: 'partial' });
  const [used, ...more] = (await turn()).usage;
  expect(used).toMatchObject({ provider: 'custom', model: 'fake-model', estimated: true });
  expect(used.prompt_tokens).toBeGreaterThan(100);
  // 'Once upon a time.' and, if it had arrived by then, ' There': one token per four bytes.
  expect([5, 6]).toContain(used.completion_tokens);
  expect(more).toEqual([]);
  const { utterances } = (await app.call('session_history', credentials)).body;
  expect(utterances.at(-1)).toMatchObject({ speaker: 'agent', interrupted: true });
  expect(utterances.at(-1).text).toMatch(/^Once upon a time\./);
});

test.each([
  ['agent_reply', 'turns', { user_message: 'A story, please' }],
  ['custom_chat', 'plain_completions', { messages: [{ role: 'user', content: 'A story, please' }] }],
])(
  'F12: %s as JSON, before the answer: the provider is let go too, and nobody counts it as a defect',
  async (fn, table, body) => {
    const credentials = await app.session();
    provider.script({ silent: true });
    const call = provider.called(provider.calls.length + 1);
    const gone = new AbortController();
    const asked = fetch(`${app.url}/functions/v1/${fn}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...credentials, ...body }),
      signal: gone.signal,
    });
    asked.catch(() => undefined);
    const arrived = await call;
    const left = Date.now();
    gone.abort();
    expect(await arrived.closed).toBe(true);
    expect(Date.now() - left).toBeLessThan(PROMPT_MS);
    // The prompt had been sent.
    const usage = async () =>
      (await app.pool.query(`SELECT usage FROM ${table} WHERE session_id = $1`, [credentials.session_id])).rows[0]
        ?.usage;
    await expect.poll(usage).toMatchObject([{ completion_tokens: 0, estimated: true }]);
  },
);

test('F12: the last of two who hear a turn is who ends it', async () => {
  const credentials = await app.session();
  provider.script(unending());
  const call = provider.called(provider.calls.length + 1);
  const message = { ...credentials, user_message: 'A story, please', turn_id: crypto.randomUUID() };
  const first = await hear(app.url, message);
  await first.next('delta');
  const second = await hear(app.url, message);
  await second.next('delta');
  const arrived = await call;
  first.leave();
  await first.ended;
  expect((await app.call('session_history', credentials)).body.running_turn_id).toBe(message.turn_id);
  expect(arrived.aborted).toBe(false);
  second.leave();
  expect(await arrived.closed).toBe(true);
});
