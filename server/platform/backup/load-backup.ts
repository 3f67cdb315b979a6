import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { dropIndexes, restoreIndexes } from '../database/indexes.ts';
import { migrateWithin, migrationNames } from '../database/migrate.ts';
import type { OpenArchive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import {
  type Contents,
  columnList,
  compareTables,
  contentsSchema,
  PORTABLE_TEXTS,
  readTables,
  type TableContents,
} from './contents.ts';
import type { TwinFilesToKeep } from './write-backup.ts';

/** Files of the twin's folder are read into memory; more than this is no twin. */
const MAX_FILES_BYTES = 268_435_456;

/**
 * Puts a backup into a database, in place of all that Understudy has there, in the caller's transaction: until that
 * commits, nothing has changed. The schema is made as it was, filled, compared with the backup's counts and checksums,
 * and then migrated to this release's.
 *
 * @returns the twin's files; null if the backup has none
 * @throws BackupError if a newer release made it, it is damaged, or what was loaded differs
 */
export async function loadBackup(
  client: ClientBase,
  archive: OpenArchive,
  { migrationsFolder, onTable }: { migrationsFolder?: string; onTable?: (table: string) => void } = {},
): Promise<TwinFilesToKeep | null> {
  const { contents } = archive;
  const known = await migrationNames(migrationsFolder);
  if (!known.includes(contents.migration)) throw newerError(archive, known.at(-1) ?? '');
  await client.query(PORTABLE_TEXTS);
  await client.query("SET LOCAL maintenance_work_mem = '128MB'; SET LOCAL synchronize_seqscans = off");
  await emptyDatabase(client);
  await migrateWithin(client, { folder: migrationsFolder, upTo: contents.migration });
  const made = await readTables(client);
  checkShape(contents, made);
  const tables = contents.tables.map(({ name }) => name);
  for (const table of tables) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
  const dropped = await dropIndexes(client, tables);
  // Some migrations fill tables; the backup has those rows too.
  await client.query(`TRUNCATE ${columnList(tables)}`);
  const files = await fill(client, archive, onTable);
  await restoreIndexes(client, dropped, () => undefined);
  for (const table of tables) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
  for (const { name, last, isCalled } of contents.sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [`public."${name}"`, last, isCalled]);
  compareTables(contents.tables, await readTables(client));
  await requestJobsAgain(client);
  await migrateWithin(client, { folder: migrationsFolder });
  return files;
}

/** Jobs that waited, until they are requested again. */
const JOBS_TABLE = 'restored_jobs';

/** Reads all parts of the backup into the tables and the files. */
async function fill(
  client: ClientBase,
  { contents, parts }: OpenArchive,
  onTable: (table: string) => void = () => undefined,
): Promise<TwinFilesToKeep | null> {
  await client.query(`CREATE TEMPORARY TABLE ${JOBS_TABLE} (name text, key text) ON COMMIT DROP`);
  const targets = contents.tables.map(({ name, columns }) => ({ table: name, columns }));
  targets.push({ table: JOBS_TABLE, columns: ['name', 'key'] });
  const files = new Map<string, Uint8Array>();
  let left = MAX_FILES_BYTES;
  let at = 0;
  for await (const part of parts()) {
    const target = targets[at];
    if (target) {
      onTable(target.table);
      const copy = `COPY "${target.table}" (${columnList(target.columns)}) FROM STDIN`;
      await pipeline(Readable.from(part, { objectMode: false }), client.query(copyFrom(copy)));
    } else {
      const name = contents.files?.[at - targets.length]?.name ?? '';
      const blocks: Buffer[] = [];
      for await (const block of part) {
        left -= block.length;
        if (left < 0) throw new BackupError('damaged', 'The files of the twin in the backup are too large.');
        blocks.push(Buffer.from(block));
      }
      files.set(name, Buffer.concat(blocks));
    }
    at += 1;
  }
  return contents.files === null ? null : files;
}

async function requestJobsAgain(client: ClientBase): Promise<void> {
  await client.query(`INSERT INTO job_requests (name, key) SELECT name, key FROM ${JOBS_TABLE} ON CONFLICT DO NOTHING`);
  await client.query(`DROP TABLE ${JOBS_TABLE}`);
}

/** Whether this release's schema at that migration has the backup's tables and columns. */
function checkShape(contents: Contents, made: readonly TableContents[]): void {
  const shape = ({ name, columns }: TableContents) => `${name} (${columns.join(', ')})`;
  const here = new Set(made.map(shape));
  const there = contentsSchema.shape.tables.parse(contents.tables).map(shape);
  const odd = there.find((one) => !here.has(one)) ?? (there.length === here.size ? null : 'a table that is missing');
  if (odd === null) return;
  throw new BackupError('differs', `The backup does not fit the schema of ${contents.migration}: ${odd}.`);
}

function newerError({ contents, preamble }: OpenArchive, known: string): BackupError {
  return new BackupError(
    'newer',
    `A newer release (${preamble.product}) made this backup: its newest migration is ${contents.migration}, the ` +
      `newest that this release knows is ${known}. Restore it with that release, or a later one.`,
  );
}

/** SQL: what Understudy has in the schema `public`; what extensions made there stays. */
const OWN_OBJECTS = `
  SELECT 'TABLE' AS kind, c.oid::regclass::text AS name, c.oid FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  UNION ALL SELECT 'FUNCTION', p.oid::regprocedure::text, p.oid FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
  UNION ALL SELECT 'TYPE', t.oid::regtype::text, t.oid FROM pg_type t
    WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd')`;

/** Removes everything of Understudy from a database, in the caller's transaction. */
async function emptyDatabase(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(
    `SELECT kind, name FROM (${OWN_OBJECTS}) AS own
     WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = own.oid AND d.deptype = 'e')`,
  );
  for (const kind of ['TABLE', 'FUNCTION', 'TYPE']) {
    const names = rows.filter((row) => row.kind === kind).map(({ name }) => name);
    if (names.length > 0) await client.query(`DROP ${kind} ${names.join(', ')} CASCADE`);
  }
  await client.query('DROP SCHEMA IF EXISTS jobs, drizzle CASCADE');
}
