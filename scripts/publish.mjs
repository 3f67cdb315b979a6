// Puts a finished build where it is served from, so that nobody who reads there ever sees half of one. Plain JavaScript
// without dependencies, as prepare.mjs, which uses it.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The page, which names the files that belong to it. */
const PAGE = 'index.html';
/** What a build was made from, and which files it has. */
const STATE = '.built-from';
const LIST = '.built-files';
/** Names in here carry a hash of their content: a file of another build never has the name of one of ours. */
const HASHED = `assets${path.sep}`;

const POLL_MS = 200;
/** No build takes as long: its process's number has been given to another. */
const FORGOTTEN_MS = 10 * 60_000;

/** What the build in this folder was made from; null when there is no whole one. */
export function builtFrom(folder) {
  const file = path.join(folder, STATE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * Moves a build from the folder `next` to the folder `served`, file by file, each by renaming it: first what the page
 * needs, then the page. What the page before needs stays until the build after this one, since whoever has loaded it, or
 * serves it from memory, may still ask for its parts.
 * @param {string} state what it was made from, as `builtFrom` gives it afterwards
 */
export function publish(next, served, state) {
  const files = filesIn(next).filter((file) => file !== PAGE);
  writeFileSync(path.join(next, LIST), files.join('\n'));
  writeFileSync(path.join(next, STATE), state);
  const before = filesIn(served).filter((file) => file.startsWith(HASHED));
  const list = path.join(served, LIST);
  const last = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : before;
  // Broken off in the middle, it is done again.
  rmSync(path.join(served, STATE), { force: true });
  for (const file of [...files, PAGE, LIST, STATE]) {
    mkdirSync(path.join(served, path.dirname(file)), { recursive: true });
    renameSync(path.join(next, file), path.join(served, file));
  }
  const kept = new Set([...files, ...last.filter((file) => file.startsWith(HASHED)), PAGE, LIST, STATE]);
  for (const file of filesIn(served)) if (!kept.has(file)) rmSync(path.join(served, file));
  rmSync(next, { recursive: true, force: true });
}

/** Does the work while no other process does it; one that ended in the middle of it does not count. */
export async function alone(lock, work) {
  const mark = `${process.pid} ${randomUUID()}`;
  while (!take(lock, mark)) await pause(POLL_MS);
  try {
    return await work();
  } finally {
    // Whoever was taken for forgotten must not take the lock from who has it now.
    if (read(lock) === mark) rmSync(lock, { force: true });
  }
}

/** @returns whether the file was made here, with these words */
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
 * Takes a lock away from who left it. Two that saw it left must not both do so: the second would take away what the first,
 * or a third, has taken meanwhile. So it is done by one at a time, who looks once more.
 */
function clear(lock) {
  const right = `${lock}.clearing`;
  try {
    writeFileSync(right, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    // It is held for an instant; whoever died in that is forgotten in time.
    if (isForgotten(right)) rmSync(right, { force: true });
    return;
  }
  try {
    if (isLeft(lock)) rmSync(lock, { force: true });
  } finally {
    rmSync(right, { force: true });
  }
}

/** Whether nobody who runs holds this lock. */
function isLeft(lock) {
  const holder = read(lock);
  // Empty: it is just being written.
  return isForgotten(lock) || (holder !== null && holder !== '' && !isRunning(Number.parseInt(holder, 10)));
}

/** What stands in a file; null where it was given back meanwhile. */
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
