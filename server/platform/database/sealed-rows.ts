import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientBase, Pool } from 'pg';
import type { Sealer } from '../sealer.ts';
import { DatabaseStartError } from './errors.ts';
import type { Queries } from './transaction.ts';

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
const KEY_BYTES = 32;
/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;
/** Mode bits with which accounts other than the owner may use a file. */
const OTHERS_MAY = 0o077;

/** Advisory lock held while the rows of an older release are sealed. The number is arbitrary. */
const SEALING_LOCK = 7_303_116;
/** Bytes of an installation secret. */
const SECRET_BYTES = 32;
/** An otherwise unused secret: with it, even a new database holds something that only its own secret key opens. */
const PROOF = 'secret_key';

/** What an operator without the key can do, in a sentence. */
const INSTEAD =
  'Without one, stop all servers and run "npm run owner -- EMAIL --new-key": it makes a new key and signs ' +
  'everybody out.';

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
function generateSecretKey(file: string): SecretKey {
  return { bytes: randomBytes(KEY_BYTES), file, isStored: false, replaces: true };
}

/** The file's text; null if there is no file. @throws DatabaseStartError if others can read it */
async function readKeyFile(file: string): Promise<string | null> {
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
async function setAside(file: string): Promise<void> {
  await rename(file, `${file}.replaced-${Date.now()}`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Flushes a folder's entries to disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and flushes their entries itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}

/** A database, and the sealer that opens its secrets. */
export interface SealedDatabase {
  pool: Pool;
  sealer: Sealer;
}

/** The purpose that a signing key's private half is sealed for. */
export function signingKeyPurpose(kid: string): string {
  return `signing key ${kid}`;
}

const secretPurpose = (name: string) => `installation secret ${name}`;

/** A secret of this installation: created on first use, then the same for all instances. */
export function installationSecret({ pool, sealer }: SealedDatabase, name: string): Promise<Buffer> {
  return readOrCreateSecret(pool, sealer, name);
}

/** @param db the pool or a connection */
async function readOrCreateSecret(db: Queries, sealer: Sealer, name: string): Promise<Buffer> {
  await db.query(
    'INSERT INTO installation_secrets (name, value, sealed) VALUES ($1, $2, true) ON CONFLICT DO NOTHING',
    [name, sealer.seal(randomBytes(SECRET_BYTES), secretPurpose(name))],
  );
  // A second statement, so that it sees the row of a faster instance.
  const { rows } = await db.query<{ value: Buffer }>('SELECT value FROM installation_secrets WHERE name = $1', [name]);
  const [row] = rows;
  if (!row) throw new Error(`The installation's secret '${name}' was deleted while it was read.`);
  return sealer.open(row.value, secretPurpose(name));
}

/** A row of `installation_secrets`. */
interface SecretRow {
  name: string;
  value: Buffer;
  sealed: boolean;
}

/** A row of `signing_keys`. */
interface KeyRow {
  kid: string;
  jwk: { d?: string };
  sealed: Buffer | null;
}

/**
 * Checks that the secret key opens what is sealed in the database, writes a new key to its file, and seals the rows of
 * releases that did not seal. Must run before any other use of the sealer.
 *
 * @throws DatabaseStartError if the key is missing or wrong
 */
export async function sealRows(client: ClientBase, key: SecretKey, sealer: Sealer): Promise<void> {
  let sealedNow = 0;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SEALING_LOCK]);
    if (key.replaces) await deleteSealed(client);
    const secrets = (await client.query<SecretRow>('SELECT name, value, sealed FROM installation_secrets')).rows;
    const keys = (await client.query<KeyRow>('SELECT kid, jwk, sealed FROM signing_keys')).rows;
    checkKey(key, sealer, secrets, keys);
    await saveSecretKey(key);
    for (const { name, value, sealed } of secrets) {
      if (sealed) continue;
      const closed = sealer.seal(value, secretPurpose(name));
      await client.query('UPDATE installation_secrets SET value = $2, sealed = true WHERE name = $1', [name, closed]);
      sealedNow += 1;
    }
    for (const { kid, jwk, sealed } of keys) {
      if (sealed !== null) continue;
      const { d = '', ...publicHalf } = jwk;
      const closed = sealer.seal(Buffer.from(d, 'base64url'), signingKeyPurpose(kid));
      await client.query('UPDATE signing_keys SET jwk = $2, sealed = $3 WHERE kid = $1', [kid, publicHalf, closed]);
      sealedNow += 1;
    }
    if (!secrets.some(({ name }) => name === PROOF)) await readOrCreateSecret(client, sealer, PROOF);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  // Otherwise the old row versions would stay in the tables' files until their space is reused.
  if (sealedNow > 0) await client.query('VACUUM (FULL) installation_secrets, signing_keys');
}

/** Deletes what a lost key sealed, and all sign-ins, which depend on it. */
async function deleteSealed(client: ClientBase): Promise<void> {
  const tables = ['installation_secrets', 'signing_keys', 'auth_sessions', 'known_addresses', 'mfa_factors'];
  for (const table of [...tables, 'recovery_codes', 'dashboard_links', 'connected_model'])
    await client.query(`DELETE FROM ${table}`);
}

/** Checks that the key opens everything sealed. @throws DatabaseStartError */
function checkKey(key: SecretKey, sealer: Sealer, secrets: readonly SecretRow[], keys: readonly KeyRow[]): void {
  const values = [
    ...secrets.flatMap(({ name, value, sealed }) => (sealed ? [{ value, purpose: secretPurpose(name) }] : [])),
    ...keys.flatMap(({ kid, sealed }) => (sealed ? [{ value: sealed, purpose: signingKeyPurpose(kid) }] : [])),
  ];
  if (values.length > 0 && !key.isStored && !key.replaces) throw missingKeyError(key);
  for (const { value, purpose } of values) {
    try {
      sealer.open(value, purpose);
    } catch (cause) {
      throw wrongKeyError(key, cause);
    }
  }
}

/** The error for a start without the key file of a database that has sealed values. */
export function missingKeyError({ file }: SecretKey): DatabaseStartError {
  return new DatabaseStartError(
    `The secret key ${file} is missing, and the database was sealed with it. Put it back from a copy. ${INSTEAD}`,
  );
}

/** The error for a start with another database's key. */
export function wrongKeyError({ file }: SecretKey, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    `The secret key in ${file} is not the one that the database was sealed with. Put that back from a copy. ${INSTEAD}`,
    { cause },
  );
}
