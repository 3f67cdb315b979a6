import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseStartError, FolderTakenError } from './errors.ts';

/** SQLite's result codes (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** The right of this process to use a data folder. */
export interface FolderLock {
  /** Gives the folder free; also happens by itself when the process ends in any way. */
  release(): void;
}

/**
 * Takes a data folder for this process. The lock is the operating system's own on an empty file, held through SQLite
 * (Node itself has no file locks): it ends with the process, so there is nothing stale to judge and no PID to mistake
 * for another program's. `server.pid` beside it only tells a person who holds it.
 * @throws FolderTakenError that names the holder.
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
    // A full disk must not keep a server from starting for the sake of a note.
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

/** The open database that holds the lock, or null when another process does. */
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
      // Nobody can hold a lock on a file that is no database. It is emptied rather than replaced, so that two servers
      // that start at once still meet on the same file.
      truncateSync(path);
      return tryLock(path, false);
    }
    throw cannotLock(path, cause);
  }
}

function open(path: string): DatabaseSync {
  // Loading the module says that it is experimental; an operator can do nothing about that line.
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
