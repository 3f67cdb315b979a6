import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import { createSealer, type Sealer } from '../sealer.ts';
import { databaseAccount } from './binaries.ts';
import { startEmbedded } from './embedded.ts';
import { DatabaseStartError, FolderTakenError } from './errors.ts';
import { makeDataFolder, SHARED_FOLDER } from './folders.ts';
import { DATABASE_USER, databasePassword } from './initialise.ts';
import { type DatabaseOptions, openDatabase, type UsedDatabase } from './open-database.ts';
import { closePool, createPool } from './pool.ts';
import { keepServersOut } from './restore-lock.ts';
import { missingKeyError } from './sealed-rows.ts';
import { secretKeyOf } from './secret-key.ts';

/** A database opened by a command, whether or not a server is running. */
interface CommandDatabase {
  pool: Pool;
  sealer: Sealer;
  close(): Promise<void>;
}

/**
 * Opens the database for a command. If a running server holds the embedded database, connects to that.
 *
 * @throws DatabaseStartError with a sentence for the operator
 */
export async function openForCommand(options: DatabaseOptions): Promise<CommandDatabase> {
  try {
    const database = await openDatabase(options);
    const { ready, reasons } = database.state();
    if (ready) return database;
    // Unlike a server, which would try again, a command reports the failure at once.
    await database.close();
    throw new DatabaseStartError(`The database cannot be used: ${reasons.join(', ')}.`);
  } catch (error) {
    // The secret key cannot be replaced while a server is running.
    if (!(error instanceof FolderTakenError) || options.newSecretKey) throw error;
    const { connection, secretKey } = await runningDatabase(options);
    const pool = createPool(connection);
    return { pool, sealer: createSealer(secretKey.bytes), close: () => closePool(pool) };
  }
}

/**
 * Opens a database as it is, without migrating it: to back it up or to replace what is in it.
 *
 * @param mayRun whether a server may be running on it; if one holds the embedded database, connects to that. Otherwise
 * no server can start on it until it is closed
 * @throws DatabaseStartError with a sentence for the operator
 */
export async function openAsItIs(
  options: DatabaseOptions,
  mayRun: boolean,
): Promise<UsedDatabase & { close(): Promise<void> }> {
  if (options.databaseUrl) {
    const connection = { connectionString: options.databaseUrl };
    const secretKey = await secretKeyOf(options);
    return { connection, secretKey, close: mayRun ? async () => undefined : await keepServersOut(connection) };
  }
  try {
    const embedded = await startEmbedded(options);
    return { connection: embedded.connection, secretKey: embedded.secretKey, close: () => embedded.stop() };
  } catch (error) {
    if (!(error instanceof FolderTakenError && mayRun)) throw error;
    return { ...(await runningDatabase(options)), close: async () => undefined };
  }
}

/**
 * How to connect to a running server's embedded database, as PostgreSQL's `postmaster.pid` says.
 * @throws DatabaseStartError with a sentence for the operator
 */
export async function runningDatabase(
  options: Pick<DatabaseOptions, 'dataDir' | 'secretKeyFile' | 'sharedFolder'>,
): Promise<UsedDatabase> {
  const wanted = resolve(options.dataDir);
  const shared = options.sharedFolder ?? SHARED_FOLDER;
  const secretKey = await secretKeyOf(options);
  if (!secretKey.isStored) throw missingKeyError(secretKey);
  const account = await databaseAccount(join(wanted, 'postgres'));
  const { path: folder } = await makeDataFolder(wanted, account, shared);
  try {
    const lines = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    const [, , , port = '', socketFolder = ''] = lines.map((line) => line.trim());
    const connection = {
      host: socketFolder || '127.0.0.1',
      port: Number(port),
      user: DATABASE_USER,
      database: 'postgres',
      password: databasePassword(secretKey),
    };
    return { connection, secretKey };
  } catch (cause) {
    throw new DatabaseStartError(
      `The database of the server that runs on ${folder} cannot be reached. Use the account that started it, or ` +
        'stop it first.',
      { cause },
    );
  }
}
