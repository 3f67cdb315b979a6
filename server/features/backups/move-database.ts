import { rm } from 'node:fs/promises';
import pg from 'pg';
import { openArchive } from '../../platform/backup/archive.ts';
import { BackupError } from '../../platform/backup/backup-error.ts';
import { openAsItIs } from '../../platform/database/command-database.ts';
import { keepServersOut } from '../../platform/database/restore-lock.ts';
import { type Installation, keepBackup } from './installation.ts';
import { isInUse, load } from './restore.ts';

/** A database that was moved. */
export interface Moved {
  rows: number;
  tables: number;
  /** Where it is now: 'PostgreSQL 17.2'. */
  server: string;
}

/**
 * Moves the database to another server, of any version that Understudy runs on: embedded to external, or from one
 * external server to another. Goes by a backup, which is deleted afterwards; the old database is left as it is.
 *
 * @param url the new DATABASE_URL
 * @throws BackupError, DatabaseStartError with a sentence for the operator
 */
export async function moveDatabase(
  installation: Installation,
  url: string,
  { replace }: { replace: boolean },
): Promise<Moved> {
  const target = { connection: { connectionString: url } };
  const server = await checkTarget(url, replace);
  const letServersIn = await keepServersOut(target.connection);
  const source = await openAsItIs(installation, false).catch(async (error) => {
    await letServersIn();
    throw error;
  });
  try {
    if (!source.secretKey.isStored) throw new BackupError('refused', 'There is no secret key, so no installation.');
    const { file, rows, tables } = await keepBackup(source, installation, 'move');
    try {
      const archive = await openArchive(file, installation.backups.passphrase);
      await load(target, archive, async () => undefined);
    } finally {
      // The old database stays, and a move takes conversations along that no file may keep.
      await rm(file, { force: true });
    }
    return { rows, tables, server };
  } finally {
    await source.close();
    await letServersIn();
  }
}

/** @returns the server's version @throws BackupError if it cannot be reached, or what is there may not give way */
async function checkTarget(url: string, replace: boolean): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if ((await isInUse(client)) && !replace)
      throw new BackupError('refused', 'The database at that address is in use. --replace deletes what is there.');
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`;
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    const { code, message } = cause as { code?: string; message: string };
    throw new BackupError('refused', `The database at that address cannot be reached (${code ?? message}).`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}
