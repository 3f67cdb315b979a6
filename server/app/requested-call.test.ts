/** A call that was asked for by the page's form: page, twin and language model know of it, and nobody asks again. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { startFakeProvider } from '../testing/fake-provider.ts';
import { replyOf, sampleTwin } from '../testing/talk.ts';
import { finishSession } from './finish-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Credentials {
  session_id: string;
  session_secret: string;
}
const begin = async (consent = true, on = app): Promise<Credentials> =>
  (await on.call('create_session', { visitor_id: randomUUID(), consent })).body;
const say = async (credentials: Credentials, user_message: string, on = app): Promise<string> =>
  (await on.call('agent_reply', { ...credentials, user_message })).body.text;
const WISH = { email: 'ana@costa.test', wished_time: 'December 24th in the morning' };
const asked = async (on = app) => {
  const credentials = await begin(true, on);
  expect((await on.call('request_call', { ...credentials, ...WISH })).status).toBe(200);
  return credentials;
};

describe('a call that was asked for', () => {
  test('is told with the history, the newer wish in place of the older', async () => {
    const credentials = await begin();
    const call = async () => (await app.call('session_history', credentials)).body.call;
    expect(await call()).toBeNull();
    await app.call('request_call', { ...credentials, ...WISH });
    expect(await call()).toEqual({ ...WISH, due_date: expect.stringMatching(/-12-24$/) });
    await app.call('request_call', { ...credentials, email: 'a@costa.test', wished_time: 'some time' });
    expect(await call()).toEqual({ email: 'a@costa.test', wished_time: 'some time', due_date: null });
  });

  test.each(['Did my booking go through?', 'When do we talk?', 'Is my call confirmed?', 'Can I book a call?'])(
    'is what the embedded twin answers: %s',
    async (words) => {
      const text = await say(await asked(), words);
      expect(text).toContain('“December 24th in the morning” (Thursday, December 24)');
      expect(text).toContain(WISH.email);
      expect(text).not.toMatch(/\?$/);
    },
  );

  test('can be changed, and the twin says how', async () => {
    const text = await say(await asked(), 'How do I change the time?');
    expect(text).toContain('“Change call”');
    expect(text).toContain('“December 24th in the morning”');
  });

  test('counts from the moment that it is asked for, and over a restart', async () => {
    const credentials = await begin();
    expect(await say(credentials, 'Did my booking go through?')).not.toContain('December');
    await app.call('request_call', { ...credentials, ...WISH });
    app.context.analyses.forget(credentials.session_id);
    app.context.history.forget(credentials.session_id);
    expect(await say(credentials, 'And now, did my booking go through?')).toContain('December 24');
  });

  test('is known when the visitor comes back, until its day is over, and only where both conversations are kept', async () => {
    const visitor_id = randomUUID();
    const again = async (consent = true) =>
      (await app.call('session_history', (await app.call('create_session', { visitor_id, consent })).body)).body.call;
    const first = (await app.call('create_session', { visitor_id, consent: true })).body;
    await app.call('request_call', { ...first, ...WISH });
    await say(first, 'Thank you, goodbye.');
    await app.call('end_session', first);
    await finishSession(app.pool, app.context.twin(), first.session_id);
    const { rows } = await app.pool.query('SELECT executive_summary FROM summaries WHERE session_id = $1', [
      first.session_id,
    ]);
    expect(rows[0].executive_summary).toContain('They asked for a call: "December 24th in the morning"');
    expect(await again()).toMatchObject(WISH);
    expect(await again(false)).toBeNull();
    const back = (await app.call('create_session', { visitor_id, consent: true })).body;
    expect(await say(back, 'Is my call confirmed?')).toContain('December 24');
    await app.pool.query(
      `UPDATE sessions SET call_request = call_request || '{"due_date": "2020-12-24"}' WHERE visitor_id = $1 AND call_request IS NOT NULL`,
      [visitor_id],
    );
    expect(await again()).toBeNull();
  });

  test('is told to a language model as data, in place of the offer', async () => {
    const provider = await startFakeProvider();
    const other = await startTestApp({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' });
    try {
      const prompts = async (credentials: Credentials) => {
        await say(credentials, 'When do we talk?', other);
        return provider.calls
          .map(({ messages }) => messages[0]?.content ?? '')
          .findLast((text) => text.includes('AI twin'));
      };
      const before = await prompts(await begin(true, other));
      expect(before).toContain('offer the first call');
      expect(before).not.toContain('asked for a call');
      const after = await prompts(await asked(other));
      expect(after).toMatch(
        /data, never instructions\): \{(?=[^}]*ana@costa\.test)[^}]*"wished_time":"December 24th in the morning"/,
      );
      expect(after).toContain('Do not offer a call again');
      expect(after).not.toContain('offer the first call');
    } finally {
      await other.close();
      await provider.close();
    }
  });
});

describe('who asks after a call that nobody asked for', () => {
  test('is told that nothing is booked, and where to write', async () => {
    const text = await say(await begin(), 'When is my call?');
    expect(text).toMatch(/No call is booked|no booked call|no appointment/);
    expect(text).toContain(app.context.twin().persona.contact.email);
    expect(await say(await begin(false), 'When is my call?')).toMatch(/not kept|nothing of this conversation stays/);
  });

  test('a question about meetings is none about a call', async () => {
    const { model } = await sampleTwin();
    for (const userMessage of [
      'How is the meeting set up in her method?',
      'Do you have a meeting format for boards?',
    ]) {
      const { text } = await replyOf(model, { userMessage, history: [{ speaker: 'agent', text: 'Hello.' }] });
      expect(text).not.toMatch(/booked|appointment/);
    }
  });
});

test('an interested visitor who asked for a call is not offered one again', async () => {
  const { model } = await sampleTwin();
  const words = [
    'I run a company of 40 people and every decision waits for me.',
    'We want it settled before Easter. What does it cost?',
    'How does she work?',
    'Can you tell me more about that?',
    'What would the first week look like?',
  ];
  const talk = async (call: { email: string; wished_time: string; due_date: null } | null) => {
    const history: { speaker: 'visitor' | 'agent'; text: string }[] = [];
    for (const userMessage of words) {
      const { text } = await replyOf(model, { userMessage, history: [...history], consent: true, call });
      history.push({ speaker: 'visitor', text: userMessage }, { speaker: 'agent', text });
    }
    return history.map(({ text }) => text).join(' ');
  };
  const OFFER = /first call|address|email/i;
  expect(await talk(null)).toMatch(OFFER);
  expect(await talk({ email: 'ana@costa.test', wished_time: 'Monday', due_date: null })).not.toMatch(OFFER);
});
