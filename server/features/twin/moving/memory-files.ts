import path from 'node:path';
import { decodeText, TwinFileError, type TwinFiles } from '../twin-files.ts';

/** The twin's files by their path within the folder. */
export type TwinContents = ReadonlyMap<string, Uint8Array>;

/** Files that are in memory, read as those of a folder are. */
export function memoryFiles(contents: TwinContents): TwinFiles {
  const bytes: TwinFiles['bytes'] = async (file) => {
    const found = contents.get(file);
    if (!found) throw new TwinFileError(file, null, 'the file is missing');
    return found;
  };
  return {
    bytes,
    text: async (file) => decodeText(file, await bytes(file)),
    // Archives need not name an empty folder.
    list: async (folder, extension) =>
      [...contents.keys()]
        .filter((file) => path.posix.dirname(file) === folder && file.endsWith(`.${extension}`))
        .sort(),
  };
}
