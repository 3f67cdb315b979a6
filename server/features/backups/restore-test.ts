import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openArchive } from '../../platform/backup/archive.ts';
import { BackupError } from '../../platform/backup/backup-error.ts';
import { rowsIn } from '../../platform/backup/contents.ts';
import { loadBackup } from '../../platform/backup/load-backup.ts';
import { startEmbedded } from '../../platform/database/embedded.ts';
import { sealRows } from '../../platform/database/sealed-rows.ts';
import { createSealer } from '../../platform/sealer.ts';
import { checkRoom } from './installation.ts';

/** Nothing in a database that is thrown away has to survive a power cut. */
const THROWN_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Restores a backup as a new machine would: into a PostgreSQL of its own in the folder for temporary files, which is
 * thrown away. Counts and checksums of all tables must be those of the backup, and the secret key in it must open what
 * is sealed in it.
 *
 * @param databaseBytes the size of the database that was backed up, for which there has to be room
 * @param signal ends it before its time
 * @throws BackupError with what is wrong
 */
export async function testRestore(
  file: string,
  passphrase: string | null,
  databaseBytes: number,
  signal: AbortSignal,
): Promise<{ tables: number; rows: number }> {
  await checkRoom(tmpdir(), databaseBytes, 'a restore test');
  const archive = await openArchive(file, passphrase);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'understudy-restore-test-'));
  try {
    const { tables, key } = archive.contents;
    const embedded = await startEmbedded({ dataDir, temporary: true, settings: THROWN_AWAY });
    const stop = () => void embedded.stop();
    signal.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      const client = new pg.Client({ ...embedded.connection, application_name: 'understudy restore test' });
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query('BEGIN');
        await loadBackup(client, archive);
        await client.query('COMMIT');
        if (key !== null) {
          const bytes = Buffer.from(key, 'base64');
          const secretKey = { bytes, file: 'in the backup', isStored: true, replaces: false };
          await sealRows(client, secretKey, createSealer(bytes));
        }
        return { tables: tables.length, rows: rowsIn(tables) };
      } finally {
        await client.end().catch(() => undefined);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      await embedded.stop();
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError('refused', `The backup could not be restored: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    archive.close();
    for (const left of [dataDir, `${dataDir}.key`]) await rm(left, { recursive: true, force: true });
  }
}
