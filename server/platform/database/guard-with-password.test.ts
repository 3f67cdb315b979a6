import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDataFolder, temporaryFolder } from '../../testing/spawned-writer.ts';
import { openForCommand } from './command-database.ts';
import { startEmbedded } from './embedded.ts';
import { openDatabase } from './open-database.ts';

// Starts several databases in sequence, on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

/** The role a connection gets, or PostgreSQL's refusal. */
async function connectAs(connection: ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return (await client.query('SELECT current_user AS name')).rows[0].name;
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message;
  } finally {
    await client.end();
  }
}

async function started(dataDir: string) {
  const database = await startEmbedded({ dataDir });
  onTestFinished(() => database.stop());
  return database;
}

test('whoever reaches the socket without the password is refused, under the database’s own account too', async () => {
  const { connection } = await started(await temporaryDataFolder());
  expect(await connectAs(connection)).toBe('understudy');
  const { password: _, ...without } = connection;
  // The rest is what root, or another process of this account, can know.
  expect(await connectAs({ ...without, password: '' })).toMatch(/password/);
  expect(await connectAs({ ...without, password: 'understudy' })).toBe('28P01');
  expect(await connectAs({ ...without, user: 'postgres', password: 'postgres' })).toBe('28P01');
});

test('the password stands in no file of the data folder, and in no argument of the database', async () => {
  const dataDir = await temporaryFolder();
  const { connection, pid } = await started(dataDir);
  const password = String(connection.password);
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    expect((await readFile(join(entry.parentPath, entry.name))).includes(password), entry.name).toBe(false);
  }
  if (process.platform === 'linux') {
    for (const file of ['cmdline', 'environ']) {
      expect((await readFile(`/proc/${pid()}/${file}`)).includes(password)).toBe(false);
    }
  }
});

test('a data folder of an older release is converted at the start, with everything in it', async () => {
  const dataDir = await temporaryDataFolder();
  const hba = join(dataDir, 'postgres', 'pg_hba.conf');
  const before = await openDatabase({ dataDir, databaseUrl: null });
  await before.pool.query("INSERT INTO events (kind) VALUES ('kept')");
  await before.pool.query('ALTER ROLE understudy PASSWORD NULL');
  await before.pool.query("UPDATE installation_secrets SET sealed = false, value = 'old'");
  await before.close();
  await writeFile(hba, 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
  await rm(`${dataDir}.key`);

  const database = await openDatabase({ dataDir, databaseUrl: null });
  onTestFinished(() => database.close());
  expect((await database.pool.query('SELECT kind FROM events')).rows).toEqual([{ kind: 'kept' }]);
  const { password: _, ...without } = database.connection;
  expect(await connectAs({ ...without, password: '' })).toMatch(/password/);
  expect(await readFile(hba, 'utf8')).not.toContain('trust');
});

test('a start with another secret key, or without the earlier one, says what to do, and changes nothing', async () => {
  const dataDir = await temporaryDataFolder();
  const keyFile = `${dataDir}.key`;
  const right = await readFile(keyFile, 'utf8');
  await (await openDatabase({ dataDir, databaseUrl: null })).close();

  await writeFile(keyFile, randomBytes(32).toString('base64'));
  await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
    `The secret key in ${keyFile} is not the one that the database was sealed with. Put that back from a copy.`,
  );
  await rm(keyFile);
  await expect(openDatabase({ dataDir, databaseUrl: null })).rejects.toThrow(
    `The secret key ${keyFile} is missing, and the database was sealed with it. Put it back from a copy.`,
  );
  await expect(readFile(keyFile)).rejects.toMatchObject({ code: 'ENOENT' });

  await writeFile(keyFile, right, { mode: 0o600 });
  await (await openDatabase({ dataDir, databaseUrl: null })).close();
});

test('a command reaches the database of a running server with the same secret key, and with none other', async () => {
  const dataDir = await temporaryDataFolder();
  const server = await openDatabase({ dataDir, databaseUrl: null });
  onTestFinished(() => server.close());
  const command = await openForCommand({ dataDir, databaseUrl: null });
  const sealed = command.sealer.seal(Buffer.from('by the command'), 'test');
  expect(server.sealer.open(sealed, 'test').toString()).toBe('by the command');
  expect((await command.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await command.close();

  await rm(`${dataDir}.key`);
  await expect(openForCommand({ dataDir, databaseUrl: null })).rejects.toThrow(
    'is missing, and the database was sealed',
  );
});
