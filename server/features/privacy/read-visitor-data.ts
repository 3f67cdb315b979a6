import type { Pool, PoolClient, QueryConfig } from 'pg';
import pg from 'pg';
import { DATA_REGISTER, type DataRule, EXPORT_SECTIONS, type Exported, type ExportSection } from './data-register.ts';
import type { DataOwner } from './whose-data.ts';

/** Sessions whose rows are read together. */
const SESSIONS_PER_READ = 10;
/** SQL: what rows of sessions are ordered by first. */
const BY_START = 's.started_at';
/** Rows per read. Memory holds one read, however much is exported. */
const ROWS_PER_READ = 500;
/** The object id of the type `date`, of which the driver would make a moment in the server's own time zone. */
const DATE_TYPE = 1082;
const types = {
  getTypeParser: (id: number, format?: string) =>
    id === DATE_TYPE ? (text: string) => text : pg.types.getTypeParser(id, format as 'text'),
};

/** A row of an export, by the names of its columns. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** A table of an export. */
interface ExportedTable {
  table: string;
  rule: Extract<DataRule, { exported: unknown }>;
  what: Exported;
}

/** The table of each section, from the register. */
export const EXPORTED_TABLES: ReadonlyMap<ExportSection, ExportedTable> = new Map(
  Object.entries(DATA_REGISTER).flatMap(([table, rule]) =>
    'exported' in rule && rule.exported.section !== null
      ? [[rule.exported.section, { table, rule, what: rule.exported }] as const]
      : [],
  ),
);

/**
 * SQL: which rows of a table are a data owner's, and in which order. `group` is what the order begins with, so that
 * rows of a conversation stay together, and conversations follow each other in time.
 */
function scopeOf({ table, rule, what }: ExportedTable, owner: DataOwner) {
  const from = `${table} t`;
  const bySession = (column: string) => ({
    from: `${from} JOIN sessions s ON s.id = t.${column}`,
    where: `t.${column} = ANY ($1::uuid[])`,
    group: [BY_START, 's.id'],
    value: owner.sessions as string[] | string,
  });
  const byVisitor = {
    from,
    where: 't.visitor_id = ANY ($1::uuid[])',
    group: ['t.visitor_id'],
    value: owner.visitors as string[] | string,
  };
  switch (rule.goes) {
    case 'with its session':
    case 'when it is lifted':
      return bySession('session_id');
    case 'with its visitor':
    case 'with its visitor, or after a time':
      if (table === 'sessions') return bySession('id');
      // A session's secret alone shows what came of that session.
      if (owner.of !== 'session') return byVisitor;
      return [...what.columns, ...what.withheld].includes('session_id') ? bySession('session_id') : byVisitor;
    case 'with the last of its visitor':
      return byVisitor;
    case 'by its address':
      return { from, where: `t.${rule.column} = $1`, group: [], value: owner.email ?? '' };
  }
}

/** A query that keeps dates as they are. */
const query = (text: string, values: unknown[]): QueryConfig & { types: typeof types } => ({ text, values, types });

/** Reads one section, in batches and in a stable order. */
export async function* readSection(
  pool: Pool | PoolClient,
  owner: DataOwner,
  section: ExportSection,
): AsyncGenerator<ExportedRow[]> {
  const exported = EXPORTED_TABLES.get(section);
  if (!exported) return;
  const { group } = scopeOf(exported, owner);
  if (group[0] !== BY_START) return yield* readPart(pool, owner, exported);
  // The sessions are in their order: reading a few at a time, none of their rows is sorted more than once.
  for (let from = 0; from < owner.sessions.length; from += SESSIONS_PER_READ) {
    const sessions = owner.sessions.slice(from, from + SESSIONS_PER_READ);
    yield* readPart(pool, { ...owner, sessions }, exported);
  }
}

/** Reads the rows of some sessions, or of the whole. */
async function* readPart(
  pool: Pool | PoolClient,
  owner: DataOwner,
  exported: ExportedTable,
): AsyncGenerator<ExportedRow[]> {
  const { what } = exported;
  const { from, where, group, value } = scopeOf(exported, owner);
  const keys = [...group, orderOf(what)];
  const selected = what.columns.map((column) => `t.${column}`).join(', ');
  let after: string[] | null = null;
  let read = ROWS_PER_READ;
  while (read === ROWS_PER_READ) {
    const beyond: string = after === null ? '' : ` AND (${keys.join(', ')}) > (${keys.map((_, at) => `$${at + 2}`)})`;
    const { rows }: { rows: (Record<string, unknown> & { cursor_keys: string[] })[] } = await pool.query(
      query(
        `SELECT ${selected}, ARRAY[${keys.map((key) => `(${key})::text`)}] AS cursor_keys FROM ${from}
         WHERE ${where}${what.where ? ` AND ${what.where}` : ''}${beyond}
         ORDER BY ${keys.join(', ')} LIMIT ${ROWS_PER_READ}`,
        [value, ...(after ?? [])],
      ),
    );
    read = rows.length;
    after = rows.at(-1)?.cursor_keys ?? after;
    if (read > 0) yield rows.map(({ cursor_keys: _, ...row }) => row);
  }
}

/** SQL of the order within a group. */
const orderOf = ({ order }: Exported): string => (/^\w+$/.test(order) ? `t.${order}` : `(${order})`);

/** How many rows of each section there are. */
export async function countSections(
  pool: Pool | PoolClient,
  owner: DataOwner,
  sections: readonly ExportSection[] = EXPORT_SECTIONS,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const section of sections) {
    const exported = EXPORTED_TABLES.get(section);
    if (!exported) continue;
    const { from, where, value } = scopeOf(exported, owner);
    const also = exported.what.where ? ` AND ${exported.what.where}` : '';
    const { rows } = await pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${from} WHERE ${where}${also}`, [
      value,
    ]);
    counts[section] = Number(rows[0]?.n ?? 0);
  }
  return counts;
}
