import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { serverEnvironment } from '../../scripts/server-command.mjs';
import { emptyDatabase, testDatabase } from '../testing/database.ts';
import { fillTables } from '../testing/fill-tables.ts';
import { callFunction, newSession, startServer } from '../testing/operator.ts';
import { SAMPLE_TWIN_DIR } from '../testing/sample-twin.ts';
import { testKeyFile } from '../testing/secret-key.ts';
import { temporaryDataFolder, temporaryFolder } from '../testing/spawned-writer.ts';

const execute = promisify(execFile);
const commandFile = (name: string) => path.join(import.meta.dirname, `${name}.ts`);

/** The environment of an operator, whose `.env` the tests' does not see. */
const environmentOf = (environment: Record<string, string>) => {
  const { PATH, TMPDIR } = process.env;
  return serverEnvironment({ PATH, TMPDIR, DATABASE_URL: '', BACKUP_PASSPHRASE: '', ...environment });
};

/** Runs one of the commands; returns what it said, and its exit code. */
async function run(environment: Record<string, string>, name: string, ...args: string[]) {
  const env = environmentOf(environment);
  const outcome = await execute(process.execPath, [commandFile(name), ...args], { env }).catch((error) => error);
  return { said: `${outcome.stdout}${outcome.stderr}`, code: Number(outcome.code ?? 0) };
}

async function installation() {
  const dataDir = await temporaryDataFolder();
  const folder = await temporaryFolder();
  await cp(SAMPLE_TWIN_DIR, path.join(folder, 'twin'), { recursive: true });
  await writeFile(path.join(folder, 'passphrase'), 'a passphrase of an operator\nsecond line\n');
  const environment = { DATA_DIR: dataDir, TWIN_DIR: path.join(folder, 'twin') };
  return { dataDir, folder, environment, file: path.join(folder, 'all.backup') };
}

