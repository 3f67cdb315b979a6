import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type FollowedSession, followAsVisitor, watchAsAdmin } from '../testing/live-session.ts';
import { callFunction, startServer } from '../testing/operator.ts';
import { TEST_PASSWORD } from '../testing/owners.ts';
import type { SpawnedServer } from '../testing/spawned-server.ts';

const EMAIL = 'owner@example.test';
/** How long a client waits before it asks again. */
const AGAIN_AFTER_MS = 50;
const PATIENT = { timeout: 30_000 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
});

const start = () =>
  startServer({ DATABASE_URL: database.url, OWNER_EMAIL: EMAIL, OWNER_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'error' });

interface Session {
  session_id: string;
  session_secret: string;
}
/** A line that was acknowledged, with the id under which it was sent. */
interface Acknowledged {
  id: string;
  text: string;
}

/** Signs in; a session is every instance's. @returns headers for calls */
async function signIn({ url }: SpawnedServer): Promise<{ authorization: string }> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: EMAIL, password: TEST_PASSWORD });
  const token = async () =>
    (await (await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body })).json()) as {
      access_token?: string;
    };
  // The first owner is created while the server is starting.
  await expect.poll(async () => (await token()).access_token, PATIENT).toBeDefined();
  return { authorization: `Bearer ${(await token()).access_token}` };
}

