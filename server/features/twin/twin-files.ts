import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

/** A source of the twin's files. Every method throws {@link TwinFileError}. */
export interface TwinFiles {
  /** Reads a file as text, without a byte order mark. */
  text(file: string): Promise<string>;
  bytes(file: string): Promise<Uint8Array>;
  /**
   * The files of a folder that end in `.extension`, sorted by name; '.' is the twin's own folder.
   *
   * @param mayMiss whether to treat a missing folder as empty
   */
  list(folder: string, extension: string, mayMiss?: boolean): Promise<string[]>;
}

/** Texts that override a folder's files, by the path within it; null for a file to hide. */
export type TwinEdits = ReadonlyMap<string, string | null>;

/** A folder's files. Links that lead out of it are not followed. */
export function folderFiles(dir: string): TwinFiles {
  const bytes: TwinFiles['bytes'] = async (file) => {
    try {
      const real = await realpath(path.join(dir, file));
      if (!isBelow(await realpath(dir), real))
        throw new TwinFileError(file, null, 'the file is a link out of the folder');
      return await readFile(real);
    } catch (error) {
      throw error instanceof TwinFileError ? error : new TwinFileError(file, null, reason(error));
    }
  };
  return {
    bytes,
    text: async (file) => decodeText(file, await bytes(file)),
    async list(folder, extension, mayMiss = false) {
      try {
        const names = await readdir(path.join(dir, folder));
        return names
          .filter((name) => name.endsWith(`.${extension}`) && !name.startsWith('.'))
          .sort()
          .map((name) => path.posix.join(folder, name));
      } catch (error) {
        const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
        if (missing && mayMiss) return [];
        throw new TwinFileError(folder, null, missing ? 'the folder is missing' : 'the folder cannot be read');
      }
    },
  };
}

/** A file's bytes as text, without a byte order mark. @throws TwinFileError */
export function decodeText(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TwinFileError(file, null, 'the file is not UTF-8 text');
  }
}

/** A folder's files with texts over them: changed, added, hidden. The folder itself is not changed. */
export function overlaidFiles(folder: TwinFiles, edits: TwinEdits): TwinFiles {
  return {
    ...folder,
    async text(file) {
      const edited = edits.get(file);
      if (edited === null) throw new TwinFileError(file, null, 'the file is missing');
      return edited ?? folder.text(file);
    },
    async list(directory, extension, mayMiss) {
      const files = new Set(await folder.list(directory, extension, mayMiss));
      for (const [file, text] of edits) {
        if (path.posix.dirname(file) !== directory || !file.endsWith(`.${extension}`)) continue;
        if (text === null) files.delete(file);
        else files.add(file);
      }
      return [...files].sort();
    },
  };
}

function isBelow(dir: string, file: string): boolean {
  const way = path.relative(dir, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'the file is missing';
  if (code === 'ENOTDIR' || code === 'EISDIR') return 'a file is expected here, not a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read by this account';
  return `the file cannot be read (${code || 'unknown reason'})`;
}

/** A mistake in the twin's files, as one sentence for the operator: `modes/mentor.yaml:7: ...`. */
export class TwinFileError extends Error {
  /** Path within the twin's folder. */
  readonly file: string;
  /** From 1; null when the mistake is not in a line (a missing file). */
  readonly line: number | null;
  /** The field of a YAML text; null for other texts. */
  readonly path: readonly PropertyKey[] | null;
  /** The sentence without file and line. */
  readonly problem: string;

  constructor(file: string, line: number | null, problem: string, path: readonly PropertyKey[] | null = null) {
    super(sentence(file, line, problem));
    this.name = 'TwinFileError';
    this.file = file;
    this.line = line;
    this.path = path;
    this.problem = problem;
  }

  /**
   * The sentence with the file's path relative to `standing` when the file is below it, otherwise absolute.
   *
   * @param dir the twin's folder, absolute
   */
  sentenceFrom(dir: string, standing: string): string {
    const whole = path.join(dir, this.file);
    const near = path.relative(standing, whole);
    const below = near !== '..' && !near.startsWith(`..${path.sep}`) && !path.isAbsolute(near);
    return sentence(below ? near : whole, this.line, this.problem);
  }
}

function sentence(file: string, line: number | null, problem: string): string {
  return `${file}${line === null ? '' : `:${line}`}: ${problem}`;
}
