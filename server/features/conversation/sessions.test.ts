import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { createSession, endSession, sweepIdleSessions } from './sessions.ts';
import { PAGE_LEFT, PAGE_RETURNED, saveEvent } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function session(consent = true): Promise<string> {
  const caller = { visitorId: randomUUID(), secret: undefined };
  const agreed = consent ? { version: '1', language: 'en' as const, text: 'Keep it.' } : null;
  const started = { caller, agreed, consentVersion: '1', mode: 'mentor', page: null };
  return (await createSession(database.pool, started)).session_id;
}
const say = (sessionId: string, kind: string) => saveEvent(database.pool, { sessionId, kind, payload: '{}' });
/** Lets six minutes pass for a session, which is longer than the wait for a closed page. */
const later = (id: string) =>
  database.pool.query(
    `UPDATE sessions SET started_at = started_at - interval '6 minutes', left_at = left_at - interval '6 minutes',
       last_active_at = last_active_at - interval '6 minutes' WHERE id = $1`,
    [id],
  );
async function ended(id: string): Promise<string | null | undefined> {
  const { rows } = await database.pool.query('SELECT end_reason FROM sessions WHERE id = $1', [id]);
  return rows[0]?.end_reason;
}
async function asked(id: string): Promise<unknown> {
  return (await database.pool.query('SELECT name FROM job_requests WHERE key = $1', [id])).rows;
}

test('a session ends when its page was closed and did not come back', async () => {
  const [gone, back, open] = [await session(), await session(), await session()];
  await say(gone, PAGE_LEFT);
  await say(back, PAGE_LEFT);
  await sweepIdleSessions(database.pool, 90_000);
  expect(await ended(gone)).toBeNull();
  for (const id of [gone, back, open]) await later(id);
  await say(back, PAGE_RETURNED);
  await sweepIdleSessions(database.pool, 90_000);
  expect([await ended(gone), await ended(back), await ended(open)]).toEqual(['gone', null, null]);
});

test('the wait before an end is noticed is not part of how long a conversation was', async () => {
  const [gone, idle] = [await session(), await session()];
  await database.pool.query(
    `UPDATE sessions SET started_at = now() - interval '50 minutes', last_active_at = now() - interval '40 minutes'
     WHERE id = $1`,
    [idle],
  );
  await database.pool.query(
    `UPDATE sessions SET started_at = now() - interval '20 minutes', last_active_at = now() - interval '9 minutes',
       left_at = now() - interval '8 minutes' WHERE id = $1`,
    [gone],
  );
  await sweepIdleSessions(database.pool, 90_000);
  const { rows } = await database.pool.query(
    `SELECT end_reason, extract(epoch FROM ended_at - started_at)::int / 60 AS minutes FROM sessions
     WHERE id = ANY ($1) ORDER BY end_reason`,
    [[gone, idle]],
  );
  expect(rows).toEqual([
    { end_reason: 'gone', minutes: 12 },
    { end_reason: 'idle', minutes: 10 },
  ]);
});

test('with the end of a kept session its summary is asked for, once, in the same commit', async () => {
  const [kept, unkept] = [await session(), await session(false)];
  await endSession(database.pool, kept, 'visitor');
  await endSession(database.pool, kept, 'visitor');
  await endSession(database.pool, unkept, 'visitor');
  expect(await asked(kept)).toEqual([{ name: 'finish_session' }]);
  expect(await asked(unkept)).toEqual([]);
  expect(await ended(unkept)).toBeUndefined();
});
