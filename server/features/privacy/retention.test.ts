import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { deleteExpired } from './retention.ts';

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
  expect(await deleteExpired(database.pool)).toMatchObject({ sessions: 1, waitlist: 1 });
  const left = await database.pool.query('SELECT session_id FROM events');
  expect(left.rows).toEqual([{ session_id: kept }]);
  expect((await database.pool.query('SELECT email FROM waitlist')).rows).toEqual([{ email: 'new@example.org' }]);
  expect(await deleteExpired(database.pool)).toMatchObject({ sessions: 0, waitlist: 0 });
});

test('a memory goes when its own time is over, and stays when its conversation goes', async () => {
  const session = await sessionOf('181 days');
  await database.pool.query(
    `INSERT INTO memories (visitor_id, kind, subject, text, importance, embedding, embedder, session_id, expires_at)
     SELECT $1, 'fact', at, 'Is called Bob', 0.9, '', 'embedded', $1, now() + at::interval
     FROM unnest(ARRAY['-1 minute', '1 minute']) AS at`,
    [session],
  );
  expect(await deleteExpired(database.pool)).toMatchObject({ sessions: 1, memories: 1 });
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
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags, created_at)
       VALUES ($1, $1, $2::text, 'Call', '', 'low', 'you', 'sales', '{}', now() - $2::text::interval)`,
      [session, age],
    );
    await pool.query(
      `INSERT INTO notes (session_id, visitor_id, text, author, created_at)
       VALUES ($1, $1, 'Called twice', 'owner@example.org', now() - $2::interval)`,
      [session, age],
    );
  }
  expect(await deleteExpired(pool)).toMatchObject({ leads: 1, action_items: 1, notes: 1 });
});

test('more than a batch goes in one run', async () => {
  await database.pool.query(
    `INSERT INTO waitlist (email, email_normalised, signup_type, created_at)
     SELECT n || '@example.org', n || '@example.org', 'waitlist', now() - interval '800 days' FROM generate_series(1, 2500) n`,
  );
  expect((await deleteExpired(database.pool))['waitlist']).toBe(2500);
});

test('sign-ins that are over, invitations that ran out and addresses of long ago go', async () => {
  const { rows } = await database.pool.query("INSERT INTO users (email) VALUES ('a@example.org') RETURNING id");
  const { id } = rows[0];
  await database.pool.query(
    "INSERT INTO auth_sessions (user_id, refreshed_at) SELECT $1, now() - at::interval FROM unnest(ARRAY['3 days', '1 hour']) AS at",
    [id],
  );
  await database.pool.query(
    "INSERT INTO invitations (token_hash, user_id, expires_at) VALUES ('a', $1, now() - interval '1 s'), ('b', $1, now() + interval '1 h')",
    [id],
  );
  await database.pool.query(
    "INSERT INTO known_addresses (user_id, address_hash, seen_at) SELECT $1, at::bytea, now() - at::interval FROM unnest(ARRAY['366 days', '364 days']) AS at",
    [id],
  );
  const gone = { auth_sessions: 1, invitations: 1, known_addresses: 1 };
  expect(await deleteExpired(database.pool)).toMatchObject(gone);
  expect(await deleteExpired(database.pool)).toMatchObject({ auth_sessions: 0, invitations: 0, known_addresses: 0 });
});
