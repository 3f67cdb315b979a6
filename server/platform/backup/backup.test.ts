import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { fillTables } from '../../testing/fill-tables.ts';
import { temporaryFolder } from '../../testing/spawned-writer.ts';
import { migrateWithin, migrationNames } from '../database/migrate.ts';
import { openArchive } from './archive.ts';
import type { BackupError } from './backup-error.ts';
import { type Contents, PORTABLE_TEXTS, readTables } from './contents.ts';
import { loadBackup } from './load-backup.ts';
import { type BackupSource, checkArchive, writeBackup } from './write-backup.ts';

// A passphrase costs half a second each time, and more where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const PASSPHRASE = 'twelve or more';
const FILES = new Map([
  ['persona.yaml', Buffer.from('name: Orla\n')],
  ['photo.webp', Buffer.from([0, 10, 13, 92, 255])],
]);

const sourceOf = ({ database }: TestDatabase): BackupSource => ({
  connection: database.connection,
  secretKey: database.secretKey,
  product: '0.1.0',
  twinFiles: async () => FILES,
});

/** A database with rows in every table. */
async function filled(): Promise<TestDatabase> {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  await connected(database.url, fillTables);
  return database;
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Counts and checksums of all tables. */
const tablesOf = (url: string): Promise<Contents['tables']> =>
  connected(url, async (client) => {
    await client.query('BEGIN');
    await client.query(PORTABLE_TEXTS);
    return readTables(client);
  });

/** Loads a backup in a transaction of its own. */
const load = (url: string, file: string, passphrase: string | null = null) =>
  connected(url, async (client) => {
    await client.query('BEGIN');
    const files = await loadBackup(client, await openArchive(file, passphrase));
    await client.query('COMMIT');
    return files;
  });

async function problemOf(work: Promise<unknown>): Promise<{ reason: string; message: string }> {
  const { reason, message } = (await work.then(
    () => ({ reason: 'none', message: '' }),
    (error) => error,
  )) as BackupError;
  return { reason, message };
}

test('every table of a database, its sequences and the twin come back as they were, encrypted or not', async () => {
  const database = await filled();
  const tables = await tablesOf(database.url);
  expect(tables.filter(({ rows }) => rows === 0)).toEqual([]);
  const folder = await temporaryFolder();
  for (const passphrase of [null, PASSPHRASE]) {
    const file = join(folder, `${passphrase}.backup`);
    const made = await writeBackup(sourceOf(database), file, { kind: 'asked', passphrase });
    expect(made).toMatchObject({ tables: tables.length, isEncrypted: passphrase !== null });
    const other = await testDatabase();
    // What is there is replaced.
    await connected(other.url, fillTables);
    expect(await load(other.url, file, passphrase)).toEqual(FILES);
    expect(await tablesOf(other.url)).toEqual(tables);
    const nextId = async ({ pool }: TestDatabase) =>
      (await pool.query("INSERT INTO events (kind) VALUES ('test') RETURNING id")).rows[0].id;
    expect(await nextId(other)).toBe(await nextId(database));
    await database.pool.query("DELETE FROM events WHERE kind = 'test'");
    // Triggers, keys and indexes are as a start makes them.
    const shape = `SELECT pg_get_indexdef(indexrelid) AS def FROM pg_index
        WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`;
    expect((await other.pool.query(shape)).rows).toEqual((await database.pool.query(shape)).rows);
    await other.close();
  }
  const bytes = (name: string) => readFile(join(folder, name));
  const key = database.database.secretKey.bytes.toString('base64');
  expect((await checkArchive(join(folder, 'null.backup'), null)).key).toBeNull();
  expect((await checkArchive(join(folder, `${PASSPHRASE}.backup`), PASSPHRASE)).key).toBe(key);
  expect((await bytes(`${PASSPHRASE}.backup`)).includes('persona.yaml')).toBe(false);
});

test('it is one moment: what is written meanwhile is in it whole or not at all', async () => {
  const { database, pool, ...rest } = await filled();
  const file = join(await temporaryFolder(), 'now.backup');
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1)
      await pool.query(
        `WITH visitor AS (INSERT INTO visitors (visitor_id, secret_hash) VALUES (gen_random_uuid(), '\\x01'))
         INSERT INTO waitlist (email, email_normalised, name, signup_type)
         VALUES ($1, $1, 'Wilma', 'waitlist')`,
        [`wilma${n}@example.org`],
      );
  })();
  const source = sourceOf({ database, pool, ...rest });
  const options = { kind: 'asked' as const, passphrase: null, mayReplace: true };
  for (let i = 0; i < 3; i += 1) {
    await writeBackup(source, file, options);
    const { tables } = await checkArchive(file, null);
    const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
    // Each commit adds one row to both.
    expect(rows('visitors') - rows('waitlist')).toBe(0);
  }
  isOver = true;
  await writing;
});

