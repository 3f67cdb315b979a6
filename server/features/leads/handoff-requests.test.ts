import type { AdminSession } from '@understudy/contract/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { sharedEncoder } from '../../testing/encoder.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { testUser } from '../../testing/owners.ts';
import { TELL_HOT_LEAD_JOB } from '../conversation/analysis-rows.ts';
import { queueMessages } from '../notifications/messages.ts';
import { createUnderstand } from '../understanding/understand.ts';
import { finishSession, saveHandoffRequests } from './finish-session.ts';

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  headers = (await testUser(app.accounts, 'admin')).headers;
});
afterAll(() => app.close());

interface Talk {
  session_id: string;
  session_secret: string;
}
const begin = (visitor = newVisitor()): Promise<Talk> => startAs(app, visitor);
async function say(talk: Talk, ...lines: string[]): Promise<void> {
  for (const user_message of lines) await app.call('agent_reply', { ...talk, user_message, model: 'embedded' });
}
async function end(talk: Talk) {
  await app.call('end_session', talk);
  await finishSession(app.parts, app.parts.twin(), talk.session_id);
  return (await app.pool.query('SELECT * FROM summaries WHERE session_id = $1', [talk.session_id])).rows[0];
}
const items = async ({ session_id }: Talk) =>
  (
    await app.pool.query(
      `SELECT key, title, description, priority, owner, category, due_date::text FROM action_items
       WHERE session_id = $1 ORDER BY created_at, id`,
      [session_id],
    )
  ).rows;
const kinds = async ({ session_id }: Talk) =>
  (await app.pool.query('SELECT kind FROM events WHERE session_id = $1', [session_id])).rows.map(({ kind }) => kind);
async function listed({ session_id }: Talk): Promise<AdminSession | undefined> {
  const page = (await (await fetch(`${app.url}/api/admin/sessions?limit=100`, { headers })).json()) as {
    items: AdminSession[];
  };
  return page.items.find(({ id }) => id === session_id);
}
const requests = async ({ session_id }: Talk) =>
  (await app.pool.query("SELECT FROM job_requests WHERE name = 'note_asks' AND key = $1", [session_id])).rowCount;

test('a call that is asked for in words is noted while the talk runs, and is the next step at its end', async () => {
  const talk = await begin();
  await say(talk, 'Hello, I am Ana Costa of Costa Bikes.');
  expect(await requests(talk)).toBe(0);
  await say(talk, 'Can Orla call me on 3 December? My number is +31 6 1234 5678.');
  expect(await requests(talk)).toBe(1);
  expect(await saveHandoffRequests(app.parts, talk.session_id)).toEqual(['call']);
  await saveHandoffRequests(app.parts, talk.session_id);
  const call = {
    key: 'request:call',
    title: 'Call Ana Costa on +31 6 1234 5678',
    priority: 'medium',
    owner: 'you',
    category: 'sales',
    due_date: expect.stringMatching(/-12-03$/),
  };
  expect(await items(talk)).toMatchObject([call]);
  expect((await kinds(talk)).filter((kind) => kind === 'call_asked')).toHaveLength(1);
  expect(await listed(talk)).toMatchObject({ call_requested: true, complaint: false });
  const summary = await end(talk);
  expect(summary.executive_summary).toMatch(/Call them at \+31 6 1234 5678 on \w+ 3 December/);
  expect((await items(talk)).filter(({ key }) => key === 'request:call')).toMatchObject([call]);
  expect(summary.action_items[0]).toMatchObject({ text: call.title, owner: 'you' });
});

test('who ends right behind it is told of all the same', async () => {
  const talk = await begin();
  await say(talk, 'I want a refund. And please call me on 3 December.');
  await end(talk);
  expect(await saveHandoffRequests(app.parts, talk.session_id)).toEqual(expect.arrayContaining(['call', 'complaint']));
  const quiet = await begin();
  await say(quiet, 'What does it cost?');
  await end(quiet);
  expect(await saveHandoffRequests(app.parts, quiet.session_id)).toEqual([]);
});

test('what was asked stands among the events once, whichever job comes first', async () => {
  const asked = async (talk: Talk) =>
    (await kinds(talk)).filter((kind) => kind === 'call_asked' || kind === 'complaint').toSorted();
  const talk = await begin();
  await say(talk, 'I want a refund. And please call me on 3 December.');
  await end(talk);
  expect(await asked(talk)).toEqual(['call_asked', 'complaint']);
  await saveHandoffRequests(app.parts, talk.session_id);
  expect(await asked(talk)).toEqual(['call_asked', 'complaint']);
  const noted = await begin();
  await say(noted, 'I want a refund. And please call me on 3 December.');
  await saveHandoffRequests(app.parts, noted.session_id);
  await end(noted);
  expect(await asked(noted)).toEqual(['call_asked', 'complaint']);
});

