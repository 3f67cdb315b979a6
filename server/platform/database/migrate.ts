import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import { DatabaseStartError } from './errors.ts';

/** The project's migrations, generated from schema.ts. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Advisory lock held while migrations are applied. The number is arbitrary. */
const MIGRATION_LOCK = 7_265_014_377;

/** A migration and its file name. */
interface Migration extends MigrationMeta {
  name: string;
}

/**
 * Applies all pending migrations in one transaction, so that a killed start leaves either the old schema or the new
 * one. Instances that start together wait for each other.
 *
 * @throws DatabaseStartError if a newer release has already changed the schema
 */
export async function migrate(client: Client, folder: string = MIGRATIONS_FOLDER): Promise<void> {
  const migrations = await readMigrations(folder);
  // The lock ends with the connection, however that ends.
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await applyPending(client, migrations);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
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
 * Does what drizzle's migrator does, with the same tables, because loading that and the rest of drizzle would cost the
 * server 22 MB for as long as it runs. Also stores the migrations' names, so that an older release can name a migration
 * that it does not know.
 */
async function applyPending(client: Client, migrations: readonly Migration[]): Promise<void> {
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
  const pending = migrations.filter(({ folderMillis }) => folderMillis > last);
  if (pending.length === 0 && rows[0]?.name) return;
  await client.query('BEGIN');
  try {
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
      [migrations.map(({ folderMillis }) => folderMillis), migrations.map(({ name }) => name)],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
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
