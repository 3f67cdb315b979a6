/** From a visitor's words to what the owner reads, with the real functions and database. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { hear } from '../../testing/stream.ts';
import { finishSession } from './finish-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Credentials = { session_id: string; session_secret: string };

const say = async (credentials: Credentials, user_message: string, more: object = {}) =>
  (await app.call('agent_reply', { ...credentials, user_message, ...more })).body;

async function rows(table: string, { session_id }: Credentials, order = '1'): Promise<Record<string, unknown>[]> {
  return (await app.pool.query(`SELECT * FROM ${table} WHERE session_id = $1 ORDER BY ${order}`, [session_id])).rows;
}

const session = (visitor = newVisitor(), consent = true): Promise<Credentials> => startAs(app, visitor, { consent });

const finish = (credentials: Credentials) => finishSession(app.parts, app.parts.twin(), credentials.session_id);

/** The sum of an evidence log, capped at 100. */
const scoreOf = (log: readonly Record<string, unknown>[]): number =>
  Math.min(
    100,
    log.reduce((sum, { points }) => sum + Number(points), 0),
  );

const OWNER_LINES = [
  'Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me and it is killing us. ' +
    'Can Orla help?',
  'We have set aside 20,000 euros and want it settled before Easter.',
  'Please call me. My address is ana@costabikes.example',
];

/** A conversation that deserves a call today. */
async function ownerTalk(credentials: Credentials) {
  let answer: Awaited<ReturnType<typeof say>>;
  for (const line of OWNER_LINES) answer = await say(credentials, line);
  return answer;
}

describe('while a conversation runs', () => {
  test('each answer says what is understood, with what the score rests on', async () => {
    const credentials = await session();
    const { extract } = await ownerTalk(credentials);
    expect(extract).toMatchObject({
      intent: 'consulting_inquiry',
      company: 'Costa Bikes',
      contact_info: 'ana@costabikes.example',
      entities: {
        person_name: 'Ana Costa',
        role: expect.stringMatching(/managing director/i),
        timeline: expect.stringMatching(/easter/i),
        budget_range: expect.stringMatching(/20,000 euros/),
      },
      offer: 'asked',
    });
    expect(extract.lead_score).toBeGreaterThanOrEqual(75);
    expect(extract.pain_points.length).toBeGreaterThan(0);
    expect(extract.reasons.length).toBeGreaterThan(2);
  });

  test('the score is the sum of its log, and each entry quotes the visitor word for word', async () => {
    const credentials = await session();
    const { extract } = await ownerTalk(credentials);
    const log = await rows('lead_signals', credentials, 'n');
    expect(scoreOf(log)).toBe(extract.lead_score);
    expect(log.map(({ n }) => n)).toEqual(log.map((_, at) => at));
    const said = new Map((await rows('utterances', credentials)).map((line) => [line['seq'], String(line['text'])]));
    for (const { seq, quote, from_char, to_char } of log) {
      expect(said.get(seq)?.slice(Number(from_char), Number(to_char))).toBe(quote);
    }
    const extracts = await rows('extracts', credentials, 'seq');
    expect(extracts.map(({ seq }) => seq)).toHaveLength(OWNER_LINES.length);
    const kept = (await app.pool.query('SELECT * FROM sessions WHERE id = $1', [credentials.session_id])).rows[0];
    expect(kept).toMatchObject({
      lead_score: extract.lead_score,
      email: 'ana@costabikes.example',
      contact_name: 'Ana Costa',
    });
  });

  test('a stream says it before its end, a replay and the history say the same', async () => {
    const credentials = await session();
    const turn_id = randomUUID();
    const stream = await hear(app.url, { ...credentials, user_message: OWNER_LINES[0] ?? '', turn_id });
    await stream.ended;
    const [extract] = stream.events.filter(({ event }) => event === 'extract');
    const done = stream.events.at(-1);
    expect(extract?.data).toMatchObject({ company: 'Costa Bikes' });
    expect(done?.data).toMatchObject({ extract: extract?.data });
    expect(await say(credentials, OWNER_LINES[0] ?? '', { turn_id })).toMatchObject({ extract: extract?.data });
    expect((await app.call('session_history', credentials)).body.extract).toEqual(extract?.data);
  });

  test('an owner sees later what changed: intent, borders of the score, a contact, another mode', async () => {
    const credentials = await session();
    await ownerTalk(credentials);
    await say(credentials, 'Thank you', { mode: 'futurist' });
    const events = await rows('events', credentials, 'id');
    const kinds = events.map(({ kind }) => kind);
    for (const kind of ['session_started', 'intent_changed', 'contact_captured', 'mode_changed'])
      expect(kinds).toContain(kind);
    const crossed = events.filter(({ kind }) => kind === 'score_crossed').map(({ payload }) => payload as object);
    expect(crossed.map((payload) => Reflect.get(payload, 'threshold'))).toEqual([40, 50, 70, 75]);
    expect(events.find(({ kind }) => kind === 'mode_changed')?.['payload']).toMatchObject({
      from: 'mentor',
      to: 'futurist',
    });
  });

  test('a server that was started anew goes on with the same log', async () => {
    const credentials = await session();
    await say(credentials, OWNER_LINES[0] ?? '');
    app.parts.analyses.forget(credentials.session_id);
    app.parts.history.forget(credentials.session_id);
    await say(credentials, OWNER_LINES[1] ?? '');
    const { extract } = await say(credentials, OWNER_LINES[2] ?? '');
    const whole = (await ownerTalk(await session())).extract;
    expect(extract).toEqual(whole);
    const log = await rows('lead_signals', credentials, 'n');
    expect(scoreOf(log)).toBe(extract.lead_score);
  });

  test('a returning visitor counts as one', async () => {
    const visitor = newVisitor();
    await say(await session(visitor), 'Hello');
    const again = await say(await session(visitor), OWNER_LINES[0] ?? '');
    const first = await say(await session(), OWNER_LINES[0] ?? '');
    expect(again.extract.lead_score).toBeGreaterThan(first.extract.lead_score);
  });

  test('an address that was spelt out is understood by the twin too', async () => {
    const credentials = await session();
    await say(credentials, 'hi this is dave from brightwater plumbing, every quote has to go through me');
    const { text } = await say(credentials, 'you can get me at dave at brightwater dash plumbing dot co dot uk');
    expect(text).toContain('dave@brightwater-plumbing.co.uk');
    expect((await say(credentials, 'and what does a Walkthrough cost')).text).not.toContain('dave@');
  });
});

