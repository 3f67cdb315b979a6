import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { BackupError } from '../../platform/backup/backup-error.ts';
import { backupName, listBackups, rotateBackups } from '../../platform/backup/backup-folder.ts';
import type { BackupKind } from '../../platform/backup/chunks.ts';
import { checkArchive } from '../../platform/backup/write-backup.ts';
import { migrateWithin, migrationNames } from '../../platform/database/migrate.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { createLog } from '../../platform/log.ts';
import { startTestApp } from '../../testing/app.ts';
import { emptyDatabase, testDatabase } from '../../testing/database.ts';
import { fillTables } from '../../testing/fill-tables.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { ownerScene } from '../../testing/owner-scene.ts';
import { temporaryFolder } from '../../testing/spawned-writer.ts';
import { testInstallation } from '../../testing/test-installation.ts';
import { createBackups } from './backups.ts';
import { databaseOptions, keepBackup } from './installation.ts';
import { moveDatabase } from './move-database.ts';
import { restoreInstallation } from './restore.ts';
import { testRestore } from './restore-test.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const options = { passphrase: null, replace: true, withoutKey: false, say: () => undefined };
/** The day, hour and kind in the names of a folder's backups, oldest first. */
const namesIn = async (dir: string) =>
  (await readdir(dir)).sort().map((name) => name.slice('understudy-'.length, -'.backup'.length));

test('the backup of the day is made once after three, by one of all instances, and so many are kept', async () => {
  const BACKUP_DIR = await temporaryFolder();
  const database = await testDatabase();
  onTestFinished(() => database.close());
  let now = new Date('2026-11-20T10:00:00Z');
  const start = (kept: string) => startTestApp({ BACKUP_DIR, BACKUPS_KEPT: kept }, { database, now: () => now });
  const [one, other] = [await start('3'), await start('3')];
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
  await database.pool.query(
    `INSERT INTO settings (name, value, version, updated_by)
     VALUES ('hours', '{"time_zone":"Europe/Berlin","open":[]}', 1, 'test')`,
  );
  for (const app of [one, other]) await app.parts.settings.refresh();
  // At the same time: one of them does it.
  await Promise.all([one.parts.backups.daily(), other.parts.backups.daily()]);
  expect(await namesIn(BACKUP_DIR)).toEqual(['2026-11-20T10-00-00Z-daily']);
  // Three o'clock in Berlin is two o'clock here.
  now = new Date('2026-11-21T01:59:00Z');
  await other.parts.backups.daily();
  expect(await namesIn(BACKUP_DIR)).toHaveLength(1);
  for (let day = 21; day < 25; day += 1) {
    now = new Date(`2026-11-${day}T02:01:00Z`);
    await other.parts.backups.daily();
    await one.parts.backups.daily();
  }
  expect(await namesIn(BACKUP_DIR)).toEqual([22, 23, 24].map((day) => `2026-11-${day}T02-01-00Z-daily`));
  // The first one was tried at once, and nothing since: a week has not passed.
  expect(await one.parts.backups.state()).toMatchObject({
    kept: 3,
    last: { problem: null },
    last_test: { problem: null, name: 'understudy-2026-11-20T10-00-00Z-daily.backup' },
  });
  const off = await start('0');
  now = new Date(now.getTime() + 9 * DAY_MS);
  await off.parts.backups.daily();
  await off.close();
  expect(await namesIn(BACKUP_DIR)).toHaveLength(3);
  // No backup outlives the day on which the last trace of an erased visitor has to be gone.
  now = new Date(now.getTime() + 35 * DAY_MS);
  await one.parts.backups.make('asked');
  expect((await namesIn(BACKUP_DIR)).map((name) => name.split('Z-')[1])).toEqual(['asked']);
}, 60_000);

