import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AcknowledgedTurn, auditConversations } from '../testing/conversation-audit.ts';
import { startFakeProvider } from '../testing/fake-provider.ts';
import { completion, streamed } from '../testing/fake-replies.ts';
import { startInstances } from '../testing/instances.ts';
import { expectSoundDatabase } from '../testing/invariants.ts';
import { ask, startSession } from '../testing/kill-runner.ts';
import { callFunction, health } from '../testing/operator.ts';
import { numbersOf, openShow, type ShowSocket } from '../testing/show-socket.ts';

// Starts separate servers, which take time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 400_000 });

const VISITORS = 12;
const SHOWS = 2;
/** A visitor without an answer for this long has found a defect. */
const GIVE_UP_MS = 60_000;
const REPLY = 'Glad that you ask. [pause:1s] Here is what I would do first, and what I would leave for the week after.';
type Session = Awaited<ReturnType<typeof startSession>>;

/** A show's connection that is opened again, wherever that leads, with the number of its last message. */
function followShow(url: string, { session_id, session_secret }: Session) {
  const numbers: number[] = [];
  let isOver = false;
  let current: ShowSocket | null = null;
  let opened = 0;
  const follow = async () => {
    while (!isOver) {
      const after = numbers.at(-1);
      const init = { session_secret, ...(after === undefined ? {} : { after }) };
      current = await openShow(url, session_id, init);
      opened += 1;
      await current.closed;
      numbers.push(...numbersOf(current));
      current = null;
      await wait(50);
    }
  };
  const done = follow();
  return {
    /** All numbers that arrived, in the order in which they did. */
    numbers: () => [...numbers, ...(current ? numbersOf(current) : [])],
    opened: () => opened,
    async end() {
      isOver = true;
      current?.close();
      await done;
    },
  };
}

test('three instances without stickiness: killed, cut off the database, replaced; nothing is lost', async () => {
  const provider = await startFakeProvider();
  onTestFinished(() => provider.close());
  provider.always(({ stream }) => (stream ? streamed(REPLY, { wordMs: 10 }) : completion(REPLY)));
  const environment = { LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' };
  const { database, balancer, all } = await startInstances(3, environment);
  const sessions = await Promise.all(Array.from({ length: VISITORS + SHOWS }, () => startSession(balancer)));
  const shows = sessions.slice(VISITORS).map((session) => followShow(balancer.url, session));
  const acknowledged: AcknowledgedTurn[] = [];
  let repeated = 0;
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const visitors = sessions.map(async (session, index) => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const user_message = `Message ${number} of visitor ${index}.`;
      const is_performer_mode = index >= VISITORS;
      const turn = { ...session, turn_id: randomUUID(), user_message, is_performer_mode };
      const giveUpAt = performance.now() + GIVE_UP_MS;
      const refusals: string[] = [];
      let reply: string | null = null;
      for (let asks = 0; reply === null; asks += 1) {
        if (asks > 0) await wait(50 + Math.random() * 50);
        reply = await ask(balancer, turn, index % 2 === 1, (why) => refusals.push(why));
        if (asks > 0) repeated += 1;
        if (performance.now() > giveUpAt) throw new Error(`Visitor ${index} got no answer: ${refusals.join(' | ')}`);
      }
      acknowledged.push({ session_id: session.session_id, turn_id: turn.turn_id, words: user_message, reply });
      await wait(20);
    }
  });
  // A visitor who fails ends the test; the others are awaited at its end.
  const failed = Promise.all(visitors);
  const answered = async (more: number) => {
    const before = acknowledged.length;
    const isDone = expect.poll(() => acknowledged.length, { timeout: GIVE_UP_MS }).toBeGreaterThan(before + more);
    await Promise.race([isDone, failed]);
  };
  const [killed, cut] = all;
  if (!killed || !cut) throw new Error('three instances were asked for');

  await answered(2 * VISITORS);
  const before = repeated;
  await killed.replace('SIGKILL');
  await answered(2 * VISITORS);
  expect(repeated).toBeGreaterThan(before);

  cut.toDatabase.down();
  await expect.poll(async () => (await health(cut.server.url, 'readyz')).status, { timeout: 20_000 }).toBe(503);
  await answered(2 * VISITORS);
  cut.toDatabase.up();
  await expect.poll(async () => (await health(cut.server.url, 'readyz')).status, { timeout: 20_000 }).toBe(200);

  for (const instance of all) {
    await instance.replace('SIGTERM');
    await answered(VISITORS);
  }
  over.abort();
  await failed;

  const client = await database.pool.connect();
  const audit = await auditConversations(client, acknowledged);
  client.release();
  expect(audit).toEqual({ lost: [], duplicates: [], gaps: [], running: [] });
  await expectSoundDatabase(database.pool);

  // Every message of a show arrived once and in order, although its connection moved between instances.
  for (const [at, show] of shows.entries()) {
    const { rows } = await database.pool.query<{ seq: number }>(
      'SELECT seq::int FROM show_events WHERE session_id = $1 AND NOT is_private ORDER BY seq',
      [sessions[VISITORS + at]?.session_id],
    );
    await expect.poll(show.numbers, { timeout: 20_000 }).toEqual(rows.map(({ seq }) => seq));
    expect(show.opened()).toBeGreaterThan(1);
    await show.end();
  }

  // What follows the end of a conversation is done once for each, whichever instance does it.
  for (const session of sessions)
    await expect
      .poll(async () => (await callFunction(balancer.url, 'end_session', session)).status, { timeout: 20_000 })
      .toBe(200);
  const count = async (sql: string) =>
    (await database.pool.query<{ n: number }>(`SELECT (${sql})::int AS n`)).rows[0]?.n;
  const summaries = '(SELECT count(*) FROM summaries)';
  await expect.poll(() => count(summaries), { timeout: 60_000 }).toBe(sessions.length);
  const waiting = '(SELECT count(*) FROM job_requests) + (SELECT count(*) FROM uncounted_sessions)';
  await expect.poll(() => count(waiting), { timeout: 60_000 }).toBe(0);
  const totals = ['session_totals', 'session_total_changes'].map((table) => `(SELECT sum(sessions) FROM ${table})`);
  expect(await count(`coalesce(${totals[0]}, 0) + coalesce(${totals[1]}, 0)`)).toBe(sessions.length);
});

test('three instances hold limits together, also while one is replaced', async () => {
  const { balancer, all } = await startInstances(3, { RATE_LIMIT_SCALE: '1', LIMIT_SESSIONS_PER_HOUR: '20' });
  const start = async () => {
    const body = { visitor_id: randomUUID(), consent: true };
    return (await callFunction(balancer.url, 'create_session', body)).status;
  };
  const first = await Promise.all(Array.from({ length: 15 }, start));
  expect(first).toEqual(Array(15).fill(200));
  await all[0]?.replace('SIGTERM');
  const second = await Promise.all(Array.from({ length: 15 }, start));
  expect(second.sort()).toEqual([...Array(5).fill(200), ...Array(10).fill(429)]);
});
