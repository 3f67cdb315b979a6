import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { MIGRATIONS_FOLDER } from '../platform/database/migrate.ts';
import { openTestUrl, testDatabase } from '../testing/database.ts';
import { testKeyFile } from '../testing/secret-key.ts';
import { spawnWriter, temporaryFolder } from '../testing/spawned-writer.ts';

// Starts separate servers, which take time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

test('F18: killed in the middle of a migration: nothing of it stays, and the next start completes it', async () => {
  const database = await testDatabase();
  // The next version of the product: one more migration, whose second half waits for a lock that this test holds.
  const migrationsFolder = join(await temporaryFolder(), 'migrations');
  await cp(MIGRATIONS_FOLDER, migrationsFolder, { recursive: true });
  const journalFile = join(migrationsFolder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const tag = '9999_next_version';
  journal.entries.push({ idx: journal.entries.length, version: '7', when: Date.now(), tag, breakpoints: true });
  await writeFile(journalFile, JSON.stringify(journal));
  const steps = ['CREATE TABLE first_half (id int)', 'LOCK TABLE waitlist', 'CREATE TABLE second_half (id int)'];
  await writeFile(join(migrationsFolder, `${tag}.sql`), steps.join(';\n--> statement-breakpoint\n'));

  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE waitlist');
  const server = spawnWriter({ databaseUrl: database.url, secretKeyFile: testKeyFile(), migrationsFolder });
  const waiting = async () =>
    (
      await holder.query(
        "SELECT FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE NOT granted AND relname = 'waitlist'",
      )
    ).rowCount;
  await expect.poll(waiting).toBe(1);
  await server.kill();
  await holder.query('COMMIT');
  await holder.end();

  const halves = async () =>
    (await database.pool.query("SELECT relname FROM pg_class WHERE relname LIKE '%\\_half' ORDER BY 1")).rows.map(
      ({ relname }) => relname,
    );
  // The database notices the death when it answers the dead process; then everything is as before.
  await expect.poll(halves).toEqual([]);
  const next = await openTestUrl(database.url, migrationsFolder);
  await next.ready();
  expect(await halves()).toEqual(['first_half', 'second_half']);
  await next.close();
  await database.close();
});