test('a wrong passphrase, a cut or changed file and one of a newer release change nothing', async () => {
  const database = await filled();
  const folder = await temporaryFolder();
  const tables = await tablesOf(database.url);
  for (const passphrase of [null, PASSPHRASE]) {
    const file = join(folder, `${passphrase === null}.backup`);
    await writeBackup(sourceOf(database), file, { kind: 'asked', passphrase });
    const whole = await readFile(file);
    const bad = join(folder, 'bad.backup');
    const refused = async (bytes: Buffer) => {
      await writeFile(bad, bytes);
      const problems = [await problemOf(checkArchive(bad, passphrase))];
      problems.push(await problemOf(load(database.url, bad, passphrase)));
      expect(problems[1]).toEqual(problems[0]);
      return problems[0];
    };
    for (const at of [0, 120, whole.length >> 1, whole.length - 9]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      // A changed salt or cost makes another key of the right passphrase.
      const reason = expect.stringMatching(at < 400 ? /damaged|passphrase/ : /damaged/);
      expect({ at, ...(await refused(changed)) }).toMatchObject({ at, reason });
    }
    for (const length of [0, 100, 500, whole.length - 1])
      expect({ length, ...(await refused(whole.subarray(0, length))) }).toMatchObject({ length, reason: 'damaged' });
    expect(await refused(Buffer.concat([whole, Buffer.from('x')]))).toMatchObject({ reason: 'damaged' });
  }
  const encrypted = join(folder, 'false.backup');
  expect(await problemOf(checkArchive(encrypted, null))).toMatchObject({ reason: 'passphrase' });
  expect(await problemOf(checkArchive(encrypted, `${PASSPHRASE}!`))).toMatchObject({
    reason: 'passphrase',
    message: 'The passphrase is not the one that the backup was encrypted with.',
  });
  // This release as one that knows a migration less.
  await connected(database.url, (client) =>
    client.query(
      `UPDATE drizzle.__drizzle_migrations SET name = '9999_later'
       WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)`,
    ),
  );
  const newer = join(folder, 'newer.backup');
  await writeBackup(sourceOf(database), newer, { kind: 'asked', passphrase: null });
  expect(await problemOf(load(database.url, newer))).toMatchObject({ reason: 'newer' });
  expect(await tablesOf(database.url)).toEqual(tables);
});

test('a backup of an earlier release is restored and migrated', async () => {
  const names = await migrationNames();
  const old = await emptyDatabase();
  onTestFinished(() => old.drop());
  await connected(old.url, async (client) => {
    await client.query('BEGIN');
    await migrateWithin(client, { upTo: names[30] as string });
    await client.query('COMMIT');
    await fillTables(client);
  });
  const target = await testDatabase();
  onTestFinished(() => target.close());
  const file = join(await temporaryFolder(), 'old.backup');
  const source = { ...sourceOf(target), connection: { connectionString: old.url } };
  await writeBackup(source, file, { kind: 'asked', passphrase: null });
  await load(target.url, file);
  expect((await target.pool.query('SELECT max(name) FROM drizzle.__drizzle_migrations')).rows).toEqual([
    { max: names.at(-1) },
  ]);
  expect((await target.pool.query('SELECT FROM utterances')).rowCount).toBe(2);
});

