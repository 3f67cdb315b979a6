import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseStartError, FolderTakenError } from './errors.ts';

/** SQLite's result codes (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** This process's lock on a data folder. */
export interface FolderLock {
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

function holderOf(note: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(note, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** The open database that holds the lock; null if another process holds it. */
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

function cannotLock(path: string, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(`The file ${path} cannot be locked (${(cause as Error).message}).`, { cause });
}
