import type { AdminSession } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { testUser } from '../../testing/owners.ts';
import { TELL_HOT_LEAD_JOB } from '../conversation/analysis-rows.ts';
import { queueMessages } from '../notifications/messages.ts';
import { NO_RETRACTIONS } from './after/handoff-items.ts';
import { saveHandoffItems } from './after/outcome.ts';
import { finishSession, itemsOfConversation, saveHandoffRequests } from './finish-session.ts';

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
async function say(talk: Talk, ...lines: string[]): Promise<string> {
  let text = '';
  for (const user_message of lines)
    text = (await app.call('agent_reply', { ...talk, user_message, model: 'embedded' })).body.text;
  return text;
}
const note = (talk: Talk) => saveHandoffRequests(app.parts, talk.session_id);
const FORM = { email: 'ana@costa.test', wished_time: 'December 24th in the morning' };
const byForm = (talk: Talk) => app.call('request_call', { ...talk, ...FORM });
async function end(talk: Talk) {
  await app.call('end_session', talk);
  await finishSession(app.parts, app.parts.twin(), talk.session_id);
  return (await app.pool.query('SELECT * FROM summaries WHERE session_id = $1', [talk.session_id])).rows[0];
}
const items = async ({ session_id }: Talk) =>
  (await app.pool.query('SELECT key, title FROM action_items WHERE session_id = $1 ORDER BY id', [session_id])).rows;
const keys = async (talk: Talk) => (await items(talk)).map(({ key }) => key);
const session = async ({ session_id }: Talk) =>
  (await app.pool.query('SELECT email, call_request FROM sessions WHERE id = $1', [session_id])).rows[0];
const known = async (talk: Talk) => (await app.call('session_history', talk)).body.call;
async function listed({ session_id }: Talk): Promise<AdminSession | undefined> {
  const page = (await (await fetch(`${app.url}/api/admin/sessions?limit=100`, { headers })).json()) as {
    items: AdminSession[];
  };
  return page.items.find(({ id }) => id === session_id);
}
const messages = async ({ session_id }: Talk) =>
  (await app.pool.query('SELECT reason FROM webhook_messages WHERE session_id = $1', [session_id])).rows;
const tell = async (talk: Talk) => queueMessages(app.pool, talk.session_id, await note(talk), TELL_HOT_LEAD_JOB);

