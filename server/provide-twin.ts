import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Copies the program's twin for the operator to edit, unless there is one. Two starts at once leave one copy.
 *
 * @param root the program's folder
 * @param folder the twin's folder in the state folder, which is created
 * @throws Error if this account may not write there
 */
export function provideTwin(root: string, folder: string): void {
  const started = `${folder}.new-`;
  if (existsSync(path.dirname(folder))) removeKilled(started);
  if (existsSync(folder)) return;
  const next = `${started}${process.pid}`;
  const from = path.join(root, 'twin');
  // Written anew rather than copied: the modes of a read-only program must not become those of the twin.
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const to = path.join(next, path.relative(from, file));
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(file));
  }
  try {
    renameSync(next, folder);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Deletes what starts that were killed left half copied; their process ids end its names. */
function removeKilled(started: string): void {
  const parent = path.dirname(started);
  for (const name of readdirSync(parent).filter((one) => one.startsWith(path.basename(started)))) {
    const pid = Number(name.slice(path.basename(started).length));
    if (!isRunning(pid)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
