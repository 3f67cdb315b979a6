import type { ClientBase } from 'pg';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** What a backup holds, in the order in which it does. */
export const contentsSchema = z.object({
  /** The newest migration of the database. */
  migration: z.string(),
  /** Tables of the schema `public` with the columns that are not computed. */
  tables: z.array(
    z.object({
      name,
      columns: z.array(name),
      rows: z.int().min(0),
      /** Of all rows with all columns, whatever their order. */
      checksum: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name, last: z.string(), isCalled: z.boolean() })),
  /** Which secret key seals what is sealed in it. */
  keyId: z.string(),
  /** The secret key in base64; null in a backup that is not encrypted. */
  key: z.string().nullable(),
  /** Files of the twin's folder; null if the folder was not asked for. */
  files: z.array(z.object({ name: z.string().max(500), bytes: z.int().min(0) })).nullable(),
});
export type Contents = z.infer<typeof contentsSchema>;
export type TableContents = Contents['tables'][number];

/**
 * Texts of values must not depend on the server's settings, since they are compared between servers. For the current
 * transaction.
 */
export const PORTABLE_TEXTS = `SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD';
  SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex';
  SET LOCAL search_path = public`;

/** SQL: the tables of Understudy, without those of extensions and without partitions. */
const TABLES = `SELECT c.relname AS name,
    array_agg(a.attname::text ORDER BY a.attname) AS all_columns,
    array_agg(a.attname::text ORDER BY a.attname) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  GROUP BY c.relname ORDER BY c.relname`;

const quoted = (column: string): string => `"${column.replaceAll('"', '""')}"`;
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/**
 * Counts all tables and computes their checksums. Within a transaction of one snapshot, after {@link PORTABLE_TEXTS}.
 * @param onTable called with each table before it is read
 */
export async function readTables(
  client: ClientBase,
  onTable: (table: string) => void = () => undefined,
): Promise<TableContents[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; all_columns: string[] }>(TABLES);
  const read: TableContents[] = [];
  for (const { name: table, columns, all_columns: all } of tables) {
    onTable(table);
    // A sum of hashes does not depend on the order of rows, which no server promises.
    const { rows } = await client.query<{ rows: string; checksum: string }>(
      `SELECT count(*) AS rows, coalesce(sum(('x' || encode(substring(
           sha256(convert_to(ROW(${columnList(all)})::text, 'UTF8')) FOR 8), 'hex'))::bit(64)::bigint), 0)::text
         AS checksum FROM ${quoted(table)}`,
    );
    const [found] = rows;
    read.push({ name: table, columns, rows: Number(found?.rows), checksum: found?.checksum ?? '' });
  }
  return read;
}

/** The sequences of all tables, at least as far as the rows of the transaction's snapshot need them. */
export async function readSequences(client: ClientBase): Promise<Contents['sequences']> {
  const { rows } = await client.query<{ name: string; last: string | null; start: string }>(
    `SELECT sequencename AS name, last_value::text AS last, start_value::text AS start FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  return rows.map(({ name: sequence, last, start }) => ({
    name: sequence,
    last: last ?? start,
    isCalled: last !== null,
  }));
}

/** Compares a database with what a backup says of it. @throws BackupError naming the first table that differs */
export function compareTables(expected: readonly TableContents[], found: readonly TableContents[]): void {
  for (const { name: table, rows, checksum } of expected) {
    const there = found.find((one) => one.name === table);
    if (there?.rows === rows && there.checksum === checksum) continue;
    throw new BackupError(
      'differs',
      there && there.rows === rows
        ? `The table ${table} has other values than the backup says.`
        : `The table ${table} has ${there?.rows ?? 'no'} rows, and the backup says ${rows}.`,
    );
  }
}

/** The rows of all tables. */
export const rowsIn = (tables: readonly TableContents[]): number => tables.reduce((sum, { rows }) => sum + rows, 0);
