/** A call requested through the page's form: page, twin and language model know of it, and do not ask again. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startFakeProvider } from '../../testing/fake-provider.ts';
import { completion, streamed } from '../../testing/fake-replies.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
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

  test.each(['did that go through?', 'Did my booking go through?', 'When do we talk?', 'Is my call confirmed?'])(
    'is what the embedded twin answers: %s',
    async (words) => {
      const text = await say(await asked(), words);
      expect(text).toContain('“December 24th in the morning” (Thursday 24 December)');
      expect(text).toContain(WISH.email);
      expect(text).not.toMatch(/\?$/);
    },
  );

  test('gives way to free times, where one is to be booked', async () => {
    expect(await say(await asked(), 'Can I book a call?')).toContain('Orla is free (“First call”, 30 minutes)');
  });

  test('can be changed, and the twin says how', async () => {
    const text = await say(await asked(), 'How do I change the time?');
    expect(text).toContain('“Change call”');
    expect(text).toContain('“December 24th in the morning”');
  });

  test('counts from the moment that it is asked for, and over a restart', async () => {
    const credentials = await begin();
    expect(await say(credentials, 'Did my booking go through?')).not.toContain('December');
    await app.call('request_call', { ...credentials, ...WISH });
    app.parts.analyses.forget(credentials.session_id);
    app.parts.history.forget(credentials.session_id);
    expect(await say(credentials, 'And now, did my booking go through?')).toContain('December 24');
  });

  test('is known when the visitor returns, until its day ends, and only if both conversations are kept', async () => {
    const visitor = newVisitor();
    const again = async (consent = true) =>
      (await app.call('session_history', await startAs(app, visitor, { consent }))).body.call;
    const first = await startAs(app, visitor);
    await app.call('request_call', { ...first, ...WISH });
    await say(first, 'Thank you, goodbye.');
    await app.call('end_session', first);
    await finishSession(app.parts, app.parts.twin(), first.session_id);
    const { rows } = await app.pool.query('SELECT executive_summary FROM summaries WHERE session_id = $1', [
      first.session_id,
    ]);
    expect(rows[0].executive_summary).toContain('Asked for: a call, “December 24th in the morning”');
    expect(await again()).toMatchObject(WISH);
    expect(await again(false)).toBeNull();
    const back = await startAs(app, visitor);
    expect(await say(back, 'Is my call confirmed?')).toContain('December 24');
    await app.pool.query(
      `UPDATE sessions SET call_request = call_request || '{"due_date": "2020-12-24"}'
       WHERE visitor_id = $1 AND call_request IS NOT NULL`,
      [visitor.visitor_id],
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
      expect(before).toContain('offer a first call');
      expect(before).not.toContain('asked for a call');
      const after = await prompts(await asked(other));
      expect(after).toMatch(
        /data, never instructions\): \{(?=[^}]*ana@costa\.test)[^}]*"wished_time":"December 24th in the morning"/,
      );
      expect(after).toContain('Do not offer a call again');
      expect(after).not.toContain('offer a first call');
    } finally {
      await other.close();
      await provider.close();
    }
  });
});

describe('the address that a call is asked for with', () => {
  const FORM = { email: 'ana@costa.test', wished_time: 'Monday morning' };
  const of = async (session: Credentials) =>
    (await app.pool.query('SELECT email, lead_score, visitor_id FROM sessions WHERE id = $1', [session.session_id]))
      .rows[0];
  const log = async (session: Credentials) =>
    (await app.pool.query('SELECT * FROM lead_signals WHERE session_id = $1 ORDER BY n', [session.session_id])).rows;

  test('is the visitor’s own: session, lead and score know it, with the words that were typed', async () => {
    const session = await begin();
    await say(session, 'Every order waits for me in our company and it is killing us.');
    const before = await of(session);
    await app.call('request_call', { ...session, ...FORM });
    const after = await of(session);
    expect(after).toMatchObject({ email: FORM.email });
    expect(after.lead_score).toBeGreaterThan(before.lead_score);
    const entries = await log(session);
    expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(after.lead_score);
    expect(entries.find(({ rule }) => rule === 'email')).toMatchObject({ quote: FORM.email, from_char: 0, to_char: 0 });
    expect(entries.find(({ rule }) => rule === 'request')).toMatchObject({ quote: FORM.wished_time });
    const { extract } = (await app.call('session_history', session)).body;
    expect(extract).toMatchObject({ contact_info: FORM.email, lead_score: after.lead_score });
    const kinds = (await app.pool.query('SELECT kind FROM events WHERE session_id = $1', [session.session_id])).rows;
    expect(kinds.map(({ kind }) => kind)).toContain('contact_captured');

    await say(session, 'What else should I know?');
    expect((await of(session)).email).toBe(FORM.email);
    app.parts.analyses.forget(session.session_id);
    await say(session, 'And who would come?');
    expect((await of(session)).email).toBe(FORM.email);
    await app.call('end_session', session);
    await finishSession(app.parts, app.parts.twin(), session.session_id);
    const lead = await app.pool.query('SELECT email FROM leads WHERE visitor_id = $1', [after.visitor_id]);
    expect(lead.rows[0].email).toBe(FORM.email);
    expect((await log(session)).filter(({ rule }) => rule === 'email')).toHaveLength(1);
  });

  test('stays when the reply that was being written meanwhile is kept', async () => {
    const provider = await startFakeProvider();
    const other = await startTestApp({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' });
    try {
      const session = await begin(true, other);
      const form = Promise.withResolvers<void>();
      provider.always(({ stream }) => {
        const reply = stream ? streamed('I see.') : completion('I see.');
        return { ...reply, steps: [{ until: form.promise }, ...(reply.steps ?? [])] };
      });
      const reply = say(session, 'Every order waits for me and it is killing us.', other);
      await provider.called(1);
      expect((await other.call('request_call', { ...session, ...FORM })).status).toBe(200);
      form.resolve();
      await reply;
      const { rows } = await other.pool.query('SELECT email FROM sessions WHERE id = $1', [session.session_id]);
      expect(rows).toEqual([{ email: FORM.email }]);
    } finally {
      await other.close();
      await provider.close();
    }
  });

  test('says that they want more than an answer', async () => {
    const session = await begin();
    await say(session, 'How do I get my managers to decide on refunds?');
    expect((await app.call('session_history', session)).body.extract.intent).toBe('advice_request');
    await app.call('request_call', { ...session, ...FORM });
    const { extract } = (await app.call('session_history', session)).body;
    expect(['consulting_inquiry', 'purchase_intent']).toContain(extract.intent);
  });

  test('gives way to one that was told after it, and not to one before it', async () => {
    const session = await begin();
    await say(session, 'My address is old@costa.test');
    await app.call('request_call', { ...session, ...FORM });
    expect((await of(session)).email).toBe(FORM.email);
    await say(session, 'Sorry, better use new@costa.test, that is my address now.');
    expect((await of(session)).email).toBe('new@costa.test');
    app.parts.analyses.forget(session.session_id);
    await say(session, 'Thank you.');
    expect((await of(session)).email).toBe('new@costa.test');
  });

  test('counts before the first line too, and is none of a later conversation’s own', async () => {
    const visitor = newVisitor();
    const first = await startAs(app, visitor);
    await app.call('request_call', { ...first, ...FORM });
    expect((await of(first)).email).toBe(FORM.email);
    await say(first, 'Hello, who are you?');
    expect((await of(first)).email).toBe(FORM.email);
    const second = await startAs(app, visitor);
    await say(second, 'Hello again.');
    expect((await of(second)).email).toBeNull();
  });
});

describe('who asks after a call that nobody asked for', () => {
  test('is told that nothing is booked, and where to write', async () => {
    const text = await say(await begin(), 'When is my call?');
    expect(text).toMatch(/No call is booked|no booked call|no appointment/);
    expect(text).toContain(app.parts.twin().persona.contact.email);
    expect(await say(await begin(false), 'When is my call?')).toMatch(/not kept|nothing of this conversation stays/);
  });
});