describe('a call by the form that is refused in words', () => {
  test('goes as one that was asked for in words does, and its address stays', async () => {
    const talk = await begin();
    await say(talk, 'I am Ana Costa of Costa Bikes. Every order waits for me.');
    await byForm(talk);
    await tell(talk);
    expect(await keys(talk)).toEqual([CALL_REQUEST_KEY]);
    expect(await listed(talk)).toMatchObject({ call_requested: true });
    const answer = await say(talk, 'On second thoughts, no call please. Just email me.');
    expect(answer).toContain(FORM.email);
    expect(answer).toMatch(/no call|without a call/);
    expect(answer).not.toMatch(/December|\?/);
    await tell(talk);
    expect(await keys(talk)).toEqual(['request:write']);
    expect(await messages(talk)).toEqual([]);
    expect(await listed(talk)).toMatchObject({ call_requested: false, email: FORM.email });
    expect(await known(talk)).toBeNull();
    expect(await say(talk, 'Is my call confirmed?')).not.toContain('December 24');
    const summary = await end(talk);
    expect(summary.executive_summary).not.toMatch(/asked for a call/);
    expect(summary.executive_summary).toContain(FORM.email);
    expect(await keys(talk)).not.toContain(CALL_REQUEST_KEY);
    expect(await session(talk)).toMatchObject({ email: FORM.email });
  });

  test('is refused by the end of the conversation, noted meanwhile or not', async () => {
    const talk = await begin();
    await byForm(talk);
    await say(talk, 'Please cancel the call.');
    const summary = await end(talk);
    expect(await keys(talk)).not.toContain(CALL_REQUEST_KEY);
    expect(summary.executive_summary).not.toContain('December 24');
    expect(await listed(talk)).toMatchObject({ call_requested: false });
  });

  test('stands where it is sent again, or the refusal came before it', async () => {
    const talk = await begin();
    await byForm(talk);
    await say(talk, 'Please cancel the call.');
    await note(talk);
    await byForm(talk);
    expect(await note(talk)).toEqual(['call']);
    expect(await keys(talk)).toEqual([CALL_REQUEST_KEY]);
    expect(await known(talk)).toMatchObject(FORM);
    expect(await listed(talk)).toMatchObject({ call_requested: true });
  });

  test('is asked for anew in words', async () => {
    const talk = await begin();
    await byForm(talk);
    await say(talk, 'Please cancel the call.', 'All right, please do call me on 4 December.');
    await note(talk);
    const { rows } = await app.pool.query(
      'SELECT due_date::text, description FROM action_items WHERE session_id = $1 AND key = $2',
      [talk.session_id, CALL_REQUEST_KEY],
    );
    expect(rows).toMatchObject([
      { due_date: expect.stringMatching(/-12-04$/), description: expect.stringContaining(FORM.email) },
    ]);
    expect(await known(talk)).toBeNull();
  });

  test('or in a later conversation', async () => {
    const visitor = newVisitor();
    const first = await begin(visitor);
    await byForm(first);
    await say(first, 'Thank you, goodbye.');
    await end(first);
    expect(await keys(first)).toContain(CALL_REQUEST_KEY);
    const second = await begin(visitor);
    expect(await known(second)).toMatchObject(FORM);
    await say(second, 'Please cancel my call.');
    await note(second);
    expect(await keys(first)).not.toContain(CALL_REQUEST_KEY);
    expect(await listed(first)).toMatchObject({ call_requested: false });
    expect(await known(second)).toBeNull();
    expect((await end(second)).executive_summary).not.toMatch(/\bcall (?:ana|at|them)/i);
    expect(await known(await begin(visitor))).toBeNull();
  });

  test('or in a later one, where writing is preferred: that is to be done, and both summaries tell it', async () => {
    const visitor = newVisitor();
    const first = await begin(visitor);
    await say(first, 'I am Ana Costa, ana@costa.test. Can Orla call me on Friday? 020 7946 0500');
    await note(first);
    expect((await end(first)).executive_summary).toMatch(/\nCall them .*\.$/);
    const second = await begin(visitor);
    await say(second, 'hi its ana again', 'actually no call friday, lets do it by mail instead');
    await note(second);
    const title = 'Write to Ana Costa, no call: “actually no call friday, lets do it by mail instead”';
    expect(await items(second)).toContainEqual({ key: 'request:write', title });
    const summary = await end(second);
    expect(await items(second)).toContainEqual({ key: 'request:write', title });
    expect(summary.executive_summary).toMatch(/They want no call any more: write to ana@costa\.test\.$/);
    expect(await keys(first)).not.toContain(CALL_REQUEST_KEY);
    const { rows } = await app.pool.query('SELECT executive_summary AS words FROM summaries WHERE session_id = $1', [
      first.session_id,
    ]);
    expect(rows[0].words).toMatch(/\nSince then: they want no call any more\.$/);
    const third = await begin(visitor);
    await say(third, 'no calls, mail me instead', 'All right, please do call me on 4 December.');
    await note(third);
    expect(await keys(third)).toEqual([CALL_REQUEST_KEY]);
  });

  test('and one that the owner has ticked off stays', async () => {
    const talk = await begin();
    await byForm(talk);
    await app.pool.query("UPDATE action_items SET status = 'done' WHERE session_id = $1", [talk.session_id]);
    await say(talk, 'Please cancel the call.');
    await note(talk);
    expect(await keys(talk)).toEqual([CALL_REQUEST_KEY]);
  });
});

describe('a complaint that the visitor says is settled', () => {
  test('leaves nothing to be done and no mark, and the summary says both', async () => {
    const talk = await begin();
    await say(talk, 'You charged me twice.');
    await tell(talk);
    expect(await keys(talk)).toEqual([COMPLAINT_KEY]);
    await say(talk, 'never mind, it is resolved, thanks');
    await tell(talk);
    expect(await keys(talk)).toEqual([]);
    expect(await messages(talk)).toEqual([]);
    expect(await listed(talk)).toMatchObject({ complaint: false });
    const summary = await end(talk);
    expect(await keys(talk)).not.toContain(COMPLAINT_KEY);
    expect(summary.executive_summary).toMatch(/Complaint: “You charged me twice” \(settled since\)/);
    expect(summary.executive_summary).not.toMatch(/Answer the complaint/);
    expect(summary.sentiment).not.toBe('negative');
  });

  test('is one again when it is made again', async () => {
    const talk = await begin();
    await say(talk, 'I want a refund.', 'never mind, it is resolved, thanks', 'You charged me twice.');
    await note(talk);
    expect(await items(talk)).toMatchObject([{ title: 'Answer the complaint: “You charged me twice”' }]);
  });

  test('also in a later conversation', async () => {
    const visitor = newVisitor();
    const first = await begin(visitor);
    await say(first, 'You charged me twice.');
    await end(first);
    expect(await keys(first)).toEqual([COMPLAINT_KEY]);
    const second = await begin(visitor);
    await say(second, 'My refund has arrived, thanks.');
    await note(second);
    expect(await keys(first)).toEqual([]);
    expect((await end(second)).executive_summary).not.toContain('Answer the complaint');
  });
});

test('what was read before the end and is written behind it changes nothing', async () => {
  const talk = await begin();
  await say(talk, 'Please call me on 3 December.');
  const stale = await itemsOfConversation(app.parts, talk.session_id);
  await say(talk, 'On second thoughts, no call please.');
  await end(talk);
  expect(await saveHandoffItems(app.pool, talk.session_id, { ...stale, retractions: NO_RETRACTIONS })).toBe(false);
  expect(await keys(talk)).not.toContain(CALL_REQUEST_KEY);
  expect(await note(talk)).toEqual([]);
});
