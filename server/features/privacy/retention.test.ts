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
  expect(await deleteExpired(database.pool)).toEqual({ sessions: 1, waitlist: 1 });
  const left = await database.pool.query('SELECT session_id FROM events');
  expect(left.rows).toEqual([{ session_id: kept }]);
  expect((await database.pool.query('SELECT email FROM waitlist')).rows).toEqual([{ email: 'new@example.org' }]);
  expect(await deleteExpired(database.pool)).toEqual({ sessions: 0, waitlist: 0 });
});

test('more than a batch goes in one run', async () => {
  await database.pool.query(
    `INSERT INTO waitlist (email, email_normalised, signup_type, created_at)
     SELECT n || '@example.org', n || '@example.org', 'waitlist', now() - interval '800 days' FROM generate_series(1, 2500) n`,
  );
  expect((await deleteExpired(database.pool))['waitlist']).toBe(2500);
});
