import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from '../../platform/backup/backup-error.ts';
import {
  type BackupConfig,
  backupName,
  listBackups,
  makeBackupFolder,
  rotateBackups,
} from '../../platform/backup/backup-folder.ts';
import type { BackupKind } from '../../platform/backup/chunks.ts';
import { type BackupSource, type MadeBackup, writeBackup } from '../../platform/backup/write-backup.ts';
import { DatabaseStartError } from '../../platform/database/errors.ts';
import type { DatabaseOptions, UsedDatabase } from '../../platform/database/open-database.ts';
import { FREE_SPACE } from '../../platform/database/settings.ts';
import { freeBytes } from '../../platform/database/space-guard.ts';
import { PRODUCT_VERSION } from '../../platform/product-version.ts';
import { readTwinFolder, TwinSwapError } from '../twin/index.ts';
import { finishRestore } from './finish-restore.ts';

/** What of the configuration says where everything is that a backup holds. */
export interface Installation {
  dataDir: string;
  databaseUrl: string | null;
  secretKeyFile: string | null;
  twinDir: string;
  backups: BackupConfig;
}

/** What is backed up: a database and the twin's folder. */
export async function sourceOf(
  { connection, secretKey }: UsedDatabase,
  { twinDir }: Pick<Installation, 'twinDir'>,
): Promise<BackupSource> {
  return { connection, secretKey, product: PRODUCT_VERSION, twinFiles: () => readTwinFolder(twinDir) };
}

/** Makes a backup in the folder for them, and deletes those that are too many or too old. @throws BackupError */
export async function keepBackup(
  database: UsedDatabase,
  installation: Pick<Installation, 'twinDir' | 'backups'>,
  kind: BackupKind,
  { now = new Date(), signal, spared = null }: { now?: Date; signal?: AbortSignal; spared?: string | null } = {},
): Promise<MadeBackup> {
  const { dir, kept, passphrase } = installation.backups;
  await makeBackupFolder(dir);
  const [newest] = await listBackups(dir);
  // A backup that fills the disk would stop the embedded database from taking what visitors say.
  await checkRoom(dir, 2 * (newest?.bytes ?? 0), 'a backup');
  const file = path.join(dir, await freeName(dir, kind, now));
  const options = { kind, passphrase, now, ...(signal ? { signal } : {}) };
  const made = await writeBackup(await sourceOf(database, installation), file, options);
  await rotateBackups(dir, kept, now, spared);
  return made;
}

/** A name that no backup has: one that is made within the same second as another is named by the next second. */
async function freeName(dir: string, kind: BackupKind, now: Date): Promise<string> {
  const taken = new Set(await readdir(dir));
  let at = now;
  while (taken.has(backupName(kind, at))) at = new Date(at.getTime() + 1_000);
  return backupName(kind, at);
}

/** @param what needs so many bytes in the folder @throws BackupError if that could fill its disk */
export async function checkRoom(folder: string, bytes: number, what: string): Promise<void> {
  const needed = bytes + 2 * FREE_SPACE.enoughBytes;
  const free = await freeBytes(folder);
  if (free >= needed) return;
  const [has, needs] = [free, needed].map((size) => `${Math.round(size / 1_000_000)} MB`);
  throw new BackupError('refused', `There is no room for ${what} in ${folder}: ${has} are free, ${needs} are needed.`);
}

/**
 * How the server and its commands open the database: backed up before a new release changes it, and with what a killed
 * restore left done.
 *
 * @param say is told where that backup is
 */
export function databaseOptions(
  installation: Installation,
  say: (sentence: string) => void = () => undefined,
): Pick<DatabaseOptions, 'dataDir' | 'databaseUrl' | 'secretKeyFile' | 'beforeMigrating' | 'beforeServing'> {
  const { dataDir, databaseUrl, secretKeyFile, backups } = installation;
  return {
    ...{ dataDir, databaseUrl, secretKeyFile },
    async beforeMigrating(database) {
      if (!backups.beforeUpdate) return;
      try {
        const { file } = await keepBackup(database, installation, 'update');
        say(`This release changes the database. As it was, it is in ${file}`);
      } catch (cause) {
        throw new DatabaseStartError(
          `This release changes the database, and the backup before that failed: ${(cause as Error).message} ` +
            'Set BACKUP_DIR to a folder with room, or BACKUP_BEFORE_UPDATE=off to update without one.',
          { cause },
        );
      }
    },
    async beforeServing(client, database) {
      try {
        await finishRestore(client, database, installation.twinDir);
      } catch (cause) {
        throw cause instanceof TwinSwapError ? new DatabaseStartError(cause.message, { cause }) : cause;
      }
    },
  };
}
