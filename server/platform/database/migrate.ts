import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client, ClientBase } from 'pg';
import { DatabaseStartError } from './errors.ts';

/** The project's migrations, generated from schema.ts. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Advisory lock held while migrations are applied. The number is arbitrary. */
const MIGRATION_LOCK = 7_265_014_377;

/** A migration and its file name. */
interface Migration extends MigrationMeta {
  name: string;
}

/** What an option of {@link migrate} may do before the schema of a database in use is changed. */
type BeforeMigrating = () => Promise<void> | undefined;

/**
 * Applies all pending migrations in one transaction, so that a killed start leaves either the old schema or the new
 * one. Instances that start together wait for each other.
 *
 * @param before called first if the database was used by an earlier release
 * @throws DatabaseStartError if a newer release has already changed the schema
 */
export async function migrate(
  client: Client,
  folder: string = MIGRATIONS_FOLDER,
  before: BeforeMigrating = () => undefined,
): Promise<void> {
  const migrations = await readMigrations(folder);
  // The lock ends with the connection, however that ends.
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const { last, isNamed, pending } = await findPending(client, migrations);
    if (pending.length === 0 && isNamed) return;
    if (last > 0 && pending.length > 0) await before();
    await client.query('BEGIN');
    try {
      await apply(client, migrations, pending);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/**
 * Applies pending migrations in the caller's transaction.
 * @param upTo the name of the last one to apply; without it, all
 */
export async function migrateWithin(
  client: ClientBase,
  { folder = MIGRATIONS_FOLDER, upTo }: { folder?: string | undefined; upTo?: string } = {},
): Promise<void> {
  const all = await readMigrations(folder);
  const until = upTo === undefined ? all.length : all.findIndex(({ name }) => name === upTo) + 1;
  const migrations = all.slice(0, until);
  const { pending } = await findPending(client, migrations);
  await apply(client, migrations, pending);
}

/** The names of the migrations in a folder, oldest first. */
export async function migrationNames(folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  return (await readMigrations(folder)).map(({ name }) => name);
}

/** The newest migration of a database, also of one from before names were stored; null if there is none. */
export async function newestMigration(client: ClientBase): Promise<string | null> {
  const table = 'drizzle.__drizzle_migrations';
  const { rows: found } = await client.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [table]);
  if (!found[0]?.is) return null;
  const { rows } = await client.query<{ name: string | null; created_at: string }>(
    `SELECT to_jsonb(m) ->> 'name' AS name, created_at FROM ${table} AS m ORDER BY created_at DESC LIMIT 1`,
  );
  const [row] = rows;
  if (!row || row.name) return row?.name ?? null;
  const known = await readMigrations(MIGRATIONS_FOLDER);
  return known.find(({ folderMillis }) => folderMillis === Number(row.created_at))?.name ?? null;
}

/** The migrations in a folder, oldest first. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8'),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, at) => ({
    ...migration,
    name: journal.entries[at]?.tag ?? '',
  }));
}

/**
 * What is left to apply.
 *
 * Does what drizzle's migrator does, with the same tables, because loading that and the rest of drizzle would cost the
 * server 22 MB for as long as it runs. Also stores the migrations' names, so that an older release can name a migration
 * that it does not know.
 */
async function findPending(client: ClientBase, migrations: readonly Migration[]) {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, ' +
      'created_at bigint)',
  );
  await client.query('ALTER TABLE drizzle.__drizzle_migrations ADD COLUMN IF NOT EXISTS name text');
  const { rows } = await client.query<{ created_at: string; name: string | null }>(
    'SELECT created_at, name FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1',
  );
  const last = Number(rows[0]?.created_at ?? 0);
  const known = migrations.at(-1);
  if (known && last > known.folderMillis) throw newerSchemaError(rows[0]?.name ?? null, last, known.name);
  return {
    last,
    isNamed: Boolean(rows[0]?.name),
    pending: migrations.filter(({ folderMillis }) => folderMillis > last),
  };
}

/** Applies migrations in the caller's transaction. */
async function apply(client: ClientBase, known: readonly Migration[], pending: readonly Migration[]): Promise<void> {
  for (const { sql, hash, folderMillis, name } of pending) {
    for (const statement of sql) await client.query(statement);
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at, name) VALUES ($1, $2, $3)', [
      hash,
      folderMillis,
      name,
    ]);
  }
  // Names migrations that were applied before names were stored.
  await client.query(
    `UPDATE drizzle.__drizzle_migrations AS applied SET name = known.name
     FROM unnest($1::bigint[], $2::text[]) AS known (created_at, name)
     WHERE applied.created_at = known.created_at AND applied.name IS NULL`,
    [known.map(({ folderMillis }) => folderMillis), known.map(({ name }) => name)],
  );
}

/** The error for a schema that a newer release has changed. */
function newerSchemaError(name: string | null, madeAt: number, known: string): DatabaseStartError {
  const newest = name ?? `one of ${new Date(madeAt).toISOString().slice(0, 10)}`;
  return new DatabaseStartError(
    `A newer release has changed this database: its newest migration is ${newest}, the newest that this release ` +
      'knows ' +
      `is ${known}. Start the newer release, or put back a backup from before it.`,
  );
}