/** Posts as the administrator; null without an answer. */
async function post(server: SpawnedServer, headers: object, path: string, body: object) {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${server.url}/api/admin/sessions/${path}`, init).catch(() => null);
  // The answer may break off, too.
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return answer && { status: answer.status, body: (await answer.json().catch(() => null)) as any };
}

/** A conversation that a person has taken over: its visitor on one instance, the person on another. */
async function takenOver() {
  const [here, there] = await Promise.all([start(), start()]);
  const headers = await signIn(there);
  const created = await callFunction(here.url, 'create_session', { visitor_id: randomUUID(), consent: true });
  const { session_id: id, session_secret } = created.body;
  const session: Session = { session_id: id, session_secret };
  expect((await callFunction(here.url, 'request_person', session)).status).toBe(200);
  expect((await post(there, headers, `${id}/takeover`, { name: 'Dana Reyes' }))?.body.state).toBe('active');
  const visitor = await followAsVisitor(here.url, session);
  const admin = await watchAsAdmin(there.url, id, headers);
  onTestFinished(() => {
    visitor.close();
    admin.close();
  });
  await expect.poll(() => visitor.state()?.state).toBe('active');
  return { here, there, headers, session, visitor, admin };
}

/**
 * Says line after line until `over`; each one again, under its id, until it is acknowledged.
 *
 * @param say sends a line; null without an answer
 */
async function talk(
  who: string,
  over: AbortSignal,
  acknowledged: Acknowledged[],
  say: (line: Acknowledged) => Promise<{ status: number } | null>,
): Promise<void> {
  for (let count = 0; !over.aborted; count += 1) {
    const line = { id: randomUUID(), text: `${who} ${count}` };
    for (let answered = false; !answered; ) {
      const answer = await say(line);
      answered = answer?.status === 200;
      if (answer && !answered) throw new Error(`${line.text} was refused: ${JSON.stringify(answer)}`);
      if (answered) acknowledged.push(line);
      else await wait(AGAIN_AFTER_MS);
    }
  }
}

const sayAsVisitor = async (url: string, session: Session, { id, text }: Acknowledged) => {
  const said = { ...session, turn_id: id, user_message: text };
  const answer = await callFunction(url, 'agent_reply', said).catch(() => null);
  if (answer?.status === 200) expect(answer.body).toMatchObject({ taken_over: true, text: '' });
  return answer;
};

/** What is kept of a conversation, by speaker. */
async function keptLines({ session_id: id }: Session, speaker: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>(
    'SELECT text FROM utterances WHERE session_id = $1 AND speaker = $2 ORDER BY seq',
    [id, speaker],
  );
  return rows.map(({ text }) => text);
}
const textsOf = (lines: readonly Acknowledged[]) => lines.map(({ text }) => text);
const linesBy = (stream: FollowedSession, speaker: string) => [
  ...new Map(stream.lines().flatMap((line) => (line.speaker === speaker ? [[line.id, line.text]] : []))).values(),
];
/** As if nobody had been heard of for so long. */
const silentFor = (seconds: number, { session_id: id }: Session) =>
  database.pool.query(`UPDATE takeovers SET last_seen_at = now() - $2 * interval '1 second' WHERE session_id = $1`, [
    id,
    seconds,
  ]);

test('the person’s instance is killed: no acknowledged line is lost or doubled; they go on elsewhere', async () => {
  const { here, there, headers, session, visitor } = await takenOver();
  const over = new AbortController();
  const [persons, visitors]: [Acknowledged[], Acknowledged[]] = [[], []];
  let server = there;
  const talking = Promise.all([
    talk('Person', over.signal, persons, ({ id, text }) =>
      post(server, headers, `${session.session_id}/lines`, { id, text }),
    ),
    talk('Visitor', over.signal, visitors, (line) => sayAsVisitor(here.url, session, line)),
  ]);
  await expect.poll(() => Math.min(persons.length, visitors.length), PATIENT).toBeGreaterThan(3);
  await there.end('SIGKILL');
  const before = persons.length;
  server = here;
  await expect.poll(() => persons.length, PATIENT).toBeGreaterThan(before + 3);
  over.abort();
  await talking;
  expect(await keptLines(session, 'person')).toEqual(textsOf(persons));
  expect(await keptLines(session, 'visitor')).toEqual(textsOf(visitors));
  await expect.poll(() => linesBy(visitor, 'person'), PATIENT).toEqual(textsOf(persons));
  expect(visitor.state()).toMatchObject({ state: 'active', person: { name: 'Dana Reyes' } });

  // The person does not come back: after two minutes without a sign of them the visitor is told, and the twin answers.
  await silentFor(110, session);
  expect((await sayAsVisitor(here.url, session, { id: randomUUID(), text: 'Are you there?' }))?.status).toBe(200);
  await silentFor(121, session);
  await expect.poll(() => visitor.state(), PATIENT).toMatchObject({ state: 'over', reason: 'unattended' });
  const answered = await callFunction(here.url, 'agent_reply', { ...session, user_message: 'What do you do?' });
  expect(answered.body.text).not.toBe('');
  expect(answered.body.taken_over).toBeUndefined();
}, 120_000);

test('the visitor’s instance is killed: their page goes on elsewhere with every line', async () => {
  const { here, there, headers, session, visitor, admin } = await takenOver();
  const over = new AbortController();
  const [persons, visitors]: [Acknowledged[], Acknowledged[]] = [[], []];
  let server = here;
  const talking = Promise.all([
    talk('Person', over.signal, persons, ({ id, text }) =>
      post(there, headers, `${session.session_id}/lines`, { id, text }),
    ),
    talk('Visitor', over.signal, visitors, (line) => sayAsVisitor(server.url, session, line)),
  ]);
  await expect.poll(() => Math.min(persons.length, visitors.length), PATIENT).toBeGreaterThan(3);
  await here.end('SIGKILL');
  await visitor.over;
  server = there;
  const after = visitor.lines().at(-1)?.seq ?? -1;
  const again = await followAsVisitor(there.url, session, after);
  onTestFinished(() => again.close());
  const before = visitors.length;
  await expect.poll(() => visitors.length, PATIENT).toBeGreaterThan(before + 3);
  over.abort();
  await talking;
  expect(await keptLines(session, 'person')).toEqual(textsOf(persons));
  expect(await keptLines(session, 'visitor')).toEqual(textsOf(visitors));
  await expect.poll(() => linesBy(admin, 'visitor'), PATIENT).toEqual(textsOf(visitors));
  const read = () => [...new Set([...linesBy(visitor, 'person'), ...linesBy(again, 'person')])];
  await expect.poll(read, PATIENT).toEqual(textsOf(persons));
  expect(again.state()).toMatchObject({ state: 'active', person: { name: 'Dana Reyes' } });
}, 120_000);

test('both are killed, and nobody is there to end it: after two minutes the twin answers again', async () => {
  const { here, there, session } = await takenOver();
  const line = { id: randomUUID(), text: 'Just a moment.' };
  expect((await sayAsVisitor(here.url, session, line))?.status).toBe(200);
  await Promise.all([here.end('SIGKILL'), there.end('SIGKILL')]);
  const next = await start();
  const visitor = await followAsVisitor(next.url, session);
  onTestFinished(() => visitor.close());
  await expect.poll(() => visitor.state()?.state, PATIENT).toBe('active');
  expect(await sayAsVisitor(next.url, session, line)).toMatchObject({ status: 200 });
  await silentFor(121, session);
  await expect.poll(() => visitor.state(), PATIENT).toMatchObject({ state: 'over', reason: 'unattended' });
  const answered = await callFunction(next.url, 'agent_reply', { ...session, user_message: 'What do you do?' });
  expect(answered.body.text).not.toBe('');
  expect(await keptLines(session, 'visitor')).toEqual(['Just a moment.', 'What do you do?']);
}, 120_000);
