import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestUrl, testDatabase } from '../../testing/database.ts';
import { TEST_INTERVALS } from '../../testing/intervals.ts';
import { temporaryDataFolder, temporaryFolder } from '../../testing/spawned-writer.ts';
import { startJobs } from '../jobs.ts';
import { createLog } from '../log.ts';
import { MIGRATIONS_FOLDER } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** The project's migrations without the newest, as in an earlier release. */
async function earlierRelease(): Promise<{ folder: string; knows: string; newest: string }> {
  const folder = join(await temporaryFolder(), 'migrations');
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  const { tag: newest } = journal.entries.pop();
  await writeFile(file, JSON.stringify(journal));
  await rm(join(folder, `${newest}.sql`));
  return { folder, knows: journal.entries.at(-1).tag, newest };
}

async function schemaOf(pool: { query: (sql: string) => Promise<{ rows: unknown[] }> }): Promise<unknown[]> {
  const columns = 'SELECT table_name, column_name FROM information_schema.columns ORDER BY 1, 2';
  return (await pool.query(columns)).rows;
}

test('an earlier release refuses a database that a newer one has changed, and names both versions', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const before = await schemaOf(database.pool);
  const { folder, knows, newest } = await earlierRelease();
  await expect(openTestUrl(database.url, folder)).rejects.toThrow(
    `A newer release has changed this database: its newest migration is ${newest}, ` +
      `the newest that this release knows is ${knows}. Start the newer release, or put back a backup from before it.`,
  );
  expect(await schemaOf(database.pool)).toEqual(before);
});

test('the embedded database is refused in the same way, and runs on for the newer release', async () => {
  const dataDir = await temporaryDataFolder();
  await (await openDatabase({ dataDir, databaseUrl: null })).close();
  const { folder, newest } = await earlierRelease();
  const start = openDatabase({ dataDir, databaseUrl: null, migrationsFolder: folder });
  await expect(start).rejects.toThrow(`its newest migration is ${newest}`);
  await (await openDatabase({ dataDir, databaseUrl: null })).close();
});

test('migrations that were applied before names were kept get theirs, unknown ones are told by their day', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { pool } = database;
  await pool.query('ALTER TABLE drizzle.__drizzle_migrations DROP COLUMN name');
  await (await openTestUrl(database.url)).close();
  const journal = JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'));
  const { rows } = await pool.query('SELECT name FROM drizzle.__drizzle_migrations ORDER BY created_at');
  expect(rows.map(({ name }) => name)).toEqual(journal.entries.map(({ tag }: { tag: string }) => tag));

  const day = Date.parse('2042-03-04T05:06:07Z');
  await pool.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', $1)", [day]);
  await expect(openTestUrl(database.url)).rejects.toThrow('its newest migration is one of 2042-03-04, the newest');
});

test('sign-ins of a release that kept no ends get theirs by how they began, and replaced ones are over', async () => {
  const { pool, close } = await testDatabase();
  onTestFinished(close);
  await pool.query('ALTER TABLE auth_sessions DROP COLUMN ends_at');
  await pool.query(
    `WITH person AS (INSERT INTO users (email, role) VALUES ('a@example.test', 'owner') RETURNING id)
     INSERT INTO auth_sessions (user_id, via, replaced)
     SELECT id, via, replaced FROM person,
       (VALUES ('password', false), ('invitation', false), ('link', false), ('password', true))
         AS began (via, replaced)`,
  );
  await pool.query(await readFile(join(MIGRATIONS_FOLDER, '0029_sign_ins_end.sql'), 'utf8'));
  const { rows } = await pool.query(
    `SELECT via, replaced, extract(epoch FROM ends_at - created_at)::int / 3600 AS hours
       FROM auth_sessions ORDER BY via, replaced`,
  );
  expect(rows).toEqual([
    { via: 'invitation', replaced: false, hours: 336 },
    { via: 'link', replaced: false, hours: 12 },
    { via: 'password', replaced: false, hours: 336 },
    { via: 'password', replaced: true, hours: 0 },
  ]);
});

test('what an older job runner left undone is done by the new one, and what it had done is not', async () => {
  const { pool, url, close } = await testDatabase();
  onTestFinished(close);
  await pool.query(await readFile(join(import.meta.dirname, '../../testing/job-runner-10.sql'), 'utf8'));
  for (const name of ['greet', 'tick']) await pool.query("SELECT jobs.create_queue($1, '{}')", [name]);
  await pool.query(
    `INSERT INTO jobs.job (name, data, state, start_after) VALUES
       ('greet', '{"key":"new"}', 'created', now()),
       ('greet', '{"key":"failed once"}', 'retry', now() + interval '1 hour'),
       ('greet', '{"key":"begun"}', 'active', now()),
       ('greet', '{"key":"done"}', 'completed', now()),
       ('tick', '{}', 'completed', now())`,
  );
  // Requested again, but not handed over when the older release ended.
  await pool.query("INSERT INTO job_requests (name, key) VALUES ('greet', 'begun')");
  // As that release left the database, without what later ones added.
  await pool.query('ALTER TABLE turns DROP COLUMN trace');
  await pool.query('ALTER TABLE sessions DROP COLUMN host_page, DROP COLUMN erasures');
  await pool.query('ALTER TABLE sessions DROP COLUMN consent_language, DROP COLUMN consent_hash');
  await pool.query('DROP INDEX utterances_person_line');
  await pool.query('ALTER TABLE utterances DROP COLUMN author');
  await pool.query(
    `DROP TABLE import_passages, imports, twin_pictures, twin_setup, consent_texts, show_events, shows, show_memories,
       demo_performance, outgoing_mails, reminders, mail_unsubscribes, connected_mail, bookings, booking_talks,
       busy_times, calendar_sources, calendar_feed, takeovers, open_dashboards, legal_holds, visitor_corrections,
       erased_hashes, erasures, desk_links, person_links, alarms, instances`,
  );
  await pool.query('DROP FUNCTION keep_session_corrections, keep_lead_corrections CASCADE');
  await pool.query('ALTER TABLE action_items DROP COLUMN assignee_id');
  await pool.query('ALTER TABLE leads DROP COLUMN tags, DROP COLUMN assignee_id, DROP COLUMN assigned_at');
  await pool.query('DROP INDEX leads_by_last_seen, leads_by_score');
  await pool.query('DROP INDEX action_items_open_due');
  await pool.query("DELETE FROM drizzle.__drizzle_migrations WHERE name >= '0033_job_runner_12'");
  await (await openTestUrl(url)).close();

  const jobs = await startJobs(pool, createLog('silent'), TEST_INTERVALS);
  onTestFinished(() => jobs.stop());
  const done: string[] = [];
  await jobs.every('tick', 3_600, async () => void done.push('tick'));
  await jobs.answer('greet', async (key) => void done.push(key));
  await expect.poll(() => [...done].sort()).toEqual(['begun', 'failed once', 'new', 'tick']);
  await expect.poll(async () => (await pool.query("SELECT FROM jobs.job WHERE name = 'greet'")).rowCount).toBe(0);
});
