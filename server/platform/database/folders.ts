import { createHash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Account, mayEnter } from './binaries.ts';
import { DatabaseStartError, FolderTakenError } from './errors.ts';

/**
 * Where a root process keeps its data if the database's account cannot enter the requested folder (docs/operating.md).
 */
export const SHARED_FOLDER = '/var/lib/understudy';

/** This project's data folder, the default of DATA_DIR. */
const PROJECT_DATA = join(import.meta.dirname, '..', '..', '..', 'data');

/** Maximum length of a Unix socket's path: macOS allows 104 bytes with the final zero, Linux 108. */
const MAX_SOCKET_PATH_BYTES = 103;

/** SQLite's result codes (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** This process's lock on a data folder. */
interface FolderLock {
  /** Releases the folder; the lock also ends with the process, however that ends. */
  release(): void;
}

/**
 * Locks a data folder for this process. Uses the operating system's lock on an empty file, through SQLite because Node
 * has no file locks. The lock ends with the process, so there are no stale locks and no reused PIDs to mistake for the
 * holder. The `server.pid` beside it only tells people who holds it.
 *
 * @throws FolderTakenError naming the holder
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, 'server.lock');
  const note = join(folder, 'server.pid');
  const database = tryLock(path, true);
  if (!database) {
    const holder = holderOf(note);
    throw new FolderTakenError(
      `Another Understudy server${holder ? ` (process ${holder})` : ''} is using the data folder ${folder}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  }
  try {
    writeFileSync(note, `${process.pid}\n`);
  } catch {
    // The note is optional: a full disk must not keep a server from starting.
  }
  return { release: () => database.close() };
}

/** The PID in the note; null if unknown. */
function holderOf(note: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(note, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * The open database that holds the lock; null if another process holds it.
 * @param again whether to try once more with an empty file if the file is not a database
 */
function tryLock(path: string, again: boolean): DatabaseSync | null {
  const database = open(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (cause) {
    database.close();
    const { errcode } = cause as { errcode?: number };
    if (errcode === SQLITE_BUSY) return null;
    if (errcode === SQLITE_NOTADB && again) {
      // The file is not a database, so nobody can hold a lock on it. It is truncated rather than replaced, so that two
      // servers starting at once still compete for the same file.
      truncateSync(path);
      return tryLock(path, false);
    }
    throw cannotLock(path, cause);
  }
}

/** Opens a SQLite database. @throws DatabaseStartError */
function open(path: string): DatabaseSync {
  // Loading the module prints a warning that it is experimental, which is of no use to operators.
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    process.emitWarning = emitWarning;
    return new DatabaseSync(path, { timeout: 0 });
  } catch (cause) {
    throw cannotLock(path, cause);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The error for a file that cannot be locked. */
function cannotLock(path: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(`The file ${path} cannot be locked (${(cause as Error).message}).`, { cause });
}

/** An existing data folder that the database's account can enter. */
interface DataFolder {
  path: string;
  /** True if it is not the requested folder. */
  moved: boolean;
}

/**
 * Creates the data folder. If the database's account cannot enter the requested one, uses another.
 *
 * @param wanted DATA_DIR as an absolute path
 * @param shared the folder to use instead; differs from {@link SHARED_FOLDER} in tests only
 * @throws DatabaseStartError if it cannot be created
 */
export async function makeDataFolder(
  wanted: string,
  account: Account | null,
  shared: string,
  projectData: string = PROJECT_DATA,
): Promise<DataFolder> {
  try {
    if (!account) {
      await mkdir(wanted, { recursive: true, mode: 0o700 });
      return { path: wanted, moved: false };
    }
    if (await isOpenTo(wanted, account)) return { path: wanted, moved: false };
    return { path: await sharedFolderFor(wanted, shared, wanted === projectData), moved: true };
  } catch (cause) {
    if (cause instanceof DatabaseStartError) throw cause;
    throw new DatabaseStartError(`The data folder ${wanted} cannot be made (${(cause as Error).message}).`, { cause });
  }
}

/** Whether the account can enter the folder. Creates it, or makes it traversable, if that is all it takes. */
async function isOpenTo(wanted: string, account: Account): Promise<boolean> {
  let existing = wanted;
  while (!(await lstat(existing).catch(() => null))) existing = dirname(existing);
  if (existing !== wanted) {
    if (!(await mayEnter(existing, account))) return false;
    const first = await mkdir(wanted, { recursive: true, mode: 0o711 });
    // The umask may have removed the permission to traverse the folders just created.
    for (let made = wanted; first && made.length >= first.length; made = dirname(made)) await chmod(made, 0o711);
    return true;
  }
  if (await mayEnter(wanted, account)) return true;
  if (!(await mayEnter(dirname(wanted), account))) return false;
  const { mode, uid } = await lstat(wanted);
  if (uid !== 0) return false;
  await chmod(wanted, (mode & 0o777) | 0o011);
  return mayEnter(wanted, account);
}

/**
 * The data folder within the shared one: all of it for the project that came first, a subfolder for any other, because
 * two projects on one machine must never share a database.
 */
async function sharedFolderFor(wanted: string, shared: string, mayUseAll: boolean): Promise<string> {
  await mkdir(shared, { recursive: true, mode: 0o711 });
  await chmod(shared, 0o711);
  if (mayUseAll) {
    const origin = join(shared, 'origin');
    await writeFile(origin, wanted, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if ((await readFile(origin, 'utf8')) === wanted) return shared;
  }
  const own = join(shared, createHash('sha256').update(wanted).digest('hex').slice(0, 12));
  await mkdir(own, { recursive: true, mode: 0o711 });
  await chmod(own, 0o711);
  return own;
}

/**
 * A private folder for the database's socket: inside the data folder if the path is short enough and the file system
 * supports sockets, otherwise in the temporary folder.
 * @throws DatabaseStartError if there is no such place
 */
export async function makeSocketFolder(dataFolder: string, account: Account | null, port: number): Promise<string> {
  const near = join(dataFolder, 'socket');
  if (Buffer.byteLength(join(near, `.s.PGSQL.${port}`)) <= MAX_SOCKET_PATH_BYTES) {
    await rm(near, { recursive: true, force: true });
    await mkdir(near, { mode: 0o700 });
    if (await canListen(near)) return handOver(near, account);
    await rm(near, { recursive: true, force: true });
  }
  for (const place of [tmpdir(), '/tmp']) {
    if (account && !(await mayEnter(place, account))) continue;
    const far = await mkdtemp(join(place, 'understudy-')).catch(() => null);
    if (far && Buffer.byteLength(join(far, `.s.PGSQL.${port}`)) <= MAX_SOCKET_PATH_BYTES) return handOver(far, account);
    if (far) await rm(far, { recursive: true, force: true });
  }
  throw new DatabaseStartError(
    'No folder was found for the database socket: set DATA_DIR to a shorter path, or TMPDIR to a folder that can ' +
      'be written to.',
  );
}

/** Gives a folder to the database's account. */
async function handOver(folder: string, account: Account | null): Promise<string> {
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Whether the file system supports sockets. */
function canListen(folder: string): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(join(folder, 'try'), () => server.close(() => done(true)));
  });
}
