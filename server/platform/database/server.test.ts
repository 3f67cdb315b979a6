import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestUrl } from '../../testing/database.ts';
import { TEST_DATABASE_PASSWORD, testKeyFile } from '../../testing/secret-key.ts';
import { spawnWriter, temporaryDataFolder } from '../../testing/spawned-writer.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { MIGRATIONS_FOLDER } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** A PostgreSQL server on the loopback network, as DATABASE_URL would name. */
async function startServer(port: number, dataDir: string, settings: Record<string, string> = {}) {
  const server = await startEmbedded({
    dataDir,
    settings: { listen_addresses: '127.0.0.1', port: String(port), ...settings },
  });
  onTestFinished(() => server.stop());
  return server;
}

const urlOn = (port: number) => `postgres://understudy:${TEST_DATABASE_PASSWORD}@127.0.0.1:${port}/postgres`;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function open(databaseUrl: string, migrationsFolder = MIGRATIONS_FOLDER) {
  const database = await openTestUrl(databaseUrl, migrationsFolder);
  onTestFinished(() => database.close());
  return database;
}

test('a server that is away at the start is used once it is there, and again after an outage (F14, F30)', async () => {
  const [port, dataDir] = [await freePort(), await temporaryDataFolder()];
  const database = await open(urlOn(port));
  expect(database.kind).toBe('server');
  expect(database.state().ready).toBe(false);
  expect((await database.ping()).reasons.join()).toContain('ECONNREFUSED');
  const server: EmbeddedPostgres = await startServer(port, dataDir);
  await database.ready();
  expect(await database.ping()).toEqual({ ready: true, reasons: [] });
  expect((await database.pool.query('SELECT * FROM sessions')).rows).toEqual([]);

  await server.stop();
  expect((await database.ping()).ready).toBe(false);
  await startServer(port, dataDir);
  await expect.poll(() => database.ping()).toEqual({ ready: true, reasons: [] });
});

test('a server that accepts and never answers keeps nobody from starting', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const database = await open(urlOn(typeof address === 'object' && address ? address.port : 0));
  expect(database.state().ready).toBe(false);
  await database.close();
  await expect(database.ready()).rejects.toThrow();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test.each(['fsync', 'synchronous_commit'])('a server with %s off is refused', async (setting) => {
  const port = await freePort();
  await startServer(port, await temporaryDataFolder(), { [setting]: 'off' });
  await expect(open(urlOn(port))).rejects.toThrow(`The database runs with ${setting}=off`);
});

test('an embedded database with fsync off is refused, and nothing of it is left running', async () => {
  const dataDir = await temporaryDataFolder();
  const start = openDatabase({ dataDir, databaseUrl: null, settings: { fsync: 'off' } });
  await expect(start).rejects.toThrow('The database runs with fsync=off');
  const again = await openDatabase({ dataDir, databaseUrl: null });
  await again.close();
});

test('instances that start together migrate once', async () => {
  const port = await freePort();
  await startServer(port, await temporaryDataFolder());
  const [first] = await Promise.all([open(urlOn(port)), open(urlOn(port)), open(urlOn(port)), open(urlOn(port))]);
  const journal = JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'));
  const { rows } = await first.pool.query('SELECT count(*)::int AS applied FROM drizzle.__drizzle_migrations');
  expect(rows[0].applied).toBe(journal.entries.length);
});

test('a start killed during a migration leaves the old schema, and the next start completes it (F18)', async () => {
  const port = await freePort();
  await startServer(port, await temporaryDataFolder());
  const client = new pg.Client({ connectionString: urlOn(port) });
  await client.connect();
  onTestFinished(() => client.end());
  // The project's migrations and one more, whose second half waits for a lock that this test holds.
  const folder = await mkdtemp(join(tmpdir(), 'understudy-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const when = journal.entries.at(-1).when + 1;
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag: '9999_more', breakpoints: true });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(
    join(folder, '9999_more.sql'),
    'CREATE TABLE half (id int);\n--> statement-breakpoint\nSELECT pg_advisory_xact_lock(4711);',
  );

  await client.query('SELECT pg_advisory_lock(4711)');
  const server = spawnWriter({
    databaseUrl: urlOn(port),
    secretKeyFile: testKeyFile(),
    dataDir: '',
    migrationsFolder: folder,
  });
  const waiting = 'SELECT pid FROM pg_locks WHERE NOT granted AND objid = 4711';
  await expect.poll(async () => (await client.query(waiting)).rows.length).toBe(1);
  await server.kill();
  const tables = "SELECT count(*)::int AS found FROM pg_tables WHERE tablename IN ('half', 'sessions')";
  expect((await client.query(tables)).rows[0].found).toBe(0);
  await client.query('SELECT pg_advisory_unlock(4711)');
  await open(urlOn(port), folder);
  expect((await client.query(tables)).rows[0].found).toBe(2);
});