test('a consultant of another name is asked for all the same', async () => {
  const twin = app.parts.twin();
  const persona = { ...twin.persona, name: 'Dario Conti', first_name: 'Dario' };
  const understand = createUnderstand(sharedEncoder(), () => ['Dario Conti', 'Dario']);
  const deps = { pool: app.pool, understand, settings: app.parts.settings };
  const talk = await begin();
  await say(talk, 'I would like to speak with Dario on 3 December, can he help us?');
  expect(await saveHandoffRequests(deps, talk.session_id)).toEqual(['call']);
  await app.call('end_session', talk);
  await finishSession(deps, { ...twin, persona }, talk.session_id);
  expect(await items(talk)).toMatchObject([
    { key: 'request:call', due_date: expect.stringMatching(/-12-03$/) },
    // The intent is understood through that name too.
    { key: 'intent:consulting_inquiry' },
  ]);
});

test('a call by the form behind it is the same call', async () => {
  const talk = await begin();
  await say(talk, 'I am Ana Costa. Please call me on 3 December.');
  await saveHandoffRequests(app.parts, talk.session_id);
  await app.call('request_call', { ...talk, email: 'ana@costa.test', wished_time: '10 December in the morning' });
  expect(await saveHandoffRequests(app.parts, talk.session_id)).toEqual(['call']);
  const summary = await end(talk);
  expect((await items(talk)).filter(({ key }) => key === 'request:call')).toMatchObject([
    { title: 'Call Ana Costa', priority: 'high', due_date: expect.stringMatching(/-12-10$/) },
  ]);
  expect(summary.executive_summary).toContain('write to ana@costa.test');
});

test('a call that is taken back is nothing to be done', async () => {
  const talk = await begin();
  await say(talk, 'Please call me on 3 December.');
  await saveHandoffRequests(app.parts, talk.session_id);
  await say(talk, 'On second thoughts, no call please. Just email me.');
  expect(await saveHandoffRequests(app.parts, talk.session_id)).toEqual([]);
  expect((await items(talk)).filter(({ key }) => key === 'request:call')).toEqual([]);
  expect(await listed(talk)).toMatchObject({ call_requested: false });
});

test('nobody is told of a call taken back before anybody was told, and of one asked for again they are', async () => {
  const talk = await begin();
  const tell = async () =>
    queueMessages(app.pool, talk.session_id, await saveHandoffRequests(app.parts, talk.session_id), TELL_HOT_LEAD_JOB);
  const messages = async () =>
    (await app.pool.query('SELECT reason FROM webhook_messages WHERE session_id = $1', [talk.session_id])).rows;
  await say(talk, 'Please call me on 3 December.');
  await tell();
  expect(await messages()).toEqual([{ reason: 'call' }]);
  await say(talk, 'On second thoughts, no call please.');
  await tell();
  expect(await messages()).toEqual([]);
  await say(talk, 'All right, please do call me on 4 December.');
  await tell();
  expect(await messages()).toEqual([{ reason: 'call' }]);
});

test.each([
  ['I want a refund', /^Answer the complaint: “I want a refund”$/, /Complaint: “I want a refund”/],
  [
    'Let me talk to a human',
    /^Answer in person: “Let me talk to a human”$/,
    /Asks for a person: “Let me talk to a human”/,
  ],
])('who is angry is answered by the owner: %s', async (words, title, told) => {
  const talk = await begin();
  await say(talk, 'Nice site.', words);
  expect(await saveHandoffRequests(app.parts, talk.session_id)).toEqual(['complaint']);
  expect(await items(talk)).toMatchObject([{ title: expect.stringMatching(title), category: 'support', owner: 'you' }]);
  expect(await listed(talk)).toMatchObject({ complaint: true });
  expect(await kinds(talk)).toContain('complaint');
  expect(await end(talk)).toMatchObject({ executive_summary: expect.stringMatching(told), sentiment: 'negative' });
});

test('a conversation that runs shows what it is about so far, and its end writes the final intent', async () => {
  const talk = await begin();
  await say(
    talk,
    'We have set aside 20,000 euros for the Walkthrough and want to book it, can Orla begin before Easter?',
  );
  const running = await listed(talk);
  expect(running).toMatchObject({ final_intent: null, current_intent: expect.any(String) });
  await end(talk);
  expect(await listed(talk)).toMatchObject({ final_intent: running?.current_intent, current_intent: null });
});

test('who comes back with little is told of with what was left open, and nothing is to be done twice', async () => {
  const visitor = newVisitor();
  const first = await begin(visitor);
  await say(
    first,
    'Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me. Can Orla help us? ' +
      'ana@back.test',
  );
  await end(first);
  const before = (await app.pool.query('SELECT * FROM leads WHERE visitor_id = $1', [visitor.visitor_id])).rows[0];
  expect(await items(first)).toMatchObject([{ title: 'Prepare consulting proposal' }]);
  const second = await begin(visitor);
  await say(second, 'hi again, any news?');
  const { executive_summary: summary } = await end(second);
  expect(summary).toMatch(/^Ana Costa, Costa Bikes, back the same day\nWants: “hi again, any news\?”/);
  expect(summary).toMatch(/Still open from \d+ \w+: Prepare consulting proposal/);
  expect(summary).toMatch(/They wait for an answer: ana@back\.test\.$/);
  expect(await items(second)).toMatchObject([{ title: 'Answer Ana Costa, who asks for news', category: 'follow-up' }]);
  const after = (await app.pool.query('SELECT * FROM leads WHERE visitor_id = $1', [visitor.visitor_id])).rows[0];
  expect(after).toMatchObject({ intent: before.intent, lead_score: before.lead_score, conversations: 2 });
});
