import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { times } from '../testing/load.ts';
import { startServer } from '../testing/operator.ts';

// Starts separate servers, which take time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

/** More than one batch of a thousand. */
const EXPIRED = times(1_100, 2_500);
const KEPT = 40;

test('F18: killed during a deletion: what was to stay stays whole, and the next run completes it', async () => {
  const database = await testDatabase();
  const { pool } = database;
  for (const [count, days] of [
    [EXPIRED, 200],
    [KEPT, 10],
  ]) {
    await pool.query(
      `WITH s AS (
         INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq, started_at,
            last_active_at, ended_at)
         SELECT gen_random_uuid(), gen_random_uuid(), '\\x00', true, '1', 'mentor', 1, at, at, at
         FROM generate_series(1, $1::int), LATERAL (SELECT now() - $2::int * interval '1 day') AS a (at)
           RETURNING id, started_at
       )
       INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
       SELECT id, 0, gen_random_uuid(), 'visitor', 'Hello', started_at FROM s`,
      [count, days],
    );
  }
  // The deletion's second batch waits for a lock that this test holds.
  await pool.query(`
    CREATE SEQUENCE deleted;
    CREATE FUNCTION hold_second() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('deleted') > 1000 THEN PERFORM pg_advisory_xact_lock(4711); END IF; RETURN OLD; END $$;
    CREATE TRIGGER hold_second BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION hold_second();`);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(4711)');
  const left = async () => (await pool.query('SELECT count(*)::int AS n FROM sessions')).rows[0].n;
  const environment = { DATABASE_URL: database.url };
  const first = await startServer(environment);
  await expect.poll(left, { timeout: 30_000 }).toBe(EXPIRED - 1_000 + KEPT);
  await first.end('SIGKILL');
  await holder.end();

  // The killed run's job is handed out again after a quarter of an hour, which the test skips.
  await expect
    .poll(async () => (await pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711")).rowCount)
    .toBe(0);
  await pool.query("DELETE FROM jobs.job WHERE name = 'delete_expired'");
  const second = await startServer(environment);
  await expect.poll(left, { timeout: 30_000 }).toBe(KEPT);
  await second.end();
  expect((await pool.query('SELECT count(*)::int AS n FROM utterances')).rows[0].n).toBe(KEPT);
  const { rows } = await pool.query(
    `SELECT sum(sessions)::int AS n
     FROM (SELECT sessions FROM session_totals UNION ALL SELECT sessions FROM session_total_changes) AS t`,
  );
  expect(rows[0].n).toBe(KEPT);
  await database.close();
});
