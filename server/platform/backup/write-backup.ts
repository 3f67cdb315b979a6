import { hash } from 'node:crypto';
import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pg, { type ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { newestMigration } from '../database/migrate.ts';
import type { UsedDatabase } from '../database/open-database.ts';
import { syncFolder } from '../database/secret-key.ts';
import { deriveKey } from '../sealer.ts';
import { openArchive, writeArchive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import type { BackupKind } from './chunks.ts';
import {
  type Contents,
  PORTABLE_TEXTS,
  readSequences,
  readTables,
  rowsIn,
  type Sources,
  tableSources,
} from './contents.ts';

/** A part that nobody has written to for so long was left by a process that was killed. */
const LEFT_AFTER_MS = 3_600_000;
const PART = /^\..+\.backup-part-\d+$/;
const NEWLINE = 10;
/** Characters of the id of a key. */
const KEY_ID_CHARS = 16;

/** Files of the twin's folder by their path within it. */
export type TwinFilesToKeep = ReadonlyMap<string, Uint8Array>;

/** What is backed up. */
export interface BackupSource extends UsedDatabase {
  /** The release that runs. */
  product: string;
  /** Reads the twin's folder. */
  twinFiles(): Promise<TwinFilesToKeep>;
}

/** A backup that was made. */
export interface MadeBackup {
  file: string;
  bytes: number;
  tables: number;
  rows: number;
  isEncrypted: boolean;
  tookMs: number;
}

/** Names a secret key without telling it. */
export const keyIdOf = (key: Buffer): string =>
  hash('sha256', deriveKey(key, 'id in backups'), 'hex').slice(0, KEY_ID_CHARS);

/**
 * Backs up the database, as it is at one moment, and the twin's folder. The server may run and write meanwhile. The
 * file appears under its name once it was written, flushed and read back; killed before, it leaves a hidden part that
 * the next backup removes.
 *
 * @param options.passphrase null for a backup that is not encrypted, and does not contain the secret key
 * @param options.mayReplace whether to replace a file of that name
 * @throws BackupError with a sentence for the operator
 */
export async function writeBackup(
  { connection, secretKey, product, twinFiles }: BackupSource,
  file: string,
  options: {
    kind: BackupKind;
    passphrase: string | null;
    mayReplace?: boolean;
    signal?: AbortSignal;
    now?: Date;
    onTable?: (table: string) => void;
  },
): Promise<MadeBackup> {
  const began = performance.now();
  const { kind, passphrase, mayReplace = false, signal, now = new Date(), onTable } = options;
  const folder = path.dirname(path.resolve(file));
  const part = path.join(folder, `.${path.basename(file)}.backup-part-${process.pid}`);
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: 'understudy backup' });
  client.on('error', () => undefined);
  // A connection in the middle of a COPY would send the rest of it first.
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const disconnect = () => stream.destroy();
  signal?.addEventListener('abort', disconnect);
  try {
    signal?.throwIfAborted();
    await removeLeftovers(folder);
    const files = await twinFiles();
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(PORTABLE_TEXTS);
    const migration = await newestMigration(client);
    if (migration === null) throw new BackupError('refused', 'There is nothing of Understudy in the database.');
    // A move copies everything; a kept backup leaves out conversations without consent.
    const sources = await tableSources(client, kind !== 'move');
    const tables = await readTables(client, onTable, sources);
    const contents: Contents = {
      migration,
      tables,
      sequences: await readSequences(client),
      keyId: keyIdOf(secretKey.bytes),
      key: passphrase === null ? null : secretKey.bytes.toString('base64'),
      files: [...files].map(([name, bytes]) => ({ name, bytes: bytes.length })),
    };
    const about = { product, made_at: now.toISOString(), kind };
    await writeArchive(part, about, passphrase, { contents, parts: partsOf(client, sources, files) }, signal);
    await checkArchive(part, passphrase);
    const { size } = await stat(part);
    await publish(part, file, mayReplace);
    return {
      file,
      bytes: size,
      tables: tables.length,
      rows: rowsIn(tables),
      isEncrypted: passphrase !== null,
      tookMs: Math.round(performance.now() - began),
    };
  } catch (error) {
    throw asBackupError(error, file);
  } finally {
    signal?.removeEventListener('abort', disconnect);
    disconnect();
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/**
 * Reads a backup to its end, and counts its rows.
 * @returns what it holds
 * @throws BackupError if it is damaged, incomplete or not as it says
 */
export async function checkArchive(file: string, passphrase: string | null): Promise<Contents> {
  const archive = await openArchive(file, passphrase);
  try {
    const { tables, files } = archive.contents;
    let at = 0;
    for await (const part of archive.parts()) {
      let bytes = 0;
      let rows = 0;
      for await (const block of part) {
        bytes += block.length;
        for (let found = block.indexOf(NEWLINE); found !== -1; found = block.indexOf(NEWLINE, found + 1)) rows += 1;
      }
      const table = tables[at];
      if (table && rows !== table.rows)
        throw new BackupError('differs', `The backup says ${table.rows} rows of ${table.name}, and has ${rows}.`);
      const kept = files?.[at - tables.length - 1];
      if (kept && bytes !== kept.bytes) throw new BackupError('differs', `The file ${kept.name} has another size.`);
      at += 1;
    }
    return archive.contents;
  } finally {
    archive.close();
  }
}

/** Tables, then the jobs that wait, then files. */
async function* partsOf(
  client: ClientBase,
  { tables, unkept }: Sources,
  files: TwinFilesToKeep,
): AsyncGenerator<AsyncIterable<Buffer>> {
  for (const { columns, select } of tables) {
    yield client.query(copyTo(`COPY (${select(columns)}) TO STDOUT`));
  }
  // The runner's own tables belong to its version. What it was asked for can be asked for again, of any.
  const { rows } = await client.query<{ is: boolean }>("SELECT to_regclass('jobs.job') IS NOT NULL AS is");
  const waiting = rows[0]?.is
    ? `SELECT DISTINCT name, data ->> 'key' FROM jobs.job WHERE state < 'completed' AND data ->> 'key' IS NOT NULL
         ${unkept ? `AND data ->> 'key' NOT IN (${unkept})` : ''}`
    : 'SELECT name, key FROM job_requests WHERE false';
  yield client.query(copyTo(`COPY (${waiting}) TO STDOUT`));
  for (const bytes of files.values()) yield inOneBlock(bytes);
}

async function* inOneBlock(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}

/** Gives the finished file its name. */
async function publish(part: string, file: string, mayReplace: boolean): Promise<void> {
  if (mayReplace) await rename(part, file);
  // A link instead of a rename: it fails if somebody has made such a file meanwhile.
  else await link(part, file);
  await syncFolder(path.dirname(path.resolve(file)));
}

/** Removes what killed processes left in a folder. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PART.test(name)) continue;
    const left = path.join(folder, name);
    const found = await stat(left).catch(() => null);
    if (found && found.mtimeMs < Date.now() - LEFT_AFTER_MS) await rm(left, { force: true });
  }
}

/** The disk's refusals in a sentence; any other error passes unchanged. */
function asBackupError(error: unknown, file: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError || code === undefined) return error;
  if (code === 'EEXIST') return new BackupError('refused', `${file} exists already. --force replaces it.`);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError('refused', `There is no room for the backup in ${path.dirname(path.resolve(file))}.`);
  if (syscall === undefined) return error;
  return new BackupError('refused', `The backup ${file} cannot be written (${message}).`, { cause: error });
}
