import { randomUUID } from 'node:crypto';
import type { RetentionSettings } from '@understudy/contract/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { confirmClock, countExpired, heldRetention, holdOf, type RetentionRun, runRetention } from './retention.ts';
import type { RetentionPlan } from './retention-rules.ts';
import { readPromises, savePromise } from './retention-rules.ts';

const USUAL: RetentionSettings = {
  transcripts: 180,
  memories: 365,
  leads: 730,
  action_items: 730,
  notes: 730,
  waitlist: 730,
  audit_log: 730,
};
const planOf =
  (set: RetentionSettings, promises: RetentionPlan['promises'] = []) =>
  async () => ({ set, promises });
const run = (set: Partial<RetentionSettings> = {}): Promise<RetentionRun> =>
  runRetention(database.pool, planOf({ ...USUAL, ...set }));
async function deleteExpired(set: Partial<RetentionSettings> = {}): Promise<Record<string, number>> {
  const result = await run(set);
  if (result.state !== 'done') throw new Error(`the deletion is ${result.state}`);
  return result.deleted;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function sessionOf(age: string): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, last_active_at)
     VALUES ($1, $1, '\\x00', true, '1', 'mentor', now() - $2::interval)`,
    [id, age],
  );
  await database.pool.query(`INSERT INTO events (session_id, kind) VALUES ($1, 'session_started')`, [id]);
  return id;
}

test('what has been kept for its time goes, with all that hangs on it; the rest stays', async () => {
  const kept = await sessionOf('179 days 23 hours');
  await sessionOf('180 days 1 minute');
  await database.pool.query(
    `INSERT INTO waitlist (email, email_normalised, signup_type, created_at) VALUES
       ('old@example.org', 'old@example.org', 'waitlist', now() - interval '730 days 1 minute'),
       ('new@example.org', 'new@example.org', 'waitlist', now() - interval '729 days')`,
  );
  expect(await deleteExpired()).toMatchObject({ sessions: 1, waitlist: 1 });
  const left = await database.pool.query('SELECT session_id FROM events');
  expect(left.rows).toEqual([{ session_id: kept }]);
  expect((await database.pool.query('SELECT email FROM waitlist')).rows).toEqual([{ email: 'new@example.org' }]);
  expect(await deleteExpired()).toMatchObject({ sessions: 0, waitlist: 0 });
});

test('a memory goes when its own time is over, and stays when its conversation goes', async () => {
  const session = await sessionOf('181 days');
  await database.pool.query(
    `INSERT INTO memories (visitor_id, kind, subject, text, importance, embedding, embedder, session_id, expires_at)
     SELECT $1, 'fact', at, 'Is called Bob', 0.9, '', 'embedded', $1, now() + at::interval
     FROM unnest(ARRAY['-1 minute', '1 minute']) AS at`,
    [session],
  );
  expect(await deleteExpired()).toMatchObject({ sessions: 1, memories: 1 });
  const left = await database.pool.query('SELECT subject, session_id FROM memories');
  expect(left.rows).toEqual([{ subject: '1 minute', session_id: null }]);
});

test('leads, what is to be done and what was noted go after two years', async () => {
  const session = await sessionOf('1 day');
  const { pool } = database;
  for (const age of ['729 days', '730 days 1 minute']) {
    await pool.query(`INSERT INTO leads (visitor_id, last_seen_at) VALUES (gen_random_uuid(), now() - $1::interval)`, [
      age,
    ]);
    await pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags,
         created_at)
       VALUES ($1, $1, $2::text, 'Call', '', 'low', 'you', 'sales', '{}', now() - $2::text::interval)`,
      [session, age],
    );
    await pool.query(
      `INSERT INTO notes (session_id, visitor_id, text, author, created_at)
       VALUES ($1, $1, 'Called twice', 'owner@example.org', now() - $2::interval)`,
      [session, age],
    );
  }
  expect(await deleteExpired()).toMatchObject({ leads: 1, action_items: 1, notes: 1 });
});

test('more than a batch goes in one run', async () => {
  await database.pool.query(
    `INSERT INTO waitlist (email, email_normalised, signup_type, created_at)
     SELECT n || '@example.org', n || '@example.org', 'waitlist', now() - interval '800 days'
       FROM generate_series(1, 2500) n`,
  );
  expect((await deleteExpired())['waitlist']).toBe(2500);
});