test('an admin backs up and tests a restore, and reads how they went; others may not', async () => {
  const BACKUP_DIR = await temporaryFolder();
  const scene = await ownerScene({ BACKUP_DIR, BACKUP_PASSPHRASE: 'twelve or more' });
  onTestFinished(() => scene.app.close());
  const post = (at: string, role: 'admin' | 'viewer' = 'admin') => scene.ask(at, { method: 'POST', body: '{}', role });
  const settled = async () => {
    await expect.poll(async () => (await scene.ask('/backups')).body.running).toBe(null);
    return (await scene.ask('/backups')).body;
  };
  expect((await post('/backups', 'viewer')).status).toBe(403);
  expect((await scene.ask('/backups', { role: null })).status).toBe(401);
  expect((await scene.ask('/backups')).body).toMatchObject({
    ...{ folder: BACKUP_DIR, kept: 7, encrypted: true, running: null, last: null, last_test: null, items: [] },
  });
  await post('/backups/test');
  expect(await settled()).toMatchObject({ last_test: { name: null, problem: 'There is no backup yet.' } });

  const asked = await post('/backups');
  expect(asked).toMatchObject({ status: 200, body: { running: 'backup' } });
  const { items, last } = await settled();
  expect(items).toMatchObject([{ kind: 'asked', encrypted: true }]);
  expect(last).toMatchObject({ name: items[0].name, problem: null });
  expect((await post('/backups/test')).body).toMatchObject({ running: 'test' });
  expect(await settled()).toMatchObject({ last_test: { name: items[0].name, problem: null, rows: last.rows } });
  // Such as before a restore, whose database knows of an older one only.
  const newer = backupName('restore', new Date(Date.parse(last.at) + 60_000));
  await copyFile(path.join(BACKUP_DIR, items[0].name), path.join(BACKUP_DIR, newer));
  expect((await scene.ask('/backups')).body).toMatchObject({ last: null, items: [{ name: newer }, items[0]] });
  await rm(path.join(BACKUP_DIR, newer));
  const { rows } = await scene.app.pool.query(
    "SELECT action FROM audit_log WHERE action ~ 'backup|restore' ORDER BY id",
  );
  expect(rows.map(({ action }) => action)).toEqual(['restore_test_asked', 'backup_asked', 'restore_test_asked']);

  // A backup that has rotted is told, not hidden.
  const file = path.join(BACKUP_DIR, items[0].name);
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await post('/backups/test');
  expect(await settled()).toMatchObject({ last_test: { problem: 'The file is damaged, or somebody has changed it.' } });
}, 60_000);

test('a server that stops gives its backup up without a word, and leaves nothing half-made', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const installation = await testInstallation(database.url);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const { pool } = database;
  const { connection, secretKey } = database.database;
  const backups = createBackups({ pool, connection, secretKey, installation, log, zone: () => 'UTC' });
  const made = backups.make('daily');
  await backups.stop();
  expect(await made).toBe(false);
  expect(lines).toEqual([]);
  expect(await readdir(installation.backups.dir).catch(() => [])).toEqual([]);
  // The next start makes it.
  const next = createBackups({ pool, connection, secretKey, installation, log, zone: () => 'UTC' });
  expect(await next.make('daily')).toBe(true);
});

test('a database is backed up before a new release changes it; where that fails, it stays as it is', async () => {
  const names = await migrationNames();
  const old = await emptyDatabase();
  onTestFinished(() => old.drop());
  const client = new pg.Client({ connectionString: old.url });
  await client.connect();
  await client.query('BEGIN');
  await migrateWithin(client, { upTo: names[31] as string });
  await client.query('COMMIT');
  await fillTables(client);
  await client.end();
  const installation = await testInstallation(old.url);
  const { dir } = installation.backups;
  await writeFile(dir, 'no folder');
  await expect(openDatabase(databaseOptions(installation))).rejects.toThrow(
    'This release changes the database, and the backup before that failed',
  );
  await rm(dir);
  const said: string[] = [];
  const say = (sentence: string) => said.push(sentence);
  const opened = await openDatabase(databaseOptions(installation, say));
  await opened.close();
  const [kept = ''] = await readdir(dir);
  expect(kept).toMatch(/-update\.backup$/);
  expect(said).toEqual([`This release changes the database. As it was, it is in ${path.join(dir, kept)}`]);
  expect((await checkArchive(path.join(dir, kept), null)).migration).toBe(names[31]);
  // Nothing is left to change: no other backup.
  await (await openDatabase(databaseOptions(installation, say))).close();
  expect([await readdir(dir), said]).toEqual([[kept], [expect.anything()]]);
});

test('what was erased since the backup stays erased after a restore, and everybody signs in again', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const scene = await ownerScene({}, { database });
  const { app } = scene;
  const [ana, bea] = [newVisitor(), newVisitor()];
  for (const [visitor, name] of [
    [ana, 'Ana Costa'],
    [bea, 'Bea Lind'],
  ] as const) {
    const session = await startAs(app, visitor);
    await app.call('agent_reply', { ...session, user_message: `I am ${name}.` });
  }
  await app.parts.memoryQueue.settled();
  const installation = await testInstallation(database.url);
  const { file } = await keepBackup(database.database, installation, 'asked');
  expect((await app.call('erase_my_data', { ...ana, scope: 'all' })).status).toBe(200);
  await writeFile(path.join(installation.twinDir, 'persona.yaml'), 'changed since');
  await app.close();
  await database.database.close();

  await expect(restoreInstallation(file, installation, { ...options, replace: false })).rejects.toThrow(
    'The database here is in use.',
  );
  const restored = await restoreInstallation(file, installation, options);
  expect(restored.erased).toMatchObject({ visitors: 1 });
  expect(restored.before).toMatch(/-restore\.backup$/);
  expect(restored.oldTwin).toMatch(/^twin\.before-/);
  const again = await openDatabase({ ...databaseOptions(installation) });
  onTestFinished(() => again.close());
  const said = (await again.pool.query("SELECT string_agg(text, ' ') AS said FROM utterances")).rows[0].said;
  expect(said).toContain('Bea Lind');
  expect(said).not.toContain('Ana Costa');
  expect((await again.pool.query('SELECT FROM users')).rowCount).toBe(3);
  expect((await again.pool.query('SELECT FROM auth_sessions')).rowCount).toBe(0);
  expect(await readFile(path.join(installation.twinDir, 'persona.yaml'), 'utf8')).toContain('name:');
}, 60_000);