test('a conversation without consent is in no file that stays, but moves with the database', async () => {
  const database = await filled();
  const { pool } = database;
  const before = await tablesOf(database.url);
  const id = crypto.randomUUID();
  const mark = 'Zqxunkept';
  await pool.query(
    `INSERT INTO sessions (id, secret_hash, visitor_id, consent, consent_version, mode, contact_name)
     SELECT $1, '\\x77', visitor_id, false, '1', 'mentor', $2 FROM visitors LIMIT 1`,
    [id, mark],
  );
  await pool.query(
    `INSERT INTO utterances (session_id, turn_id, seq, speaker, text) VALUES ($1, gen_random_uuid(), 1, 'visitor', $2)`,
    [id, mark],
  );
  await pool.query(
    `INSERT INTO action_items SELECT (jsonb_populate_record(a, jsonb_build_object(
       'id', gen_random_uuid(), 'session_id', $1::text, 'key', $2::text))).* FROM action_items a LIMIT 1`,
    [id, mark],
  );
  await pool.query("INSERT INTO job_requests (name, key) VALUES ('finish_session', $1)", [id]);
  const folder = await temporaryFolder();
  const rowsOf = (tables: Contents['tables'], name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  for (const [kind, more] of [
    ['daily', 0],
    ['move', 1],
  ] as const) {
    const file = join(folder, `${kind}.backup`);
    await writeBackup(sourceOf(database), file, { kind, passphrase: null });
    const { tables } = await checkArchive(file, null);
    for (const name of ['sessions', 'utterances', 'job_requests'])
      expect({ kind, name, rows: rowsOf(tables, name) }).toEqual({ kind, name, rows: rowsOf(before, name) + more });
    // As by a deletion: what outlives a conversation stays, and no longer says which it came from.
    expect(rowsOf(tables, 'action_items')).toBe(rowsOf(before, 'action_items') + 1);
    const other = await testDatabase();
    await load(other.url, file);
    expect((await other.pool.query('SELECT FROM action_items WHERE session_id = $1', [id])).rowCount).toBe(more);
    expect((await other.pool.query('SELECT FROM utterances WHERE text = $1', [mark])).rowCount).toBe(more);
    await other.close();
  }
});

test('jobs that wait are requested again, whichever version of the runner had them', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  await database.pool.query(await readFile(join(import.meta.dirname, '../../testing/job-runner-10.sql'), 'utf8'));
  await database.pool.query("SELECT jobs.create_queue('greet', '{}')");
  await database.pool.query(
    `INSERT INTO jobs.job (name, data, state) VALUES ('greet', '{"key":"waits"}', 'created'),
       ('greet', '{"key":"runs"}', 'active'), ('greet', '{"key":"done"}', 'completed')`,
  );
  await database.pool.query("INSERT INTO job_requests (name, key) VALUES ('greet', 'waits'), ('greet', 'asked')");
  const file = join(await temporaryFolder(), 'jobs.backup');
  await writeBackup(sourceOf(database), file, { kind: 'asked', passphrase: null });
  await load(database.url, file);
  expect((await database.pool.query('SELECT key FROM job_requests ORDER BY key')).rows).toEqual(
    ['asked', 'runs', 'waits'].map((key) => ({ key })),
  );
});

test('a file that exists is replaced only on request; one that fails leaves nothing, and leftovers go', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const folder = await temporaryFolder();
  const file = join(folder, 'one.backup');
  await writeFile(file, 'before');
  const options = { kind: 'asked' as const, passphrase: null };
  expect(await problemOf(writeBackup(sourceOf(database), file, options))).toEqual({
    reason: 'refused',
    message: `${file} exists already. --force replaces it.`,
  });
  const failing = { ...sourceOf(database), twinFiles: () => Promise.reject(new Error('no folder')) };
  await expect(writeBackup(failing, file, { ...options, mayReplace: true })).rejects.toThrow('no folder');
  const stopped = { ...options, mayReplace: true, signal: AbortSignal.abort() };
  await expect(writeBackup(sourceOf(database), file, stopped)).rejects.toThrow();
  expect(await readFile(file, 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['one.backup']);
  // What a killed process left goes; what another one may still be writing stays.
  const [left, running] = ['.a.backup.backup-part-7', '.b.backup.backup-part-8'].map((name) => join(folder, name));
  for (const part of [left, running]) await writeFile(part as string, 'half');
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left as string, hoursAgo, hoursAgo);
  await writeBackup(sourceOf(database), file, { ...options, mayReplace: true });
  expect((await readdir(folder)).sort()).toEqual(['.b.backup.backup-part-8', 'one.backup']);
});