test('sign-ins that are over, invitations that ran out and addresses of long ago go', async () => {
  const { rows } = await database.pool.query("INSERT INTO users (email) VALUES ('a@example.org') RETURNING id");
  const { id } = rows[0];
  await database.pool.query(
    `INSERT INTO auth_sessions (user_id, refreshed_at, ends_at)
     SELECT $1, now() - at::interval, now() + interval '1 day' FROM unnest(ARRAY['3 days', '1 hour']) AS at`,
    [id],
  );
  await database.pool.query(
    `INSERT INTO invitations (token_hash, user_id, expires_at)
     VALUES ('a', $1, now() - interval '1 s'), ('b', $1, now() + interval '1 h')`,
    [id],
  );
  await database.pool.query(
    `INSERT INTO known_addresses (user_id, address_hash, seen_at) SELECT $1, at::bytea, now() - at::interval
     FROM unnest(ARRAY['366 days', '364 days']) AS at`,
    [id],
  );
  const gone = { auth_sessions: 1, invitations: 1, known_addresses: 1 };
  expect(await deleteExpired()).toMatchObject(gone);
  expect(await deleteExpired()).toMatchObject({ auth_sessions: 0, invitations: 0, known_addresses: 0 });
});

test('the last second counts: what is a second younger stays, what is a second older goes', async () => {
  const { pool } = database;
  await pool.query('TRUNCATE sessions CASCADE');
  for (const seconds of [-1, 1]) {
    await pool.query(
      `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, last_active_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), '\\x00', true, $1, 'mentor',
         now() - interval '${7 * 86_400} s' - $2 * interval '1 s')`,
      [seconds < 0 ? 'younger' : 'older', seconds],
    );
  }
  expect(await deleteExpired({ transcripts: 7 })).toMatchObject({ sessions: 1 });
  expect((await pool.query('SELECT consent_version FROM sessions')).rows).toEqual([{ consent_version: 'younger' }]);
});

test('for ever is for ever, and a memory goes earlier if less is set but never stays longer than it says', async () => {
  const { pool } = database;
  await pool.query('TRUNCATE memories, leads, sessions CASCADE');
  await pool.query(
    "INSERT INTO leads (visitor_id, last_seen_at) VALUES (gen_random_uuid(), now() - interval '90 years')",
  );
  await pool.query(
    `INSERT INTO memories (visitor_id, kind, subject, text, importance, embedding, embedder, created_at, expires_at)
     SELECT gen_random_uuid(), 'fact', n, 'Is called Bob', 0.9, '', 'embedded', now() - c::interval, now() + e::interval
     FROM (VALUES ('old', '31 days', '300 days'), ('over', '1 day', '-1 s'), ('young', '29 days', '300 days'))
       AS m (n, c, e)`,
  );
  expect(await deleteExpired({ leads: null, memories: 30 })).toMatchObject({ leads: 0, memories: 2 });
  expect((await pool.query('SELECT subject FROM memories')).rows).toEqual([{ subject: 'young' }]);
  await pool.query("UPDATE memories SET expires_at = now() - interval '1 s'");
  expect(await deleteExpired({ memories: null })).toMatchObject({ memories: 1 });
});

test('what was said under a shorter promise is not kept for longer, whatever is set afterwards', async () => {
  const { pool } = database;
  await pool.query('TRUNCATE sessions CASCADE');
  const old = await sessionOf('20 days');
  const fresh = await sessionOf('8 days');
  const client = await pool.connect();
  await savePromise(client, { ...USUAL, transcripts: 7 });
  await savePromise(client, { ...USUAL, transcripts: null });
  client.release();
  await pool.query(
    "UPDATE retention_promises SET since = now() - interval '30 days' WHERE value ->> 'transcripts' = '7'",
  );
  await pool.query(
    "UPDATE retention_promises SET since = now() - interval '10 days' WHERE value ->> 'transcripts' IS NULL",
  );
  const plan = { set: { ...USUAL, transcripts: null }, promises: await readPromises(pool, USUAL) };
  expect(plan.promises).toHaveLength(3);
  expect(await countExpired(pool, plan)).toMatchObject({ transcripts: 1 });
  expect(await runRetention(pool, async () => plan)).toMatchObject({ deleted: { sessions: 1 } });
  expect((await pool.query('SELECT id FROM sessions')).rows).toEqual([{ id: fresh }]);
  expect(old).not.toBe(fresh);
});

