import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { followAsVisitor, watchAsAdmin } from '../../testing/live-session.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { testUser } from '../../testing/owners.ts';

let database: TestDatabase;
/** The instance that visitors use, and another one that administrators use. */
let here: OwnerScene;
let there: OwnerScene;
beforeAll(async () => {
  database = await testDatabase();
  here = await ownerScene({ DATABASE_URL: database.url }, { database });
  there = await ownerScene({ DATABASE_URL: database.url }, { database });
});
afterAll(async () => {
  await here.app.close();
  await there.app.close();
  await database.close();
});

type Session = Awaited<ReturnType<OwnerScene['app']['session']>>;
const say = (session: Session, user_message: string, turn_id: string = randomUUID()) =>
  here.app.call('agent_reply', { ...session, user_message, turn_id });
const post = (path: string, body: object = {}) => there.ask(path, { method: 'POST', body: JSON.stringify(body) });
const take = ({ session_id: id }: Session, name = 'Orla Venstrom') =>
  post(`/sessions/${id}/takeover`, { name, role: 'consultant' });
const write = ({ session_id: id }: Session, text: string, lineId: string = randomUUID()) =>
  post(`/sessions/${id}/lines`, { id: lineId, text });
const linesOf = async ({ session_id: id }: Session) =>
  (
    await database.pool.query<{ speaker: string; author: string | null; text: string }>(
      'SELECT speaker, author, text FROM utterances WHERE session_id = $1 ORDER BY seq',
      [id],
    )
  ).rows;

/** A conversation whose visitor has agreed to a person, who is there. */
async function takenOver(consent = true) {
  const session = await here.app.session(consent);
  await say(session, 'Hello, what do you do?');
  const visitor = await followAsVisitor(here.app.url, session);
  if (!consent) expect((await here.app.call('request_person', session)).status).toBe(200);
  expect((await take(session)).status).toBe(200);
  if (consent) {
    await expect.poll(() => visitor.state()?.state).toBe('asked');
    await here.app.call('answer_person', { ...session, accept: true });
  }
  await expect.poll(() => visitor.state()?.state).toBe('active');
  return { session, visitor };
}

test('the visitor is asked first, then told who is there, and reads the person on another instance', async () => {
  const session = await here.app.session();
  await say(session, 'We are a bakery in Ghent.');
  const visitor = await followAsVisitor(here.app.url, session);
  const admin = await watchAsAdmin(there.app.url, session.session_id, there.token('admin'));
  await expect.poll(() => admin.lines()[0]?.text).toBe('We are a bakery in Ghent.');
  expect((await take(session)).body).toMatchObject({ state: 'asked', mine: true });
  await expect
    .poll(() => visitor.state())
    .toMatchObject({
      state: 'asked',
      person: { name: 'Orla Venstrom', role: 'consultant' },
    });
  // Until the visitor has agreed, the twin answers, and the person may write nothing.
  expect((await say(session, 'Do you offer workshops?')).body.text).not.toBe('');
  expect(await write(session, 'Too early.')).toMatchObject({ status: 409, body: { code: 'not_taken_over' } });
  const agreed = await here.app.call('answer_person', { ...session, accept: true });
  expect(agreed.body.takeover).toMatchObject({ state: 'active', person: { name: 'Orla Venstrom' } });
  await expect.poll(() => admin.state()).toMatchObject({ state: 'active', mine: true });

  const turnId = randomUUID();
  const silent = await say(session, 'My number of staff is 12.', turnId);
  expect(silent.body).toMatchObject({ text: '', segments: [], taken_over: true, partial: false, turn_id: turnId });
  expect((await say(session, 'My number of staff is 12.', turnId)).body).toMatchObject({ taken_over: true });
  await expect.poll(() => admin.lines().at(-1)?.text).toBe('My number of staff is 12.');
  const lineId = randomUUID();
  const sent = await write(session, 'Twelve is a good size for that.', lineId);
  expect(sent.body.line).toMatchObject({ speaker: 'person', author: 'Orla Venstrom' });
  expect((await write(session, 'Twelve is a good size for that.', lineId)).body).toEqual(sent.body);
  await expect.poll(() => visitor.lines().map(({ text }) => text)).toEqual(['Twelve is a good size for that.']);

  const back = await there.ask(`/sessions/${session.session_id}/takeover`, { method: 'DELETE' });
  expect(back.status).toBe(200);
  await expect.poll(() => visitor.state()).toMatchObject({ state: 'over', reason: 'handed_back' });
  const answered = await say(session, 'Thank you. What does a workshop cost?');
  expect(answered.body.text).not.toBe('');
  expect(answered.body.taken_over).toBeUndefined();
  const lines = await linesOf(session);
  expect(lines.filter(({ speaker }) => speaker === 'person')).toEqual([
    { speaker: 'person', author: 'Orla Venstrom', text: 'Twelve is a good size for that.' },
  ]);
  const { rows } = await database.pool.query(
    `SELECT DISTINCT action FROM audit_log WHERE detail ->> 'session_id' = $1 ORDER BY action`,
    [session.session_id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'conversation_handed_back',
    'conversation_taken_over',
    'conversation_watched',
  ]);
  visitor.close();
  admin.close();
});