test('an operator backs up a running server, loses the machine, restores, and conversations are there', async () => {
  const { dataDir, folder, environment, file } = await installation();
  const server = await startServer(environment);
  const session = await newSession(server.url);
  const line = 'We sell two hundred bicycles a month in Porto.';
  await callFunction(server.url, 'agent_reply', { ...session, user_message: line });
  const passphrase = ['--passphrase-file', path.join(folder, 'passphrase')];
  const backedUp = await run(environment, 'backup', file, ...passphrase);
  expect(backedUp).toMatchObject({ code: 0, said: expect.stringContaining('It is encrypted and contains the secret') });
  expect(await run(environment, 'backup', file)).toMatchObject({ code: 1, said: expect.stringContaining('--force') });
  expect((await run(environment, 'restore', file, ...passphrase)).said).toContain('Stop it first');
  await server.end('SIGKILL');

  // Its database stops a moment after it.
  const removed = { recursive: true, maxRetries: 20, retryDelay: 100 };
  for (const lost of [dataDir, `${dataDir}.key`, path.join(folder, 'twin')]) await rm(lost, removed);
  expect(await run(environment, 'restore', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('no passphrase was given: use --passphrase-file, or set BACKUP_PASSPHRASE.'),
  });
  // A first start there would have made a key of its own.
  await writeFile(`${dataDir}.key`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  expect(await run(environment, 'restore', file, ...passphrase)).toMatchObject({
    code: 1,
    said: expect.stringContaining('move its data and its key away first'),
  });
  await rm(`${dataDir}.key`);
  const restored = await run(environment, 'restore', file, ...passphrase);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Restored ') });
  expect(await readdir(path.join(folder, 'twin'))).toContain('persona.yaml');
  const again = await startServer(environment);
  // The visitor's page goes on with its conversation.
  const { status, body } = await callFunction(again.url, 'session_history', session);
  expect({ status, said: JSON.stringify(body) }).toEqual({ status: 200, said: expect.stringContaining(line) });
  await again.end();

  const replaced = await run(environment, 'restore', file, ...passphrase);
  expect(replaced).toMatchObject({ code: 1, said: expect.stringContaining('The database here is in use.') });
}, 120_000);

test('killed, a backup leaves no file of its name, and the next one is not held up', async () => {
  const { environment, file, folder } = await installation();
  await (await startServer(environment)).end();
  const passphrase = ['--passphrase-file', path.join(folder, 'passphrase')];
  const child = spawn(process.execPath, [commandFile('backup'), file, ...passphrase], {
    env: environmentOf(environment),
    stdio: 'ignore',
  });
  const parts = async () => (await readdir(folder)).filter((name) => name.includes('.backup-part-'));
  // Between its first byte and its name the file is read back, for which a key is derived again: half a second.
  await expect.poll(parts, { interval: 5 }).toHaveLength(1);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  expect((await readdir(folder)).includes('all.backup')).toBe(false);
  expect((await run(environment, 'backup', file, ...passphrase)).code).toBe(0);
  expect((await run(environment, 'backup', file, '--check', ...passphrase)).said).toContain('A whole backup');
  const both = await run(environment, 'backup', file, '--check', '--force', ...passphrase);
  expect(both).toMatchObject({ code: 1, said: expect.stringContaining('--force does not go with it') });
}, 60_000);

test('killed, a restore leaves what was there', async () => {
  const { environment, file } = await installation();
  const source = await testDatabase();
  const target = await testDatabase();
  onTestFinished(() => source.close());
  onTestFinished(() => target.close());
  const SECRET_KEY_FILE = testKeyFile();
  expect((await run({ ...environment, DATABASE_URL: source.url, SECRET_KEY_FILE }, 'backup', file)).code).toBe(0);
  const holder = new pg.Client({ connectionString: target.url });
  await holder.connect();
  await fillTables(holder);
  const count = async () => (await holder.query('SELECT count(*)::int AS n FROM utterances')).rows[0].n;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  // Everything is loaded when the indexes are made again; there it waits for a lock that this test holds.
  await holder.query('SELECT pg_advisory_lock(77)');
  await holder.query(`CREATE SCHEMA hold;
    CREATE FUNCTION hold.late() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM pg_class WHERE relname = 'restored_jobs') THEN PERFORM pg_advisory_xact_lock(77); END IF;
    END $$;
    CREATE EVENT TRIGGER hold ON ddl_command_start WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION hold.late()`);
  await target.database.close();
  const env = environmentOf({ ...environment, DATABASE_URL: target.url, SECRET_KEY_FILE });
  const child = spawn(process.execPath, [commandFile('restore'), file, '--replace'], { env, stdio: 'ignore' });
  const waiting = async () =>
    (await holder.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount;
  await expect.poll(waiting).toBe(1);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  await holder.query('SELECT pg_advisory_unlock(77)');
  await holder.query('DROP EVENT TRIGGER hold; DROP SCHEMA hold CASCADE');
  expect(await count()).toBe(before);
  await holder.end();
  // The backup of what was there was made before.
  expect((await readdir(`${environment.DATA_DIR}.backups`)).join()).toContain('-restore.backup');
  await rm(`${environment.DATA_DIR}.backups`, { recursive: true });
}, 60_000);

test('the database moves to another server by one command, and a server runs on it', async () => {
  const { environment } = await installation();
  const server = await startServer(environment);
  const session = await newSession(server.url);
  await callFunction(server.url, 'agent_reply', { ...session, user_message: 'We sell bicycles in Porto.' });
  const target = await emptyDatabase();
  onTestFinished(() => target.drop());
  const moving = { ...environment, NEW_DATABASE_URL: target.url };
  expect((await run(moving, 'move-database')).said).toContain('Stop it first');
  await server.end();
  // Its password would stand in the machine's list of processes.
  const argued = await run(environment, 'move-database', target.url);
  expect(argued).toMatchObject({ code: 1, said: expect.stringContaining('is no option') });
  const moved = await run(moving, 'move-database');
  expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('counts and checksums are the same') });
  expect(moved.said).toContain('BACKUP_DIR=');
  const given = (line: string) => {
    const child = execute(process.execPath, [commandFile('move-database')], { env: environmentOf(environment) });
    child.child.stdin?.end(`${line}\n`);
    return child.then(
      () => '',
      ({ stderr }) => stderr,
    );
  };
  expect(await given('mysql://x')).toContain('postgres://...');
  expect(await given(target.url)).toContain('The database at that address is in use.');
  await rm(`${environment.DATA_DIR}.backups`, { recursive: true });
  const SECRET_KEY_FILE = `${environment.DATA_DIR}.key`;
  const there = await startServer({ ...environment, DATABASE_URL: target.url, SECRET_KEY_FILE });
  const { body } = await callFunction(there.url, 'session_history', session);
  expect(JSON.stringify(body)).toContain('We sell bicycles in Porto.');
  await there.end();
}, 120_000);
