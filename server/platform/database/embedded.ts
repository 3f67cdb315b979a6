import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import { type Binaries, databaseAccount, findBinaries, runnableBinaries } from './binaries.ts';
import { DatabaseStartError, databaseErrorCode } from './errors.ts';
import { lockFolder, makeDataFolder, makeSocketFolder, SHARED_FOLDER } from './folders.ts';
import { DATABASE_USER, databasePassword, initialise, requirePassword, requiresPassword } from './initialise.ts';
import { stopOrphans } from './orphan-processes.ts';
import { HAS_SOCKETS, SOCKET_PORT, startPostmaster } from './postmaster.ts';
import { missingKeyError } from './sealed-rows.ts';
import { type SecretKey, saveSecretKey, secretKeyBeside, secretKeyOf } from './secret-key.ts';
import { SERVER_SETTINGS, SPACE_CHECK_MS } from './settings.ts';
import { freeBytes } from './space-guard.ts';
import { type DatabaseLog, supervise } from './supervise.ts';

/** Options of the embedded database. */
export interface EmbeddedOptions {
  /** DATA_DIR; a relative path is resolved against the working directory. */
  dataDir: string;
  /** SECRET_KEY_FILE; defaults to the file beside the data folder. */
  secretKeyFile?: string | null;
  /** Creates a new secret key and discards everything sealed with the previous one. */
  newSecretKey?: boolean;
  log?: DatabaseLog | undefined;
  /** Where a root server's data goes if the database's account cannot enter DATA_DIR; tests pass another folder. */
  sharedFolder?: string;
  /** For throw-away databases: if the server dies, the data folder and the key are removed too. */
  temporary?: boolean;
  /** For tests: other programs, further settings, and another check of disk space at another interval. */
  binaries?: Binaries;
  settings?: Record<string, string>;
  freeBytes?: typeof freeBytes;
  spaceCheckMs?: number;
}

/** The embedded PostgreSQL of one server process, restarted if it dies. */
export interface EmbeddedPostgres {
  /** Connection settings for `pg`. */
  connection: ClientConfig;
  /** The data folder in use. */
  dataFolder: string;
  secretKey: SecretKey;
  /** Sentences shown to the operator at start. */
  notes: string[];
  /** PID of the database process; null while it is not running. */
  pid(): number | null;
  /** Whether writes are refused because the disk is full. */
  full(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the data folder and keeps it running.
 *
 * @throws DatabaseStartError with a sentence for the operator; nothing is left running or locked then
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const wanted = resolve(options.dataDir);
  const secretKey = await secretKeyOf(options);
  const shared = options.sharedFolder ?? SHARED_FOLDER;
  const found = options.binaries ?? (await findBinaries());
  let account = await databaseAccount(join(wanted, 'postgres'));
  const { path: dataFolder, moved } = await makeDataFolder(wanted, account, shared);
  if (moved) account = await databaseAccount(join(dataFolder, 'postgres'));
  const lock = lockFolder(dataFolder);
  try {
    const { binaries, copied } = await runnableBinaries(found, account, shared);
    const notes = notesOn(moved ? wanted : null, dataFolder, copied ? shared : null);
    const databaseFolder = join(dataFolder, 'postgres');
    const { isStored, replaces } = secretKey;
    if (!isStored && !replaces && (await requiresPassword(databaseFolder))) throw missingKeyError(secretKey);
    await saveSecretKey(secretKey);
    const password = databasePassword(secretKey);
    await initialise(binaries, account, dataFolder, password);
    await stopOrphans(databaseFolder);
    // A database of an older release; a new one is created with a password.
    if (replaces || !(await requiresPassword(databaseFolder))) {
      await requirePassword(binaries, account, databaseFolder, password);
    }
    const port = HAS_SOCKETS ? SOCKET_PORT : await freePort();
    const socketFolder = HAS_SOCKETS ? await makeSocketFolder(dataFolder, account, port) : null;
    const settings = {
      ...SERVER_SETTINGS,
      listen_addresses: socketFolder ? '' : '127.0.0.1',
      unix_socket_directories: socketFolder ?? '',
      unix_socket_permissions: '0700',
      port: String(port),
      ...options.settings,
    };
    const removeAfterwards = options.temporary ? [dataFolder, secretKeyBeside(wanted)] : [];
    if (socketFolder && !socketFolder.startsWith(dataFolder)) removeAfterwards.push(socketFolder);
    const start = () =>
      startPostmaster({
        binaries,
        account,
        databaseFolder,
        settings,
        removeAfterwards,
        onLine: (line) => logLine(options.log, line),
      });
    const supervised = await supervise({
      start,
      databaseFolder,
      socketFolder,
      account,
      log: options.log,
      free: options.freeBytes ?? freeBytes,
      spaceCheckMs: options.spaceCheckMs ?? SPACE_CHECK_MS,
    });
    let stopped: Promise<void> | null = null;
    return {
      connection: {
        host: socketFolder ?? '127.0.0.1',
        port,
        user: DATABASE_USER,
        database: 'postgres',
        password,
      },
      dataFolder,
      secretKey,
      notes,
      pid: supervised.pid,
      full: supervised.full,
      stop() {
        stopped ??= (async () => {
          await supervised.stop();
          if (socketFolder) await rm(socketFolder, { recursive: true, force: true });
          lock.release();
        })();
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw asStartError(error, dataFolder);
  }
}

/**
 * A sentence about what is stored elsewhere than requested, or none.
 * @param closed DATA_DIR, if the database's account cannot enter it
 * @param copies the folder with a copy of the programs, if there is one
 */
function notesOn(closed: string | null, dataFolder: string, copies: string | null): string[] {
  const why = 'The database cannot run as root, and the account that it runs under may not enter';
  if (closed)
    return [`${why} ${closed}, so its data is in ${dataFolder}${copies ? ', with a copy of its programs' : ''}.`];
  return copies ? [`${why} this project's folder, so it runs a copy of its programs in ${copies}.`] : [];
}

/**
 * Turns refusals by the operating system (no space, read-only, no permission) into a sentence; any other error is a
 * defect and passes unchanged.
 */
function asStartError(error: unknown, dataFolder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseStartError || !code) return error;
  if (databaseErrorCode(error) === 'storage_full') {
    return new DatabaseStartError(
      `There is no room left on the disk that holds ${dataFolder}; free some and start again.`,
      { cause: error },
    );
  }
  return new DatabaseStartError(`The embedded database in ${dataFolder} could not be started (${message}).`, {
    cause: error,
  });
}

/** A port that is free now. */
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Logs PostgreSQL's own problems as warnings; its other lines are of no interest. */
function logLine(log: DatabaseLog | undefined, line: string): void {
  if (/^(WARNING|FATAL|PANIC):|terminated by signal/.test(line)) log?.warn({ postgres: line }, 'embedded database');
}