test('of two people at once one is in, and the other is told who', async () => {
  const session = await here.app.session();
  await say(session, 'Hello.');
  const other = await testUser(here.app.accounts, 'admin');
  const asOther = () =>
    fetch(`${here.app.url}/api/admin/sessions/${session.session_id}/takeover`, {
      method: 'POST',
      headers: { ...other.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bea' }),
    });
  const [mine, theirs] = await Promise.all([take(session, 'Ada'), asOther()]);
  expect([mine.status, theirs.status].sort()).toEqual([200, 409]);
  const refused = mine.status === 409 ? mine.body : await theirs.json();
  const first = mine.status === 200 ? 'Ada' : 'Bea';
  expect(refused).toMatchObject({ code: 'taken_over', error: expect.stringContaining(first) });
});

test('who says no is not asked again, and may ask for a person themselves', async () => {
  const session = await here.app.session();
  await take(session);
  const declined = await here.app.call('answer_person', { ...session, accept: false });
  expect(declined.body.takeover).toMatchObject({ state: 'over', reason: 'declined' });
  expect(await take(session)).toMatchObject({ status: 409, body: { code: 'person_declined' } });
  expect((await say(session, 'What do you do?')).body.text).not.toBe('');
  const wanted = await here.app.call('request_person', session);
  expect(wanted.body.takeover.state).toBe('wanted');
  // That was a yes.
  expect((await take(session)).body.state).toBe('active');
});

test('a person who joins ends the reply that another instance is writing', async () => {
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const app = await ownerScene(
    { DATABASE_URL: database.url },
    {
      database,
      model: {
        async *reply(_request, signal) {
          yield { kind: 'delta', text: 'Let me think about that. ' };
          begun.resolve();
          await Promise.race([slow.promise, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
          if (!signal.aborted) yield { kind: 'delta', text: 'And here is much more.' };
          yield { kind: 'end', model: 'm', provider: 'custom', knowledge: [], complete: true, notes: [] };
        },
      },
    },
  );
  const session = await app.app.session();
  await app.app.call('request_person', session);
  const replying = fetch(`${app.app.url}/functions/v1/agent_reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ ...session, user_message: 'What do you do?' }),
  });
  await begun.promise;
  expect((await take(session)).body.state).toBe('active');
  const heard = await (await replying).text();
  expect(heard).toContain('event: done');
  expect(heard).not.toContain('much more');
  expect((await linesOf(session)).map(({ text }) => text)).toEqual(['What do you do?', 'Let me think about that.']);
  slow.resolve();
  await app.app.close();
});

test('of a conversation that is not kept, a person sees only what follows the yes, and nothing stays', async () => {
  const session = await here.app.session(false);
  await say(session, 'A secret before.');
  expect((await take(session)).status).toBe(404);
  expect((await watchAsAdmin(there.app.url, session.session_id, there.token('admin'))).status).toBe(404);
  await here.app.call('request_person', session);
  const waiting = await there.ask('/waiting-visitors');
  expect(waiting.body.visitors).toContainEqual(
    expect.objectContaining({ session_id: session.session_id, kept: false, contact_name: null }),
  );
  expect((await take(session)).body).toMatchObject({ state: 'active', kept: false });
  await say(session, 'A question after.');
  const admin = await watchAsAdmin(there.app.url, session.session_id, there.token('admin'));
  await expect.poll(() => admin.lines().map(({ text }) => text)).toEqual(['A question after.']);
  await write(session, 'An answer.');
  await expect.poll(() => admin.lines().map(({ text }) => text)).toEqual(['A question after.', 'An answer.']);
  await here.app.call('end_session', session);
  await admin.over;
  expect(admin.events.at(-1)?.event).toBe('ended');
  for (const table of ['utterances', 'takeovers', 'turns']) {
    const { rowCount } = await database.pool.query(`SELECT FROM ${table} WHERE session_id = $1`, [session.session_id]);
    expect(rowCount, table).toBe(0);
  }
});

test('a take-over that nobody attends ends after two minutes, and the twin answers again', async () => {
  const { session, visitor } = await takenOver();
  expect((await say(session, 'Are you there?')).body.taken_over).toBe(true);
  const beat = () => post(`/sessions/${session.session_id}/takeover/beat`);
  expect((await beat()).status).toBe(200);
  const later = (seconds: number) =>
    database.pool.query(`UPDATE takeovers SET last_seen_at = now() - $2 * interval '1 second' WHERE session_id = $1`, [
      session.session_id,
      seconds,
    ]);
  await later(100);
  expect((await say(session, 'Still there?')).body.taken_over).toBe(true);
  await later(121);
  await expect.poll(() => visitor.state()).toMatchObject({ state: 'over', reason: 'unattended' });
  expect((await say(session, 'What do you do?')).body.text).not.toBe('');
  expect(await beat()).toMatchObject({ status: 409, body: { code: 'not_taken_over' } });
  expect(await write(session, 'Sorry.')).toMatchObject({ status: 409, body: { code: 'not_taken_over' } });
  visitor.close();
});

test('nobody comes within two minutes: the twin says so once and takes a message', async () => {
  const session = await here.app.session();
  await say(session, 'I want to speak to a real person.');
  const visitor = await followAsVisitor(here.app.url, session);
  await here.app.call('request_person', session);
  await expect.poll(() => visitor.state()?.state).toBe('wanted');
  await database.pool.query(`UPDATE takeovers SET since = now() - interval '121 seconds' WHERE session_id = $1`, [
    session.session_id,
  ]);
  await expect.poll(() => visitor.state()).toMatchObject({ state: 'over', reason: 'unanswered' });
  const followUp = () =>
    here.app.call('agent_reply', {
      ...session,
      user_message: '',
      context: { is_followup: true, recent_messages: ['x'] },
    });
  const told = await followUp();
  expect(told.body.text).toMatch(/^Nobody could join just now\. Tell me what \w+ should know/);
  expect(told.body.offers).toEqual([expect.objectContaining({ kind: 'call' })]);
  expect((await followUp()).body.text).not.toMatch(/Nobody could join/);
  visitor.close();
});

test('typing is told to the other side on another instance', async () => {
  const { session, visitor } = await takenOver();
  const admin = await watchAsAdmin(there.app.url, session.session_id, there.token('admin'));
  await expect.poll(() => admin.state()?.state).toBe('active');
  const typed = (stream: typeof admin) =>
    stream.events.flatMap((one) => (one.event === 'typing' ? [one.data.typing] : []));
  await here.app.call('note_typing', { ...session, typing: true });
  await expect.poll(() => typed(admin)).toEqual([true]);
  await post(`/sessions/${session.session_id}/takeover/beat`, { typing: true });
  await post(`/sessions/${session.session_id}/takeover/beat`, { typing: false });
  await expect.poll(() => typed(visitor)).toEqual([true, false]);
  visitor.close();
  admin.close();
});

test('who comes back gets the lines that it has missed, once, also after the listening was cut', async () => {
  const { session, visitor } = await takenOver();
  await write(session, 'One.');
  await expect.poll(() => visitor.lines()).toHaveLength(1);
  const after = visitor.lines()[0]?.seq ?? -1;
  visitor.close();
  await write(session, 'Two.');
  const again = await followAsVisitor(there.app.url, session, after);
  // A page knows the lines that it has by their ids.
  const fresh = () => again.lines().filter(({ seq }) => seq > after);
  await expect.poll(() => fresh().map(({ text }) => text)).toEqual(['Two.']);
  const killed = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN %'`,
  );
  expect(killed.rowCount).toBeGreaterThanOrEqual(2);
  await write(session, 'Three.');
  await expect.poll(() => fresh().map(({ text }) => text), { timeout: 10_000 }).toEqual(['Two.', 'Three.']);
  again.close();
});
