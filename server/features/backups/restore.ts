import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg, { type Client } from 'pg';
import { type OpenArchive, openArchive } from '../../platform/backup/archive.ts';
import { BackupError } from '../../platform/backup/backup-error.ts';
import { rowsIn } from '../../platform/backup/contents.ts';
import { loadBackup } from '../../platform/backup/load-backup.ts';
import { checkArchive, keyIdOf, type TwinFilesToKeep } from '../../platform/backup/write-backup.ts';
import { openAsItIs } from '../../platform/database/command-database.ts';
import { saveLastRun } from '../../platform/database/last-runs.ts';
import { newestMigration } from '../../platform/database/migrate.ts';
import type { UsedDatabase } from '../../platform/database/open-database.ts';
import { deleteSealed, sealRows } from '../../platform/database/sealed-rows.ts';
import { type SecretKey, saveSecretKey, secretKeyOf } from '../../platform/database/secret-key.ts';
import { createSealer } from '../../platform/sealer.ts';
import { audit, COMMAND_LINE } from '../accounts/index.ts';
import { type AppliedErasures, type ErasureLedger, mergeLedgerWithin, readLedger } from '../privacy/index.ts';
import { stageTwinFolder } from '../twin/index.ts';
import { finishFolder, finishRestore, RESTORE_RUN, type RestoreRun, withPool } from './finish-restore.ts';
import { type Installation, keepBackup } from './installation.ts';

/** A restore that is over. */
export interface Restored {
  rows: number;
  tables: number;
  madeAt: string;
  erased: AppliedErasures;
  /** The backup of what was there before; null if nothing was. */
  before: string | null;
  /** The old folder of the twin; null if it stayed as it is. */
  oldTwin: string | null;
}

interface RestoreOptions {
  passphrase: string | null;
  /** Whether to replace what is there, after backing it up. */
  replace: boolean;
  /** Whether to go on without the secret key that the backup was sealed with. */
  withoutKey: boolean;
  say: (sentence: string) => void;
  /** Called before each step; tests end the process there. */
  onStep?: (step: string) => void;
}

/**
 * Puts a backup in the place of an installation. The database changes in one transaction, so that a restore that fails
 * or is killed leaves what was there; killed after the commit, it is finished by whoever opens the database next
 * ({@link finishRestore}). Who was erased stays erased, by the ledgers of both. Everybody signs in again.
 *
 * @throws BackupError, DatabaseStartError, TwinSwapError with a sentence for the operator
 */
export async function restoreInstallation(
  file: string,
  installation: Installation,
  { passphrase, replace, withoutKey, say, onStep = () => undefined }: RestoreOptions,
): Promise<Restored> {
  const contents = await checkArchive(file, passphrase);
  say(`The backup is whole: ${rowsIn(contents.tables)} rows of ${contents.tables.length} tables.`);
  await prepareKey(installation, contents, withoutKey);
  const database = await openAsItIs(installation, false);
  try {
    const sealer = createSealer(database.secretKey.bytes);
    // One that was killed: the backup of what is here is to have the folder and the database that belong together.
    await withClient(database, (client) => finishFolder(client, installation.twinDir));
    const before = await makeRoom(database, installation, replace, file);
    if (before.file) say(`What was there is backed up in ${before.file}.`);
    const archive = await openArchive(file, passphrase);
    const { preamble } = archive;
    const rows = rowsIn(contents.tables);
    const made = { file: path.basename(file), made_at: preamble.made_at, rows };
    const run: RestoreRun = { id: randomUUID(), ...made, erasures: 'pending' };
    await load(database, archive, async (client, twinFiles) => {
      if (withoutKey) await deleteSealed(client);
      if (before.ledger) await mergeLedgerWithin(client, sealer, before.ledger);
      // A sign-in that was ended since the backup must not be good again.
      await client.query('DELETE FROM auth_sessions');
      await client.query('DELETE FROM dashboard_links');
      await client.query('DELETE FROM desk_links');
      await saveLastRun(client, RESTORE_RUN, run);
      await audit(client, COMMAND_LINE, 'backup_restored', made);
      onStep('stage');
      if (twinFiles) await stageTwinFolder(installation.twinDir, twinFiles, run.id);
      onStep('commit');
    });
    onStep('finish');
    say('The database is restored, and compared with the backup.');
    const finished = await withClient(database, async (client) => {
      await sealRows(client, database.secretKey, sealer);
      return finishRestore(client, database, installation.twinDir, onStep);
    });
    return {
      ...{ rows, before: before.file, tables: contents.tables.length, madeAt: preamble.made_at },
      erased: finished.erased ?? nothingErased,
      oldTwin: finished.oldTwin,
    };
  } finally {
    await database.close();
  }
}

