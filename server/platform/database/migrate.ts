import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';

/** The project's own migrations, generated from schema.ts. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Any fixed number serves, as long as every instance uses the same. */
const MIGRATION_LOCK = 7_265_014_377;

/**
 * Brings the schema up to date: all pending migrations in one transaction, so that a start that is killed leaves either
 * the old schema or the new one. Instances that start together wait for each other.
 */
export async function migrate(client: Client, folder: string = MIGRATIONS_FOLDER): Promise<void> {
  // The lock belongs to the connection: it ends with it, in whatever way that ends.
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await applyPending(client, readMigrationFiles({ migrationsFolder: folder }));
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/**
 * What drizzle's own migrator does, in the tables that it and its tools know, on the connection at hand: loading it, with
 * all of drizzle that it brings, would cost the server 22 MB for as long as it runs.
 */
async function applyPending(client: Client, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
  );
  const last = Number(rows[0]?.last ?? 0);
  const pending = migrations.filter(({ folderMillis }) => folderMillis > last);
  if (pending.length === 0) return;
  await client.query('BEGIN');
  try {
    for (const { sql, hash, folderMillis } of pending) {
      for (const statement of sql) await client.query(statement);
      await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
        hash,
        folderMillis,
      ]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
