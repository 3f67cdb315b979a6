import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
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
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}