describe('after a conversation', () => {
  test('it is summed up once, with what is to be done, and the lead is known', async () => {
    const visitor = newVisitor();
    const credentials = await session(visitor);
    const { extract } = await ownerTalk(credentials);
    await finish(credentials);
    expect(await rows('summaries', credentials)).toEqual([]);
    await app.call('end_session', credentials);
    await finish(credentials);
    await finish(credentials);
    const [summary, ...more] = await rows('summaries', credentials);
    expect(more).toEqual([]);
    expect(summary?.['executive_summary']).toMatch(/^Ana Costa.*\nWants: “.*\n/);
    const items = await rows('action_items', credentials);
    expect(items).toContainEqual(
      expect.objectContaining({
        title: 'Prepare consulting proposal',
        priority: 'high',
        owner: 'you',
        category: 'sales',
      }),
    );
    const lead = (await app.pool.query('SELECT * FROM leads WHERE visitor_id = $1', [visitor.visitor_id])).rows;
    expect(lead).toMatchObject([
      { name: 'Ana Costa', company: 'Costa Bikes', lead_score: extract.lead_score, conversations: 1 },
    ]);
    const [kept] = (await app.pool.query('SELECT final_intent FROM sessions WHERE id = $1', [credentials.session_id]))
      .rows;
    expect(kept).toEqual({ final_intent: 'consulting_inquiry' });
  });

  test('what is understood at its end is what was understood while it ran', async () => {
    const credentials = await session();
    await app.call('agent_reply', { ...credentials, user_message: '', context: { is_followup: true } });
    let answer: Awaited<ReturnType<typeof say>>;
    for (const line of [
      'so this is dave from brightwater plumbing, we got thirty two guys and every quote has to go through me',
      'and it takes like three days and we lose jobs because of it',
      'what would you do',
      'how much is that going to cost me roughly',
      'fine, we can do maybe ten grand',
    ]) {
      answer = await say(credentials, line);
    }
    const { intent, lead_score } = answer.extract;
    await app.call('end_session', credentials);
    await finishSession(app.parts, app.parts.twin(), credentials.session_id);
    const kept = await app.pool.query('SELECT final_intent, lead_score FROM sessions WHERE id = $1', [
      credentials.session_id,
    ]);
    expect(kept.rows[0]).toEqual({ final_intent: intent, lead_score });
    expect(intent).not.toBe('job_inquiry');
  });

  test('words whose turn failed count all the same', async () => {
    const credentials = await session();
    await say(credentials, OWNER_LINES[0] ?? '');
    await app.pool.query(
      `WITH s AS (UPDATE sessions SET next_seq = next_seq + 1 WHERE id = $1 RETURNING next_seq - 1 AS seq), t AS (
         INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, status)
           VALUES ($1, $1, 'message', 'mentor', 'm', 'failed'))
       INSERT INTO utterances (session_id, seq, turn_id, speaker, text) SELECT $1, seq, $1, 'visitor', $2 FROM s`,
      [credentials.session_id, OWNER_LINES[2]],
    );
    await app.call('end_session', credentials);
    await finish(credentials);
    const [kept] = (await app.pool.query('SELECT email FROM sessions WHERE id = $1', [credentials.session_id])).rows;
    expect(kept).toEqual({ email: 'ana@costabikes.example' });
  });

  test('of one that is not kept nothing stays and nothing is asked for', async () => {
    const visitor = newVisitor();
    const credentials = await session(visitor, false);
    await ownerTalk(credentials);
    await app.call('action_items', { ...credentials, action: 'extract' });
    expect(await rows('action_items', credentials)).toEqual([]);
    await app.call('end_session', credentials);
    await finish(credentials);
    for (const table of ['extracts', 'lead_signals', 'summaries', 'action_items', 'events'])
      expect(await rows(table, credentials), table).toEqual([]);
    expect((await app.pool.query('SELECT 1 FROM leads WHERE visitor_id = $1', [visitor.visitor_id])).rowCount).toBe(0);
  });
});

