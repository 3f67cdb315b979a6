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

/** SQL: what goes with a deleted row, and what then forgets it. */
const REFERENCES = `SELECT conrelid::regclass::text AS table, a.attname::text AS column,
    confrelid::regclass::text AS to_table, b.attname::text AS to_column, confdeltype AS rule
  FROM pg_constraint
  JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
  JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = confkey[1]
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND confdeltype IN ('c', 'n')
    AND conrelid <> confrelid`;

interface Reference {
  table: string;
  column: string;
  to_table: string;
  to_column: string;
  rule: 'c' | 'n';
}

/** A table, and how to read it. */
export interface TableSource {
  name: string;
  /** Without computed ones. */
  columns: string[];
  all: string[];
  /** SQL: the rows with the given columns. */
  select(columns: readonly string[]): string;
}

/** All tables, and what is left out of them. */
export interface Sources {
  tables: TableSource[];
  /** SQL: the ids, as texts, of conversations that are left out; null if none are. */
  unkept: string | null;
}

/** SQL: a conversation that will be deleted at its end, because its visitor did not agree that it is kept. */
const IS_UNKEPT = 'SELECT id FROM sessions WHERE NOT consent';
const NOT_HELD = 'AND NOT EXISTS (SELECT FROM legal_holds WHERE legal_holds.session_id = sessions.id)';

/**
 * All tables of the database.
 * @param onlyKept leaves out what a deletion of conversations without consent would, by the same keys: a file that
 * stays must not hold what visitors were promised will not
 */
export async function tableSources(client: ClientBase, onlyKept = false): Promise<Sources> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; all_columns: string[] }>(TABLES);
  const { rows: references } = await client.query<Reference>(REFERENCES);
  const has = (name: string) => tables.some((table) => table.name === name);
  const unkept = onlyKept && has('sessions') ? `${IS_UNKEPT} ${has('legal_holds') ? NOT_HELD : ''}` : null;
  const unkeptKeys = unkept && `SELECT id::text FROM (${unkept}) AS unkept`;
  /** SQL: whether a row goes; null if none of the table does. */
  const goes = (table: string): string | null => {
    if (unkept === null) return null;
    if (table === 'sessions') return `id IN (${unkept})`;
    if (table === 'job_requests') return `key IN (${unkeptKeys})`;
    const ways = references.filter((one) => one.table === table && one.rule === 'c').flatMap(refersToGone);
    return ways.length > 0 ? ways.join(' OR ') : null;
  };
  const refersToGone = ({ column, to_table: to, to_column: key }: Reference): string[] => {
    const gone = goes(to);
    return gone === null ? [] : [`${quoted(column)} IN (SELECT ${quoted(key)} FROM ${quoted(to)} WHERE ${gone})`];
  };
  const sources = tables.map(({ name: table, columns, all_columns: all }) => {
    const gone = goes(table);
    const forgets = new Map(
      references
        .filter((one) => one.table === table && one.rule === 'n')
        .flatMap((one) => refersToGone(one).map((is) => [one.column, is] as const)),
    );
    const read = (column: string): string => {
      const is = forgets.get(column);
      return is ? `CASE WHEN ${is} THEN NULL ELSE ${quoted(column)} END AS ${quoted(column)}` : quoted(column);
    };
    const select: TableSource['select'] = (wanted) =>
      `SELECT ${wanted.map(read).join(', ')} FROM ${quoted(table)}${gone ? ` WHERE (${gone}) IS NOT TRUE` : ''}`;
    return { name: table, columns, all, select };
  });
  return { tables: sources, unkept: unkeptKeys };
}

/**
 * Counts tables and computes their checksums. Within a transaction of one snapshot, after {@link PORTABLE_TEXTS}.
 * @param onTable called with each table before it is read
 */
export async function readTables(
  client: ClientBase,
  onTable: (table: string) => void = () => undefined,
  sources?: Sources,
): Promise<TableContents[]> {
  const read: TableContents[] = [];
  for (const { name: table, columns, all, select } of (sources ?? (await tableSources(client))).tables) {
    onTable(table);
    // A sum of hashes does not depend on the order of rows, which no server promises.
    const { rows } = await client.query<{ rows: string; checksum: string }>(
      `SELECT count(*) AS rows, coalesce(sum(('x' || encode(substring(
           sha256(convert_to(ROW(${columnList(all)})::text, 'UTF8')) FOR 8), 'hex'))::bit(64)::bigint), 0)::text
         AS checksum FROM (${select(all)}) AS kept`,
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
