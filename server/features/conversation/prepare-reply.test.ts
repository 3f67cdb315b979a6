import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import { streamed } from '../../testing/fake-replies.ts';
import { type FakeSpeechProvider, startFakeSpeechProvider } from '../../testing/fake-speech-provider.ts';
import { hear } from '../../testing/stream.ts';
import { visitorScene } from '../../testing/visitor-scene.ts';

let provider: FakeProvider;
let speech: FakeSpeechProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startFakeProvider();
  speech = await startFakeSpeechProvider();
  app = await startTestApp({
    ...{ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model', TTS_BASE_URL: speech.url, TTS_MODEL: 'fake-voice' },
    RATE_LIMIT_SCALE: '100',
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([provider.close(), speech.close()]);
});

const USAGE = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };

/** A visitor who is still speaking. */
async function scene() {
  const { credentials, body, transcript } = await visitorScene(app);
  const asked = () => provider.calls.length;
  const before = asked();
  const prepare = (user_message: string, more: object = {}) => {
    const abort = new AbortController();
    const answered = fetch(`${app.url}/functions/v1/prepare_reply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...credentials, user_message, ...more }),
      signal: abort.signal,
    }).then((response) => response.json());
    answered.catch(() => undefined);
    return { answered, drop: () => abort.abort() };
  };
  const rows = async (table: string) =>
    Number(
      (await app.pool.query(`SELECT count(*) FROM ${table} WHERE session_id = $1`, [credentials.session_id])).rows[0]
        .count,
    );
  const calls = () => asked() - before;
  return { credentials, body, transcript, prepare, rows, calls };
}

describe('a reply that is prepared', () => {
  test('is told by the turn with the same words, without asking the model again', async () => {
    const { body, transcript, prepare, calls } = await scene();
    provider.always(() => streamed('Two days, usually.', { usage: USAGE }));
    const { answered } = prepare('How long does a workshop take?');
    await expect.poll(calls).toBe(1);
    expect(await transcript()).toEqual([]);
    const answer = await app.call('agent_reply', body('How long does a workshop take?'));
    expect(answer.body).toMatchObject({ text: 'Two days, usually.', provider: 'custom', partial: false });
    expect(await answered).toEqual({ used: true });
    expect(calls()).toBe(1);
    expect(await transcript()).toEqual(['visitor: How long does a workshop take?', 'agent: Two days, usually.']);
    const { rows } = await app.pool.query('SELECT usage FROM turns WHERE turn_id = $1', [answer.body.turn_id]);
    expect(rows[0].usage).toMatchObject([{ prompt_tokens: 100, completion_tokens: 5 }]);
  });

  test('is heard while it is still being written', async () => {
    const { body, prepare, calls } = await scene();
    const rest = Promise.withResolvers<void>();
    const [first, ...others] = streamed('It depends. Mostly on you.').steps ?? [];
    provider.always(() => ({
      headers: { 'content-type': 'text/event-stream' },
      steps: [first as string, others[0] as string, others[1] as string, { until: rest.promise }, ...others.slice(2)],
    }));
    const { answered } = prepare('What does it cost?');
    await expect.poll(calls).toBe(1);
    const stream = await hear(app.url, body('What does it cost?'));
    await stream.next('delta');
    rest.resolve();
    expect(await stream.next('done')).toMatchObject({ text: 'It depends. Mostly on you.' });
    expect(await answered).toEqual({ used: true });
    expect(calls()).toBe(1);
  });

  test('leaves nothing when the visitor goes on: the provider is stopped, and only its tokens count', async () => {
    const { transcript, prepare, rows, calls } = await scene();
    provider.always(() => streamed('Never heard.', { after: 'stall', finish: null, done: false }));
    const { drop } = prepare('I would like to know');
    await expect.poll(calls).toBe(1);
    drop();
    expect(await provider.calls.at(-1)?.closed).toBe(true);
    expect(await transcript()).toEqual([]);
    expect(await rows('turns')).toBe(0);
    await expect.poll(() => rows('plain_completions')).toBe(1);
  });

  test('is dropped by other words', async () => {
    const { body, transcript, prepare, calls } = await scene();
    provider.always(({ body: asked }) =>
      JSON.stringify(asked).includes('in March')
        ? streamed('In March, then.')
        : streamed('When?', { after: 'stall', done: false }),
    );
    const { answered } = prepare('We want to begin');
    await expect.poll(calls).toBe(1);
    const answer = await app.call('agent_reply', body('We want to begin in March'));
    expect(answer.body.text).toBe('In March, then.');
    expect(await answered).toEqual({ used: false });
    expect(calls()).toBe(2);
    expect(await transcript()).toEqual(['visitor: We want to begin in March', 'agent: In March, then.']);
  });

  test('changes nothing that is known of the visitor', async () => {
    const { credentials, body, prepare, calls } = await scene();
    provider.always(() => streamed('I see.'));
    const { drop, answered } = prepare('My name is Ana Costa and our budget is 20,000 euros');
    await expect.poll(calls).toBe(1);
    drop();
    await answered.catch(() => undefined);
    const { body: answer } = await app.call('agent_reply', body('Hello there'));
    expect(JSON.stringify(answer.extract)).not.toContain('Costa');
    expect(JSON.stringify(provider.calls.at(-1)?.body)).not.toContain('Costa');
    expect((await app.call('session_history', credentials)).body.utterances).toHaveLength(2);
  });

  test('has its first sentence spoken before it is wanted, and not once more afterwards', async () => {
    const { body, prepare, calls } = await scene();
    provider.always(() => streamed('Said only once. And more.'));
    const before = speech.spoken.length;
    prepare('Will you say it twice?', { speak: true });
    await expect.poll(() => speech.spoken.slice(before).map(({ input }) => input)).toContain('Said only once.');
    const stream = await hear(app.url, { ...body('Will you say it twice?'), speak: true });
    expect(await stream.next('audio')).toMatchObject({ text: 'Said only once.' });
    await stream.next('done');
    expect(speech.spoken.slice(before).filter(({ input }) => input === 'Said only once.')).toHaveLength(1);
    expect(calls()).toBe(1);
  });

  test('is not begun while another is being written', async () => {
    const { body, prepare, calls } = await scene();
    const rest = Promise.withResolvers<void>();
    const steps = streamed('One moment.').steps ?? [];
    provider.always(() => ({
      headers: { 'content-type': 'text/event-stream' },
      steps: [...steps.slice(0, 2), { until: rest.promise }, ...steps.slice(2)],
    }));
    const stream = await hear(app.url, body('Hello'));
    await stream.next('delta');
    expect(await prepare('And').answered).toEqual({ used: false });
    rest.resolve();
    await stream.next('done');
    expect(calls()).toBe(1);
  });

  test('is not begun for nobody, or for nothing', async () => {
    const { prepare } = await scene();
    expect(await prepare(' ').answered).toMatchObject({ code: 'empty_message' });
    expect(await prepare('Hello', { session_secret: 'wrong-secret-wrong-secret-wrong-secret' }).answered).toMatchObject(
      {
        code: expect.stringMatching(/invalid/),
      },
    );
  });
});
