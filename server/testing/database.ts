import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdtemp, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg, { type Pool } from 'pg';
import { findBinaries } from '../platform/database/binaries.ts';
import { type EmbeddedPostgres, startEmbedded } from '../platform/database/embedded.ts';
import { MIGRATIONS_FOLDER } from '../platform/database/migrate.ts';
import { type Database, openDatabase } from '../platform/database/open-database.ts';
import type { Sealer } from '../platform/sealer.ts';
import { testKeyFile, writeTestKey } from './secret-key.ts';

const execute = promisify(execFile);

/** A migrated, empty database of a test's own. */
export interface TestDatabase {
  /** The production pool on it. */
  pool: Pool;
  sealer: Sealer;
  /** The same database as the server gets it: already open, closed by {@link TestDatabase.close}. */
  database: Database;
  /** A `postgres://` address of it. */
  url: string;
  /** Closes its connections and removes it. */
  close(): Promise<void>;
}

/**
 * Gives a fresh, migrated database. Without TEST_DATABASE_URL it lives in an embedded PostgreSQL of this process, which
 * is copied from one prepared once a version of the migrations (0.2 s) and ends, and goes, with the process, whatever
 * ends that. With TEST_DATABASE_URL it is made on that server, whose role must be allowed to create databases.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const given = process.env['TEST_DATABASE_URL'];
  const admin = given ? new URL(given) : await embeddedUrl();
  const name = `understudy_test_${randomUUID().replaceAll('-', '')}`;
  // Copying files beats logging every page for a database that is copied once and never recovered.
  const template = given ? '' : ' TEMPLATE understudy_template STRATEGY file_copy';
  await asAdmin(admin, `CREATE DATABASE ${name}${template}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const database = await openTestUrl(url.href);
  return {
    pool: database.pool,
    sealer: database.sealer,
    database,
    url: url.href,
    async close() {
      await database.close();
      await asAdmin(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/**
 * A database of a test's own that holds nothing, or a copy of another such one, whose connections have to be closed.
 */
export async function emptyDatabase(copied?: { name: string }): Promise<{
  name: string;
  url: string;
  drop(): Promise<void>;
}> {
  const given = process.env['TEST_DATABASE_URL'];
  const admin = given ? new URL(given) : await embeddedUrl();
  const name = `understudy_test_${randomUUID().replaceAll('-', '')}`;
  const strategy = given ? '' : ' STRATEGY file_copy';
  await asAdmin(admin, `CREATE DATABASE ${name} TEMPLATE ${copied?.name ?? 'template0'}${strategy}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => asAdmin(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Opens a database by its address, as an instance with the tests' secret key does. */
export function openTestUrl(databaseUrl: string, migrationsFolder: string = MIGRATIONS_FOLDER): Promise<Database> {
  return openDatabase({ dataDir: '', databaseUrl, secretKeyFile: testKeyFile(), migrationsFolder });
}

/** Free bytes from which temporary databases live in memory. */
const MIN_FREE = 2e9;
const SHARED_MEMORY = '/dev/shm';

/**
 * The folder for databases that no test kills: in memory where the machine has room for it, since creating a database
 * there takes 12 to 40 ms instead of 190 to 600. `fsync` stays on, so that settings are those of production.
 */
async function databaseRoot(): Promise<string> {
  const memory = await statfs(SHARED_MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize >= MIN_FREE ? SHARED_MEMORY : tmpdir();
}

/** One database server for all tests of this process; it ends with the process. */
let embedded: Promise<EmbeddedPostgres> | null = null;

async function embeddedUrl(): Promise<URL> {
  embedded ??= startCopy();
  return urlOf(await embedded);
}

/** A `postgres://` address of an embedded database, whose host is a folder. */
function urlOf({ connection }: EmbeddedPostgres): URL {
  const url = new URL(`postgres://${connection.user}@localhost:${connection.port}/${connection.database}`);
  if (connection.password) url.password = String(connection.password);
  url.searchParams.set('host', String(connection.host));
  return url;
}

/**
 * A new data folder with a made but empty database in it, which saves a test the second that making one takes, and
 * beside it, in `{folder}.key`, the secret key.
 */
export async function preparedDataFolder(root = tmpdir()): Promise<string> {
  const prepared = await preparedFolder();
  const dataDir = await mkdtemp(join(root, 'understudy-test-'));
  await copyFolder(join(prepared, 'postgres'), join(dataDir, 'postgres'));
  writeTestKey(`${dataDir}.key`);
  return dataDir;
}

/** Copies a folder as it is. Owners have to stay: run by root, the database's files belong to another account. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await execute('cp', ['-a', from, to]);
}

async function startCopy(): Promise<EmbeddedPostgres> {
  const dataDir = await preparedDataFolder(await databaseRoot());
  // Its watchdog stops it and removes the folder when this process ends.
  return startEmbedded({ dataDir, temporary: true });
}

/** A stopped database with the migrated template in it, made once a version and account. */
async function preparedFolder(): Promise<string> {
  const hash = createHash('sha256')
    .update('with a password')
    .update((await findBinaries()).postgres);
  for (const name of (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(name).update(await readFile(join(MIGRATIONS_FOLDER, name)));
  }
  const account = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `understudy-tests-${account}-${hash.digest('hex').slice(0, 16)}`);
  const there = await lstat(folder).catch(() => null);
  // In a folder for everybody's temporary files, only what is our own is to be trusted.
  if (there?.isDirectory() && there.uid === account) return folder;
  await removeOld(`understudy-tests-${account}-`);
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-test-'));
  const making = await startEmbedded({ dataDir, secretKeyFile: testKeyFile() });
  const url = urlOf(making);
  await asAdmin(url, 'CREATE DATABASE understudy_template');
  url.pathname = '/understudy_template';
  await (await openTestUrl(url.href)).close();
  await making.stop();
  // Test files that start at once each make one; the first stays.
  await rename(dataDir, folder).catch(() => rm(dataDir, { recursive: true, force: true }));
  return folder;
}

/** Folders prepared for other versions go after a day; a younger one may be another checkout's, in use right now. */
async function removeOld(prefix: string): Promise<void> {
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const there = await lstat(path).catch(() => null);
    if (there && there.mtimeMs < dayAgo) await rm(path, { recursive: true, force: true });
  }
}

async function asAdmin(url: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
