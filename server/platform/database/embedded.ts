import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import {
  type Account,
  type Binaries,
  cleanEnvironment,
  databaseAccount,
  findBinaries,
  run,
  runnableBinaries,
} from './binaries.ts';
import { DatabaseStartError, databaseErrorCode } from './errors.ts';
import { lockFolder, makeDataFolder, makeSocketFolder, SHARED_FOLDER } from './folders.ts';
import { DATABASE_USER, databasePassword, initialise, requirePassword, requiresPassword } from './initialise.ts';
import { signalTo, stopOrphans } from './orphan-processes.ts';
import { freeBytes } from './pool.ts';
import { missingKeyError, type SecretKey, saveSecretKey, secretKeyBeside, secretKeyOf } from './sealed-rows.ts';
import { SERVER_SETTINGS, SPACE_CHECK_MS } from './settings.ts';
import { type DatabaseLog, supervise } from './supervise.ts';

/** How to start a database process. */
interface PostmasterOptions {
  binaries: Binaries;
  account: Account | null;
  databaseFolder: string;
  settings: Record<string, string>;
  /** Called with each line that PostgreSQL logs. Lines never contain visitors' words (settings.ts). */
  onLine: (line: string) => void;
  /** Paths that the watchdog removes once it has stopped the database of a dead server. */
  removeAfterwards: string[];
}

/** A running PostgreSQL. */
export interface Postmaster {
  pid: number;
  /** Resolves with a short reason when the process has ended, for whatever cause. */
  ended: Promise<string>;
  /** Stops it: connections are closed, everything is written, and no process is left. */
  stop(): Promise<void>;
}

/** Recovery after a crash replays at most max_wal_size; this limit is for a disk that no longer responds. */
const START_TIMEOUT_MS = 120_000;

/** A fast shutdown writes at most shared_buffers to disk. A slower one is killed, and the next start recovers. */
const STOP_TIMEOUT_MS = 8_000;

/** The port number is part of the socket's name; on Windows a free port is used. */
const SOCKET_PORT = 5432;
const HAS_SOCKETS = process.platform !== 'win32';

/**
 * The watchdog, a shell script. It waits for the server's end of a pipe to close, which happens however the server
 * ends, SIGKILL included. Then it stops the database: fast at first, after 3 seconds immediately (write-ahead log and
 * recovery protect the data). Arguments: the PID, `postmaster.pid` (whose first line shows whether the PID is still the
 * database's), and the paths to remove.
 */
const WATCHDOG = `
pid=$1; lock=$2; shift 2
read -r _
is() { [ -r "$lock" ] && read -r first <"$lock" && [ "$first" = "$pid" ] && kill -0 "$pid" 2>/dev/null; }
is && kill -INT "$pid" 2>/dev/null
n=0
while is && [ $n -lt 30 ]; do sleep 0.1 2>/dev/null || sleep 1; n=$((n+1)); done
is && kill -QUIT "$pid" 2>/dev/null
[ $# -gt 0 ] && { sleep 0.1 2>/dev/null; rm -rf -- "$@"; }
`;

/**
 * Starts PostgreSQL and waits until it accepts connections.
 *
 * @throws DatabaseStartError with PostgreSQL's last log lines
 */
async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { binaries, account, databaseFolder } = options;
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', databaseFolder, ...settings], {
    ...account,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in a terminal signals the whole process group; the database must outlive the turns still running.
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (status, signal) => resolve(signal ? `ended by ${signal}` : `ended with status ${status}`));
  });
  const { pid } = child;
  if (pid === undefined) throw new DatabaseStartError(`The embedded database cannot be started (${await ended}).`);
  const watchdog = watch(pid, options);
  void ended.then(() => watchdog?.kill('SIGKILL'));

  const lastLines = await untilReady(child, ended, options.onLine);
  if (lastLines) throw startFailure(lastLines, databaseFolder);
  release(child, child.stderr);
  return {
    pid,
    ended,
    async stop() {
      if (process.platform === 'win32') {
        await run(binaries.pg_ctl, ['stop', '-m', 'fast', '-w', '-D', databaseFolder], null);
      } else signalTo(pid, 'SIGINT');
      const timer = new AbortController();
      const late = wait(STOP_TIMEOUT_MS, 'late', { signal: timer.signal }).catch(() => 'ended');
      if ((await Promise.race([ended, late])) === 'late') signalTo(pid, 'SIGQUIT');
      timer.abort();
      await ended;
    },
  };
}

/** Lets this process end although the database runs. The watchdog then stops the database. */
function release(child: ChildProcess, pipe: Readable | Writable | null): void {
  child.unref();
  // Node's pipes to child processes are sockets, which its types omit.
  if (pipe instanceof Socket) pipe.unref();
}

/** Starts the watchdog; null where there is none. */
function watch(pid: number, options: PostmasterOptions): ChildProcess | null {
  // Windows has no shell for the script; the next start stops what was left running.
  if (process.platform === 'win32') return null;
  const lock = `${options.databaseFolder}/postmaster.pid`;
  const args = ['-c', WATCHDOG, 'understudy-watchdog', String(pid), lock, ...options.removeAfterwards];
  const watchdog = spawn('/bin/sh', args, {
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Starting without a watchdog is fine: the next start still stops what was left running.
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  release(watchdog, watchdog.stdin);
  return watchdog;
}

/** Waits until connections are accepted. @returns null, or PostgreSQL's last lines if it ended before that */
async function untilReady(
  child: ChildProcess,
  ended: Promise<string>,
  onLine: (line: string) => void,
): Promise<string[] | null> {
  const { stderr } = child;
  if (!stderr) throw new Error('The database was started without a pipe for its log.');
  const last: string[] = [];
  const lines = createInterface({ input: stderr });
  const ready = new Promise<null>((resolve) => {
    lines.on('line', (line) => {
      onLine(line);
      last.push(line);
      if (last.length > 20) last.shift();
      if (line.includes('database system is ready to accept connections')) resolve(null);
    });
  });
  const closed = new Promise<void>((resolve) => {
    lines.once('close', resolve);
  });
  const timer = new AbortController();
  const late = wait(START_TIMEOUT_MS, 'no answer', { signal: timer.signal }).catch(() => 'cancelled');
  const first = await Promise.race([ready, ended, late]);
  timer.abort();
  if (first === null) return null;
  if (first === 'no answer') child.kill('SIGQUIT');
  await closed;
  return [...last, first];
}

/** The error for a start that failed, from PostgreSQL's last lines. */
function startFailure(lines: string[], databaseFolder: string): DatabaseStartError {
  const said = lines.findLast((line) => /^(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? '';
  if (/No space left on device|Disk quota exceeded/i.test(lines.join('\n'))) {
    return new DatabaseStartError(
      `There is no room left on the disk that holds ${databaseFolder}; free some and start again.`,
    );
  }
  return new DatabaseStartError(`The embedded database in ${databaseFolder} did not start: ${said}`);
}

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
