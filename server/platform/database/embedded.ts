import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import { databaseAccount } from './account.ts';
import { type Binaries, findBinaries, runnableBinaries } from './binaries.ts';
import { DatabaseStartError, databaseErrorCode } from './errors.ts';
import { lockFolder } from './folder-lock.ts';
import { makeDataFolder, makeSocketFolder, SHARED_FOLDER } from './folders.ts';
import { asksForPassword, DATABASE_USER, databasePassword, guardWithPassword } from './guard-with-password.ts';
import { initialise } from './initialise.ts';
import { stopOrphans } from './orphan-processes.ts';
import { startPostmaster } from './postmaster.ts';
import { lostKey } from './sealed-rows.ts';
import { type SecretKey, saveSecretKey, secretKeyBeside, secretKeyOf } from './secret-key.ts';
import { SERVER_SETTINGS, SPACE_LOOK_MS } from './settings.ts';
import { freeBytes } from './space-guard.ts';
import { type DatabaseLog, supervise } from './supervise.ts';

/** What the embedded database needs to know. */
export interface EmbeddedOptions {
  /** DATA_DIR; a relative path is taken from the working directory. */
  dataDir: string;
  /** SECRET_KEY_FILE; without it the file beside the data folder. */
  secretKeyFile?: string | null;
  /** Makes a new secret key, and gives up all that was sealed with the one that is there, or was. */
  newSecretKey?: boolean;
  log?: DatabaseLog | undefined;
  /** Where root's data goes when DATA_DIR is closed to the database's account; tests give another place. */
  sharedFolder?: string;
  /** The data folder is removed when the database has ended after the server's death: for throw-away databases. */
  temporary?: boolean;
  /** Other programs than the installed ones, settings over ours, other looks at the room on the disk: for tests. */
  binaries?: Binaries;
  settings?: Record<string, string>;
  freeBytes?: typeof freeBytes;
  spaceLookMs?: number;
}

/** The embedded PostgreSQL of one server process, restarted when it dies. */
export interface EmbeddedPostgres {
  /** How `pg` reaches it. */
  connection: ClientConfig;
  /** The data folder really used. */
  dataFolder: string;
  secretKey: SecretKey;
  /** Sentences for the operator at start. */
  notes: string[];
  /** PID of the database process, null while there is none. */
  pid(): number | null;
  /** True while it takes no writes for want of room on the disk. */
  full(): boolean;
  stop(): Promise<void>;
}

/** The port's number is a part of the socket's name; on Windows a free one is taken. */
const SOCKET_PORT = 5432;
const HAS_SOCKETS = process.platform !== 'win32';

/**
 * Starts PostgreSQL on the data folder and keeps it running.
 * @throws DatabaseStartError with a sentence for the operator; nothing is left running or locked then.
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
    const notes = sentences(moved ? wanted : null, dataFolder, copied ? shared : null);
    const databaseFolder = join(dataFolder, 'postgres');
    const { isKept, replaces } = secretKey;
    if (!isKept && !replaces && (await asksForPassword(databaseFolder))) throw lostKey(secretKey);
    await saveSecretKey(secretKey);
    const password = databasePassword(secretKey);
    await initialise(binaries, account, dataFolder, password);
    await stopOrphans(databaseFolder);
    // One of an older release; a new one was made so.
    if (replaces || !(await asksForPassword(databaseFolder))) {
      await guardWithPassword(binaries, account, databaseFolder, password);
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
      spaceLookMs: options.spaceLookMs ?? SPACE_LOOK_MS,
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

/** One sentence on what is elsewhere than asked for, or nothing. */
function sentences(closed: string | null, dataFolder: string, shelf: string | null): string[] {
  const why = 'The database cannot run as root, and the account that it runs under may not enter';
  if (closed)
    return [`${why} ${closed}, so its data is in ${dataFolder}${shelf ? ', with a copy of its programs' : ''}.`];
  return shelf ? [`${why} this project's folder, so it runs a copy of its programs in ${shelf}.`] : [];
}

/** The operating system's refusals (no room, read-only, no permission) as a sentence; a defect stays what it is. */
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

/** PostgreSQL's ordinary lines are for debugging only; what it says about its own trouble is a warning. */
function logLine(log: DatabaseLog | undefined, line: string): void {
  if (/^(WARNING|FATAL|PANIC):|terminated by signal/.test(line)) log?.warn({ postgres: line }, 'embedded database');
}
