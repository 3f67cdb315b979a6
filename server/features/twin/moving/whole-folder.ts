/** The twin's folder as a backup keeps it: its files as they are, without the edits of the dashboard over them. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { FOLDERS, isTwinPart, READ_ME } from './archive-format.ts';
import type { TwinContents } from './memory-files.ts';
import { nameForOld, realFolder, removeJournal, swapFolder } from './swap-folder.ts';

/** The twin's files by their path within the folder; empty if there is no folder. Other files are left out. */
export async function readTwinFolder(dir: string): Promise<TwinContents> {
  const folder = await realFolder(dir);
  const contents = new Map<string, Uint8Array>();
  for (const within of ['.', ...FOLDERS.keys()]) {
    const entries = await readdir(path.join(folder, within), { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((entry) => entry.isFile())) {
      const file = path.posix.join(within, name);
      if (isTwinPart(file) || file === READ_ME) contents.set(file, await readFile(path.join(folder, file)));
    }
  }
  return new Map([...contents].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Puts files in the place of the twin's folder. Killed at any moment, it leaves the old folder or the new one.
 *
 * @returns the name of the old folder beside it; null if there was none, or if it has these files already
 * @throws TwinSwapError if the folder cannot be replaced
 */
export async function replaceTwinFolder(dir: string, contents: TwinContents): Promise<string | null> {
  const now = await readTwinFolder(dir);
  const isSame = now.size === contents.size && [...contents].every(([file, bytes]) => isEqual(now.get(file), bytes));
  if (isSame || contents.size === 0) return null;
  const folder = await realFolder(dir);
  const before = now.size > 0 ? await nameForOld(folder) : null;
  // The edits in the database belong to these files, so that none gives way.
  const journal = { id: randomUUID(), before, versions: {}, detail: {} };
  const files = new Map([...contents].filter(([file]) => isTwinPart(file) || file === READ_ME));
  await swapFolder({ folder, contents: files, journal, onStep: () => undefined });
  await removeJournal(folder);
  return before;
}

const isEqual = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;
