import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operatorCommand } from '../operator-command.ts';
import { DatabaseStartError } from './errors.ts';

/** An installation's secret key, which seals everything sealed in its database. */
export interface SecretKey {
  bytes: Buffer;
  /** Path of the key file. */
  file: string;
  /** Whether the file has it; a new key is only in memory until {@link saveSecretKey}. */
  isStored: boolean;
  /** Whether it replaces another key, whose sealed values are discarded. */
  replaces: boolean;
}

/** Bytes of the secret key. */
export const KEY_BYTES = 32;

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
export const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Mode bits with which accounts other than the owner may use a file. */
export const OTHERS_MAY = 0o077;

/** What an operator without the key can do, in a sentence. */
export const INSTEAD =
  `Without one, stop all servers and run "${operatorCommand('owner', 'EMAIL --new-key')}": it makes a new key and ` +
  'signs everybody out.';

/** The default of SECRET_KEY_FILE: beside the data folder, so that a copy of the data does not include the key. */
export function secretKeyBeside(dataDir: string): string {
  return `${path.resolve(dataDir)}.key`;
}

/**
 * The secret key for opening a database: a new one if that is requested or if there is no file yet.
 *
 * @throws DatabaseStartError as {@link readSecretKey} does
 */
export async function secretKeyOf(options: {
  dataDir: string;
  secretKeyFile?: string | null;
  newSecretKey?: boolean;
}): Promise<SecretKey> {
  const file = options.secretKeyFile ?? secretKeyBeside(options.dataDir);
  return options.newSecretKey ? generateSecretKey(file) : readSecretKey(file);
}

/**
 * Reads the secret key from its file, or generates one if there is no file yet.
 *
 * @throws DatabaseStartError with a sentence for the operator if others can read the file or it holds no key
 */
export async function readSecretKey(file: string): Promise<SecretKey> {
  const found = await readKeyFile(file);
  if (found === null) return { ...generateSecretKey(file), replaces: false };
  const bytes = Buffer.from(KEY_TEXT.test(found) ? found : '', 'base64');
  if (bytes.length !== KEY_BYTES) {
    throw new DatabaseStartError(
      `The file ${file} holds no secret key (32 bytes in base64). ` +
        'Put the right one back, or see "The secret key" in docs/operating.md.',
    );
  }
  return { bytes, file, isStored: true, replaces: false };
}

/** Generates a key to replace a lost one. */
export function generateSecretKey(file: string): SecretKey {
  return { bytes: randomBytes(KEY_BYTES), file, isStored: false, replaces: true };
}

/** The file's text; null if there is no file. @throws DatabaseStartError if others can read it */
export async function readKeyFile(file: string): Promise<string | null> {
  try {
    const handle = await open(file, constants.O_RDONLY);
    try {
      const { mode } = await handle.stat();
      if (process.platform !== 'win32' && (mode & OTHERS_MAY) !== 0) {
        const bits = (mode & 0o777).toString(8).padStart(4, '0');
        throw new DatabaseStartError(
          `Other accounts may read the secret key in ${file} (mode ${bits}). Run "chmod 600 ${file}" and start again.`,
        );
      }
      return (await handle.readFile('utf8')).trim();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof DatabaseStartError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new DatabaseStartError(
      `The secret key in ${file} cannot be read (${message}). ` +
        'Start the server under the account that owns the file, or set SECRET_KEY_FILE.',
      { cause },
    );
  }
}

/**
 * Writes a new key to its file and flushes it to disk, because nothing may be sealed with a key that a power cut could
 * lose. The file of a replaced key is renamed, not removed.
 *
 * @throws DatabaseStartError if it cannot be written, or another server was faster
 */
export async function saveSecretKey(key: SecretKey): Promise<void> {
  if (key.isStored) return;
  const half = `${key.file}.new-${process.pid}`;
  try {
    await mkdir(path.dirname(key.file), { recursive: true, mode: 0o700 });
    await writeFile(half, `${key.bytes.toString('base64')}\n`, { mode: 0o600, flush: true });
    if (key.replaces) await setAside(key.file);
    // A link instead of a rename: it fails if another server has created the file meanwhile.
    await link(half, key.file);
    await syncFolder(path.dirname(key.file));
    key.isStored = true;
  } catch (cause) {
    const { code, syscall, message } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'link') {
      throw new DatabaseStartError(`Another server has just made the secret key ${key.file}. Start again.`, { cause });
    }
    throw new DatabaseStartError(
      `The secret key ${key.file} cannot be made (${message}). ` +
        'Set SECRET_KEY_FILE to a place outside DATA_DIR that this account may write to.',
      { cause },
    );
  } finally {
    await rm(half, { force: true }).catch(() => undefined);
  }
}

/** Renames the file of a replaced key. */
export async function setAside(file: string): Promise<void> {
  await rename(file, `${file}.replaced-${Date.now()}`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Flushes a folder's entries to disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and flushes their entries itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}
