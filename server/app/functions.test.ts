import { randomUUID } from 'node:crypto';
import { emptyExtract } from '@understudy/contract/leads';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import { completion, streamed } from '../testing/fake-replies.ts';
import { expectDiscreetLog, expectSoundDatabase } from '../testing/invariants.ts';
import { hear } from '../testing/stream.ts';

let app: TestApp;
let provider: FakeProvider;
const log: string[] = [];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

beforeAll(async () => {
  provider = await startFakeProvider();
  app = await startTestApp({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' }, { log });
});
beforeEach(() => provider.always((call) => (call.stream ? streamed('All is well.') : completion('All is well.'))));
afterAll(async () => {
  await expectSoundDatabase(app.pool);
  expectDiscreetLog(log, ['All is well']);
  await app.close();
  await provider.close();
});

/** The extract of 'Hello': nobody's facts, and hardly a score. */
const understood = {
  ...emptyExtract(),
  intent: 'general_chat',
  lead_score: expect.toSatisfy((score: number) => Number.isInteger(score) && score >= 0 && score < 20),
  confidence: expect.toSatisfy((sure: number) => sure > 0 && sure <= 1),
  reasons: expect.any(Array),
};

/** The whole response of a turn in these tests. */
const reply = (more: object = {}) => ({
  text: 'All is well.',
  audio_base64: null,
  extract: understood,
  debug_commands: [],
  turn_id: expect.stringMatching(UUID),
  segments: [{ text: 'All is well.', pause_ms: 0 }],
  mode: 'mentor',
  model: 'fake-model',
  provider: 'custom',
  interrupted: false,
  partial: false,
  knowledge: expect.any(Array),
  offers: expect.any(Array),
  ...more,
});

describe('create_session', () => {
  test('gives an id and a secret, and a new visitor theirs, and nothing else', async () => {
    const { status, body, headers } = await app.call('create_session', { visitor_id: randomUUID(), consent: true });
    expect(status).toBe(200);
    expect(body).toEqual({
      session_id: expect.stringMatching(UUID),
      session_secret: expect.stringMatching(/^[\w-]{43}$/),
      visitor_id: expect.stringMatching(UUID),
      visitor_secret: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('takes a mode, which answers until another is chosen', async () => {
    const credentials = (
      await app.call('create_session', { visitor_id: randomUUID(), consent: true, mode: 'futurist' })
    ).body;
    expect((await app.call('agent_reply', { ...credentials, user_message: 'Hello' })).body.mode).toBe('futurist');
    const chosen = await app.call('agent_reply', { ...credentials, user_message: 'Hello', mode: 'storyteller' });
    expect(chosen.body.mode).toBe('storyteller');
    // The history survives the switch, and so does the choice.
    const history = (await app.call('session_history', credentials)).body;
    expect(history).toMatchObject({ mode: 'storyteller' });
    expect(history.utterances).toHaveLength(4);
  });

  test('knows exactly the seven modes', async () => {
    const modes = ['core', 'entrepreneur', 'professional', 'mentor', 'storyteller', 'futurist', 'interviewer'];
    for (const mode of modes) {
      expect((await app.call('create_session', { visitor_id: randomUUID(), consent: false, mode })).status).toBe(200);
    }
  });
});

describe('agent_reply', () => {
  test('as JSON', async () => {
    const turn_id = randomUUID();
    const answer = await app.call('agent_reply', { ...(await app.session()), user_message: 'Hello', turn_id });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(reply({ turn_id }));
  });

  test('accepts everything that the specification names', async () => {
    const answer = await app.call('agent_reply', {
      ...(await app.session()),
      user_message: 'Hello',
      mode: 'core',
      is_performer_mode: true,
      model: 'fake-model',
      speak: true,
      context: {
        recent_messages: ['Hi', { speaker: 'agent', text: 'Hello' }],
        is_followup: false,
        conversation_topic: 'prices',
      },
    });
    expect(answer.body).toEqual(reply({ mode: 'core', audio_base64: expect.stringMatching(/^UklGR/) }));
  });

  test.each(['llama-3.3-70b-versatile', 'openai/gpt-oss-120b', 'qwen/qwen3-32b', 'llama-3.1-8b-instant'])(
    'takes the catalogue id %s and says what answered',
    async (model) => {
      const answer = await app.call('agent_reply', { ...(await app.session()), user_message: 'Hello', model });
      expect(answer.status).toBe(200);
      expect(answer.body.model).toBe('fake-model');
    },
  );

  test('by the embedded twin, when it is asked for', async () => {
    const calls = provider.calls.length;
    const answer = await app.call('agent_reply', {
      ...(await app.session()),
      user_message: 'Hello',
      model: 'embedded',
    });
    expect(answer.body).toMatchObject({ model: 'embedded', provider: 'embedded', partial: false });
    expect(provider.calls).toHaveLength(calls);
  });

  test('as a stream', async () => {
    const turn_id = randomUUID();
    const stream = await hear(app.url, { ...(await app.session()), user_message: 'Hello', turn_id });
    await stream.ended;
    const kinds = stream.events.map(({ event }) => event);
    expect(new Set(kinds)).toEqual(new Set(['delta', 'segment', 'extract', 'done']));
    expect(kinds.at(-1)).toBe('done');
    expect(stream.words()).toBe('All is well.');
    expect(stream.events.find(({ event }) => event === 'segment')?.data).toEqual({
      index: 0,
      total: null,
      text: 'All is well.',
      pause_ms: 0,
    });
    expect(stream.events.at(-1)?.data).toEqual(reply({ turn_id }));
  });

  test('what is refused before the first word is an ordinary error, also to one who asked for a stream', async () => {
    const response = await fetch(`${app.url}/functions/v1/agent_reply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ ...(await app.session()), session_secret: 'x', user_message: 'Hello' }),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  test('an empty message is a greeting with no words before it, and a follow-up otherwise', async () => {
    const credentials = await app.session();
    const ask = (context?: object) => app.call('agent_reply', { ...credentials, user_message: '', context });
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'empty_message' } });
    const greeting = await ask({ is_followup: true });
    expect(greeting.body).toEqual(reply({ extract: null }));
    expect((await ask({ is_followup: true })).body.turn_id).toBe(greeting.body.turn_id);
    const followup = await ask({ is_followup: true, recent_messages: ['All is well.'] });
    expect(followup.body.turn_id).not.toBe(greeting.body.turn_id);
    expect((await ask({ is_followup: true, recent_messages: ['x'] })).status).toBe(200);
    expect(await ask({ is_followup: true, recent_messages: ['x'] })).toMatchObject({
      status: 409,
      body: { code: 'followup_not_due' },
    });
  });
});

describe('collect_email', () => {
  test('keeps an address once, in whatever case, and says the same', async () => {
    const first = await app.call('collect_email', {
      email: ' Ada@Example.org ',
      name: ' Ada ',
      signup_type: 'waitlist',
    });
    expect(first.body).toEqual({ success: true, message: expect.stringContaining('Ada@Example.org') });
    const again = await app.call('collect_email', { email: 'ada@example.org' });
    expect(Object.keys(again.body)).toEqual(Object.keys(first.body));
    const { rows } = await app.pool.query("SELECT email, name, signup_type FROM waitlist WHERE email ILIKE 'ada%'");
    expect(rows).toEqual([{ email: 'Ada@Example.org', name: 'Ada', signup_type: 'waitlist' }]);
  });
});

describe('collect_email refuses', () => {
  test.each([
    ['an address of 255 characters', `${'a'.repeat(64)}@${`${'d'.repeat(61)}.`.repeat(3)}org.example`.padEnd(255, 'e')],
    ['a part of 65 before the @', `${'a'.repeat(65)}@example.org`],
    ['a label of 64', `ada@${'d'.repeat(64)}.org`],
    ['a very long text', `${'a'.repeat(5_000)}@example.org`],
  ])('%s, in a sentence for the form', async (_, email) => {
    const { status, body } = await app.call('collect_email', { email });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(body.error).toMatch(/^(An email address has at most|Between two dots after the @)/);
    expect((await app.pool.query('SELECT FROM waitlist WHERE email = $1', [email])).rowCount).toBe(0);
    // So does `request_call`: an address is the same everywhere.
    const call = await app.call('request_call', { ...(await app.session()), email, wished_time: 'Monday' });
    expect(call).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(call.body.error).toMatch(/^The field "email" does not fit: must /);
  });

  test('no address with parts as long as they may be, nor does request_call', async () => {
    const email = `${'b'.repeat(64)}@${'d'.repeat(63)}.org`;
    expect(await app.call('collect_email', { email })).toMatchObject({ status: 200, body: { success: true } });
    const call = { ...(await app.session()), email, wished_time: 'Monday' };
    expect(await app.call('request_call', call)).toMatchObject({ status: 200, body: { success: true } });
  });
});

describe('track_event', () => {
  test('keeps the event, and the newest call to action on the session', async () => {
    const credentials = await app.session();
    for (const cta of ['book_call', 'send_email']) {
      const body = { ...credentials, kind: 'cta_clicked', payload: { cta } };
      expect((await app.call('track_event', body)).body).toEqual({ success: true });
    }
    expect((await app.call('track_event', { ...credentials, kind: 'page_opened' })).body).toEqual({ success: true });
    const { rows } = await app.pool.query(
      `SELECT array_agg(kind ORDER BY e.id) AS kinds, max(cta_chosen) AS cta
       FROM events e JOIN sessions s ON s.id = e.session_id WHERE s.id = $1`,
      [credentials.session_id],
    );
    expect(rows).toEqual([
      { kinds: ['session_started', 'cta_clicked', 'cta_clicked', 'page_opened'], cta: 'send_email' },
    ]);
  });
});

describe('session_history and end_session', () => {
  test('the transcript, and that it ended', async () => {
    const credentials = await app.session();
    const { turn_id } = (await app.call('agent_reply', { ...credentials, user_message: 'Hello' })).body;
    const line = {
      id: expect.stringMatching(UUID),
      turn_id,
      author: null,
      segment_index: 0,
      total_segments: 1,
      interrupted: false,
      ts: expect.any(String),
    };
    const expected = {
      session_id: credentials.session_id,
      mode: 'mentor',
      consent: true,
      ended: false,
      started_at: expect.any(String),
      utterances: [
        { ...line, seq: 0, speaker: 'visitor', text: 'Hello' },
        { ...line, seq: 1, speaker: 'agent', text: 'All is well.' },
      ],
      running_turn_id: null,
      call: null,
      meeting: null,
      extract: understood,
    };
    const history = (await app.call('session_history', credentials)).body;
    expect(history).toEqual(expected);
    for (const at of [history.started_at, history.utterances[0].ts]) expect(new Date(at).toISOString()).toBe(at);
    for (const _ of ['once', 'again'])
      expect((await app.call('end_session', credentials)).body).toEqual({ success: true });
    expect((await app.call('session_history', credentials)).body).toEqual({ ...expected, ended: true });
  });
});
