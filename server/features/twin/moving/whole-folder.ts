/** The twin's folder as a backup keeps it: its files as they are, without the edits of the dashboard over them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { FOLDERS, isTwinPart, READ_ME } from './archive-format.ts';
import type { TwinContents } from './memory-files.ts';
import { realFolder, stageRestored } from './swap-folder.ts';

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
 * Writes a backup's files beside the twin's folder, to be put in its place by {@link finishRestored} once the database
 * has committed. Where the folder has these files already, there is nothing to put in place.
 *
 * @param id of the restore
 * @throws TwinSwapError if the folder cannot be written
 */
export async function stageTwinFolder(dir: string, contents: TwinContents, id: string): Promise<void> {
  const now = await readTwinFolder(dir);
  const isSame = now.size === contents.size && [...contents].every(([file, bytes]) => isEqual(now.get(file), bytes));
  if (isSame || contents.size === 0) return;
  await stageRestored(dir, new Map([...contents].filter(([file]) => isTwinPart(file) || file === READ_ME)), id);
}

const isEqual = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;