test('two backups of one kind within a second both stay', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const here = await testInstallation(database.url);
  const now = new Date();
  const first = await keepBackup(database.database, here, 'update', { now });
  const second = await keepBackup(database.database, here, 'update', { now });
  expect((await listBackups(here.backups.dir)).map(({ name }) => name)).toEqual(
    [second, first].map(({ file }) => path.basename(file)),
  );
});

test('a backup with another key is refused, and --without-key goes on without what the key sealed', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()];
  onTestFinished(() => one.close());
  onTestFinished(() => other.close());
  await one.pool.query(
    `INSERT INTO waitlist (email, email_normalised, name, signup_type)
     VALUES ('a@b.example', 'a@b.example', 'A', 'waitlist')`,
  );
  const here = await testInstallation(one.url);
  const { file } = await keepBackup(one.database, here, 'asked');
  await other.database.close();
  const there = {
    ...(await testInstallation(other.url)),
    secretKeyFile: path.join(await temporaryFolder(), 'other.key'),
  };
  const refused = restoreInstallation(file, there, { ...options, replace: false });
  await expect(refused).rejects.toThrow('so the secret key is not in it');
  await other.pool.end().catch(() => undefined);
  const fresh = await emptyDatabase();
  onTestFinished(() => fresh.drop());
  const lost = { ...there, databaseUrl: fresh.url };
  const restored = await restoreInstallation(file, lost, { ...options, withoutKey: true });
  expect(restored.rows).toBeGreaterThan(0);
  const opened = await openDatabase(databaseOptions(lost));
  expect((await opened.pool.query('SELECT FROM waitlist')).rowCount).toBe(1);
  await opened.close();
});

test('what is too old goes by itself, also where no daily backup is made; the newest stays', async () => {
  const BACKUP_DIR = await temporaryFolder();
  const database = await testDatabase();
  onTestFinished(() => database.close());
  let now = new Date('2026-10-01T10:00:00Z');
  const app = await startTestApp({ BACKUP_DIR, BACKUPS_KEPT: '0' }, { database, now: () => now });
  onTestFinished(() => app.close());
  for (const day of ['2026-10-01', '2026-10-20']) {
    now = new Date(`${day}T10:00:00Z`);
    await app.parts.backups.make('asked');
  }
  now = new Date('2026-11-04T10:00:00Z');
  await app.parts.backups.daily();
  expect(await namesIn(BACKUP_DIR)).toHaveLength(2);
  now = new Date('2026-11-06T10:00:00Z');
  await app.parts.backups.daily();
  expect(await namesIn(BACKUP_DIR)).toEqual(['2026-10-20T10-00-00Z-asked']);
  now = new Date('2027-03-01T10:00:00Z');
  await app.parts.backups.daily();
  expect(await namesIn(BACKUP_DIR)).toEqual(['2026-10-20T10-00-00Z-asked']);
});

test('a move that was killed leaves nothing for longer than a day, though its file is the newest', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { twinDir, backups } = await testInstallation(database.url);
  const made = (kind: BackupKind, at: string) =>
    keepBackup(database.database, { twinDir, backups }, kind, { now: new Date(at) });
  await made('asked', '2026-10-01T10:00:00Z');
  await made('move', '2026-10-02T10:00:00Z');
  await rotateBackups(backups.dir, 7, new Date('2026-10-03T09:00:00Z'), null);
  expect(await namesIn(backups.dir)).toHaveLength(2);
  await rotateBackups(backups.dir, 7, new Date('2027-03-01T10:00:00Z'), null);
  expect(await namesIn(backups.dir)).toEqual(['2026-10-01T10-00-00Z-asked']);
});