test('a clock that leaps over a day deletes nothing until somebody says that it is right', async () => {
  const { pool } = database;
  await pool.query('TRUNCATE sessions CASCADE');
  await deleteExpired();
  const leap = (by: string) => pool.query(`UPDATE last_runs SET at = at - interval '${by}' WHERE name = 'retention'`);
  await leap('25 hours');
  // A server that was away continues if nothing would be deleted.
  expect(await run()).toMatchObject({ state: 'done' });
  await sessionOf('200 days');
  await leap('23 hours');
  expect(await run()).toMatchObject({ state: 'done', deleted: { sessions: 1 } });
  await sessionOf('200 days');
  await leap('25 hours');
  expect(await run()).toMatchObject({ state: 'held', hold: { rows: 1, steady_ms: 0 } });
  expect((await run()).state).toBe('held');
  expect(await heldRetention(pool)).toMatchObject({ rows: 1 });
  expect((await pool.query('SELECT FROM sessions')).rowCount).toBe(1);
  const client = await pool.connect();
  expect(await confirmClock(client)).toBe(true);
  client.release();
  expect(await run()).toMatchObject({ state: 'done', deleted: { sessions: 1 } });
  expect(await heldRetention(pool)).toBeNull();
});

test('of two instances one deletes', async () => {
  const { pool } = database;
  let begun: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const slow = runRetention(pool, async () => {
    begun();
    await held;
    return { set: USUAL, promises: [] };
  });
  await first;
  expect(await run()).toEqual({ state: 'busy' });
  go();
  expect((await slow).state).toBe('done');
  expect((await run()).state).toBe('done');
});

test('a hold ends after a week of ordinary steps; a weekend only lengthens it, a longer leap begins it anew', () => {
  const start = Date.parse('2026-03-01T00:00:00Z');
  const look = (days: number) => ({
    lastRunAt: new Date(start - 2 * 86_400_000),
    now: new Date(start + days * 86_400_000),
    rows: 3,
  });
  /** Checks on these days after the beginning of the hold. */
  const after = (...days: number[]) => {
    let hold = holdOf(null, look(0));
    for (const day of days) hold = holdOf(hold, look(day));
    return hold;
  };
  expect(after()).toMatchObject({ rows: 3, since: '2026-03-01T00:00:00.000Z', steady_ms: 0 });
  expect(after(1, 2, 3, 4, 5, 6)).toMatchObject({ since: '2026-03-01T00:00:00.000Z', steady_ms: 6 * 86_400_000 });
  expect(after(1, 2, 3, 4, 5, 6, 7)).toBeNull();
  // Off from the fifth day to the eighth.
  expect(after(1, 2, 3, 4, 5, 8, 9)).toMatchObject({ steady_ms: 6 * 86_400_000 });
  expect(after(1, 2, 3, 4, 5, 8, 9, 10)).toBeNull();
  expect(after(1, 2, 3, 4, 5, 6, 14)).toMatchObject({ since: '2026-03-15T00:00:00.000Z', steady_ms: 0 });
});

test('what is under a legal hold stays, with what came of it, and the next runs go on', async () => {
  const { pool } = database;
  const [held, other] = [await sessionOf('200 days'), await sessionOf('200 days')];
  for (const id of [held, other]) {
    await pool.query(
      `INSERT INTO notes (session_id, visitor_id, text, author, created_at)
       VALUES ($1, $1, 'x', 'x', now() - interval '800 days')`,
      [id],
    );
    await pool.query(
      "INSERT INTO leads (visitor_id, last_seen_at) VALUES ($1, now() - interval '800 days') ON CONFLICT DO NOTHING",
      [id],
    );
  }
  await pool.query("INSERT INTO legal_holds (session_id, reason, placed_by) VALUES ($1, 'claim', 'x')", [held]);
  await deleteExpired();
  const left = async (table: string, column: string) =>
    (await pool.query(`SELECT ${column} AS id FROM ${table} WHERE ${column} = ANY ($1::uuid[])`, [[held, other]])).rows;
  for (const [table, column] of [
    ['sessions', 'id'],
    ['notes', 'session_id'],
    ['leads', 'visitor_id'],
  ] as const)
    expect({ table, left: await left(table, column) }).toEqual({ table, left: [{ id: held }] });
  await pool.query('DELETE FROM legal_holds');
  await deleteExpired();
  expect(await left('sessions', 'id')).toEqual([]);
});
