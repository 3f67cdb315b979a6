// Moves a finished build to where it is served, so that readers never see a partial build. Plain JavaScript without
// dependencies, like prepare.mjs, which uses it.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The page, which references the other files. */
const PAGE = 'index.html';
/** The source state of a build, and the list of its files. */
const STATE = '.built-from';
const LIST = '.built-files';
/** File names in here contain a content hash: files of different builds never collide. */
const HASHED = `assets${path.sep}`;

const POLL_MS = 200;
/** No build takes this long: the process id has been reused. */
const FORGOTTEN_MS = 10 * 60_000;

/** The source state of the build in this folder; null if there is no complete one. */
export function builtFrom(folder) {
  const file = path.join(folder, STATE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * Moves a build from the folder `next` to the folder `served` by renaming file by file: first the page's dependencies,
 * then the page. The files of the previous page stay until the build after this one, since browsers that have loaded
 * it, or servers that keep it in memory, may still request them.
 * @param {string} state what it was made from, as `builtFrom` returns it afterwards
 */
export function publish(next, served, state) {
  const files = filesIn(next).filter((file) => file !== PAGE);
  writeFileSync(path.join(next, LIST), files.join('\n'));
  writeFileSync(path.join(next, STATE), state);
  const before = filesIn(served).filter((file) => file.startsWith(HASHED));
  const list = path.join(served, LIST);
  const last = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : before;
  // If interrupted in the middle, it is repeated.
  rmSync(path.join(served, STATE), { force: true });
  for (const file of [...files, PAGE, LIST, STATE]) {
    mkdirSync(path.join(served, path.dirname(file)), { recursive: true });
    renameSync(path.join(next, file), path.join(served, file));
  }
  const kept = new Set([...files, ...last.filter((file) => file.startsWith(HASHED)), PAGE, LIST, STATE]);
  for (const file of filesIn(served)) if (!kept.has(file)) rmSync(path.join(served, file));
  rmSync(next, { recursive: true, force: true });
}

/** Runs the work while no other process does; a lock left by a process that died is ignored. */
export async function alone(lock, work) {
  const mark = `${process.pid} ${randomUUID()}`;
  while (!take(lock, mark)) await pause(POLL_MS);
  try {
    return await work();
  } finally {
    // A holder that was considered dead must not release the current holder's lock.
    if (read(lock) === mark) rmSync(lock, { force: true });
  }
}

/** @returns whether this call created the file with the given content */
function take(file, words) {
  try {
    writeFileSync(file, words, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isLeft(file)) clear(file);
  return false;
}

/**
 * Removes an abandoned lock. Two processes that both found it abandoned must not both remove it: the second would
 * remove the lock that the first, or a third, has taken in the meantime. So only one at a time does it, and checks
 * again.
 */
function clear(lock) {
  const right = `${lock}.clearing`;
  try {
    writeFileSync(right, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // It is held for an instant; if its holder died within that, it expires.
    if (isForgotten(right)) rmSync(right, { force: true });
    return;
  }
  try {
    if (isLeft(lock)) rmSync(lock, { force: true });
  } finally {
    rmSync(right, { force: true });
  }
}

/** Whether no running process holds this lock. */
function isLeft(lock) {
  const holder = read(lock);
  // Empty: it is just being written.
  return isForgotten(lock) || (holder !== null && holder !== '' && !isRunning(Number.parseInt(holder, 10)));
}

/** The content of a file; null if it was released in the meantime. */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function isForgotten(file) {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return mtimeMs !== undefined && Date.now() - mtimeMs > FORGOTTEN_MS;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}