describe('the functions around it', () => {
  test("the functions around it need the session's credentials", async () => {
    const credentials = await session();
    const stranger = { ...credentials, session_secret: (await session()).session_secret };
    for (const [name, more] of [
      ['action_items', { action: 'extract', extract_from: 'conversation' }],
      ['session_summary', {}],
      ['request_call', { email: 'ana@costa.test', wished_time: 'now' }],
    ] as const) {
      expect(await app.call(name, { ...stranger, ...more }), name).toMatchObject({ status: 401 });
      expect((await app.call(name, more)).status, name).toBeGreaterThanOrEqual(400);
    }
    expect(await rows('action_items', credentials)).toEqual([]);
  });

  test('action_items gives what the conversation asks for, and doubles nothing', async () => {
    // Other conversations of this address created the same items, of which a lead has only one.
    await app.pool.query('TRUNCATE action_items CASCADE');
    const credentials = await session();
    await ownerTalk(credentials);
    const ask = () => app.call('action_items', { ...credentials, action: 'extract', extract_from: 'conversation' });
    const { body } = await ask();
    expect(body.extracted).toContainEqual(
      expect.objectContaining({ title: 'Prepare consulting proposal', tags: expect.any(Array) }),
    );
    expect((await ask()).body).toEqual(body);
    expect(await rows('action_items', credentials)).toHaveLength(body.extracted.length);
    const text = 'I will send you the floor plan on Friday.';
    const read = await app.call('action_items', { ...credentials, action: 'extract', extract_from: text });
    expect(read.body.extracted).toContainEqual(expect.objectContaining({ owner: 'visitor', priority: 'low' }));
    expect(await rows('action_items', credentials)).toHaveLength(body.extracted.length);
  });

  test('action_items changes nothing that was kept at the end', async () => {
    const credentials = await session();
    await ownerTalk(credentials);
    await app.call('end_session', credentials);
    await finish(credentials);
    await app.pool.query('UPDATE action_items SET title = $2 WHERE session_id = $1', [credentials.session_id, 'Mine']);
    const before = await rows('action_items', credentials);
    expect(before.length).toBeGreaterThan(0);
    const answer = await app.call('action_items', { ...credentials, action: 'extract' });
    expect(answer).toMatchObject({ status: 410, body: { code: 'session_ended' } });
    expect(await rows('action_items', credentials)).toEqual(before);
  });

  test('request_call notes a wish once, with its day; the newer wish stands', async () => {
    const credentials = await session();
    const ask = (wished_time: string) =>
      app.call('request_call', { ...credentials, email: 'ana@costa.test', wished_time });
    expect((await ask('tomorrow morning')).body.due_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await ask('some time')).body).toEqual({ success: true, due_date: null });
    expect(await rows('action_items', credentials)).toMatchObject([{ title: 'Call ana@costa.test', due_date: null }]);
    await say(credentials, 'We are a bakery.');
    const summary = (await app.call('session_summary', credentials)).body.executive_summary;
    expect(summary).toContain('You asked for a call, at this time: “some time”. The answer goes to ana@costa.test.');
    const bad = await app.call('request_call', { ...credentials, email: 'nobody', wished_time: 'now' });
    expect(bad).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: expect.stringContaining('email') },
    });
    const unkept = await session(newVisitor(), false);
    const refused = await app.call('request_call', { ...unkept, email: 'ana@costa.test', wished_time: 'now' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_kept' } });
  });
});