test('a restore test that fails is an alarm, and is tried again each day until it passes', async () => {
  const BACKUP_DIR = await temporaryFolder();
  const database = await testDatabase();
  onTestFinished(() => database.close());
  let now = new Date();
  const app = await startTestApp({ BACKUP_DIR }, { database, now: () => now });
  onTestFinished(() => app.close());
  const { backups, monitoring } = app.parts;
  const lookFor = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      now = new Date(now.getTime() + 60_000);
      await monitoring.alarms.watch();
    }
    return (await monitoring.alarms.list()).map(({ about }) => about);
  };
  const testedAt = async () => (await backups.state()).last_test?.at;
  await backups.make('asked');
  const [asked = ''] = await readdir(BACKUP_DIR);
  const bytes = await readFile(path.join(BACKUP_DIR, asked));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  const damaged = path.join(BACKUP_DIR, backupName('asked', new Date(now.getTime() + 99 * DAY_MS)));
  await writeFile(damaged, bytes);
  await expect(backups.daily()).rejects.toThrow('damaged');
  const first = await testedAt();
  // As the job is tried again at once.
  await backups.daily();
  expect(await testedAt()).toBe(first);
  expect(await lookFor(3)).toEqual([{ kind: 'backup', last_at: expect.any(String), test_failed_at: first }]);
  now = new Date(now.getTime() + 25 * HOUR_MS);
  await expect(backups.daily()).rejects.toThrow('damaged');
  expect(await testedAt()).not.toBe(first);
  await rm(damaged);
  now = new Date(now.getTime() + 25 * HOUR_MS);
  await backups.daily();
  expect(await lookFor(8)).toEqual([]);
}, 60_000);

test('a restore is not tested where the disk has no room for the database', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { file } = await keepBackup(database.database, await testInstallation(database.url), 'asked');
  await expect(testRestore(file, null, Number.MAX_SAFE_INTEGER, new AbortController().signal)).rejects.toThrow(
    'There is no room for a restore test in',
  );
});

test('where the folder was lost, a backup is made at once; where another machine has made it, none is', async () => {
  const BACKUP_DIR = await temporaryFolder();
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const app = await startTestApp({ BACKUP_DIR }, { database });
  onTestFinished(() => app.close());
  const { backups } = app.parts;
  const empty = async () => {
    for (const name of await readdir(BACKUP_DIR)) await rm(path.join(BACKUP_DIR, name));
  };
  await backups.daily();
  await empty();
  expect(await backups.newestAt()).toBeNull();
  await backups.daily();
  expect(await readdir(BACKUP_DIR)).toHaveLength(1);
  await empty();
  await database.pool.query(`UPDATE last_runs SET detail = detail || '{"host":"another"}' WHERE name = 'backup'`);
  expect(await backups.newestAt()).not.toBeNull();
  await backups.daily();
  expect(await readdir(BACKUP_DIR)).toEqual([]);
});

test('two clicks at once start one task', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const app = await startTestApp({ BACKUP_DIR: await temporaryFolder() }, { database });
  onTestFinished(() => app.close());
  const { backups } = app.parts;
  const started = await Promise.allSettled([backups.start('backup'), backups.start('test')]);
  expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect.poll(async () => (await backups.state()).running).toBeNull();
});

test('a database moves to another server, compared by counts and checksums, and is left where it was', async () => {
  const source = await testDatabase();
  onTestFinished(() => source.close());
  const client = new pg.Client({ connectionString: source.url });
  await client.connect();
  await fillTables(client);
  await client.end();
  await source.database.close();
  const target = await emptyDatabase();
  onTestFinished(() => target.drop());
  const installation = await testInstallation(source.url);
  const move = () => moveDatabase(installation, target.url, { replace: false });
  const moved = await move();
  expect(moved).toMatchObject({ server: expect.stringMatching(/^PostgreSQL \d+/) });
  await expect(move()).rejects.toThrow('The database at that address is in use.');
  // It holds conversations that no file may keep.
  expect(await namesIn(installation.backups.dir)).toEqual([]);
  const opened = await openDatabase({ ...databaseOptions({ ...installation, databaseUrl: target.url }) });
  // Signed in as before.
  expect((await opened.pool.query('SELECT FROM auth_sessions')).rowCount).toBe(2);
  await opened.close();
  const foreign = await emptyDatabase();
  onTestFinished(() => foreign.drop());
  const theirs = new pg.Client({ connectionString: foreign.url });
  await theirs.connect();
  await theirs.query('CREATE TABLE invoices (id int)');
  await theirs.end();
  const onto = moveDatabase(installation, foreign.url, { replace: true });
  await expect(onto).rejects.toThrow(BackupError);
  await expect(onto).rejects.toThrow('invoices');
});