const nothingErased: AppliedErasures = { visitors: 0, conversations: 0, messages: 0, memories: 0, addresses: 0 };

/** Loads a backup in one transaction. @param within runs in the same transaction; gets the twin's files, if any */
export async function load(
  { connection }: Pick<UsedDatabase, 'connection'>,
  archive: OpenArchive,
  within: (client: Client, twinFiles: TwinFilesToKeep | null) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: 'understudy restore' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN');
    // Nobody else should be here; a forgotten connection is to be told, not waited for.
    await client.query("SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = 0");
    await within(client, await loadBackup(client, archive));
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '55P03')
      throw new BackupError('refused', 'Something is using the database. Stop it first. Nothing was changed.');
    throw error;
  } finally {
    archive.close();
    await client.end().catch(() => undefined);
  }
}

/** Puts the backup's key in place on a new machine, and refuses one that does not fit. */
async function prepareKey(
  installation: Installation,
  { key, keyId }: { key: string | null; keyId: string },
  withoutKey: boolean,
): Promise<void> {
  const present = await secretKeyOf(installation);
  if (present.isStored && keyIdOf(present.bytes) === keyId) return;
  if (withoutKey) return;
  if (present.isStored) {
    throw new BackupError(
      'refused',
      `The backup was made with another secret key than the one in ${present.file}. To restore it in place of this ` +
        'installation, move its data and its key away first. To restore it beside this installation, set ' +
        'DATA_DIR and SECRET_KEY_FILE to other places. If its key is lost, --without-key restores everything but ' +
        'what the key sealed.',
    );
  }
  if (key === null) {
    throw new BackupError(
      'refused',
      `The backup is not encrypted, so the secret key is not in it. Put a copy of the key in ${present.file} ` +
        '(chmod 600). If it is lost, --without-key restores everything but what the key sealed.',
    );
  }
  await saveSecretKey({ ...present, bytes: Buffer.from(key, 'base64') } satisfies SecretKey);
}

/** What says that somebody uses an installation. */
const IN_USE = ['users', 'sessions', 'visitors', 'waitlist', 'twin_texts', 'imports', 'bookings', 'settings'];

/** Whether a database holds anything that a restore would lose. @throws BackupError if it is not one of Understudy */
export async function isInUse(client: Client): Promise<boolean> {
  if ((await newestMigration(client)) === null) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
    );
    if (rows[0])
      throw new BackupError('refused', `The database holds something else (the table ${rows[0].name}). Use another.`);
    return false;
  }
  for (const table of IN_USE) {
    const { rows } = await client.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [table]);
    if (rows[0]?.is && (await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount) return true;
  }
  return false;
}

/** Backs up what is there, and reads its ledger of erasures. @throws BackupError if it may not give way */
async function makeRoom(
  database: UsedDatabase,
  installation: Installation,
  replace: boolean,
  restored: string,
): Promise<{ file: string | null; ledger: ErasureLedger | null }> {
  const isUsed = await withClient(database, isInUse);
  if (!isUsed) return { file: null, ledger: null };
  if (!replace) {
    throw new BackupError(
      'refused',
      'The database here is in use. --replace puts the backup in its place; a backup of what is there is made first.',
    );
  }
  const { file } = await keepBackup(database, installation, 'restore', { spared: restored });
  const ledger = await withPool(database, async (pool) => {
    const { rows } = await pool.query<{ is: boolean }>("SELECT to_regclass('erasures') IS NOT NULL AS is");
    return rows[0]?.is ? readLedger({ pool, sealer: createSealer(database.secretKey.bytes) }) : null;
  });
  return { file, ledger };
}

async function withClient<Result>(
  { connection }: UsedDatabase,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, application_name: 'understudy restore' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
