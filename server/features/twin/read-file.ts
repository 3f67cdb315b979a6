import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TwinFileError } from './twin-file-error.ts';

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'the file is missing';
  if (code === 'ENOTDIR' || code === 'EISDIR') return 'a file is expected here, not a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read by this account';
  return `the file cannot be read (${code || 'unknown reason'})`;
}

/** Reads one of the twin's files as text; a byte order mark is dropped. Throws {@link TwinFileError}. */
export async function readTwinText(dir: string, file: string): Promise<string> {
  const bytes = await readTwinBytes(dir, file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TwinFileError(file, null, 'the file is not UTF-8 text');
  }
}

/** Reads one of the twin's files as bytes. Throws {@link TwinFileError}. */
export async function readTwinBytes(dir: string, file: string): Promise<Uint8Array> {
  try {
    return await readFile(join(dir, file));
  } catch (error) {
    throw new TwinFileError(file, null, reason(error));
  }
}

/** Lists the files of a folder that end in `.extension`, sorted by name. Throws {@link TwinFileError}. */
export async function listTwinFiles(dir: string, folder: string, extension: string): Promise<string[]> {
  try {
    const names = await readdir(join(dir, folder));
    return names
      .filter((name) => name.endsWith(`.${extension}`) && !name.startsWith('.'))
      .sort()
      .map((name) => `${folder}/${name}`);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new TwinFileError(folder, null, missing ? 'the folder is missing' : 'the folder cannot be read');
  }
}
