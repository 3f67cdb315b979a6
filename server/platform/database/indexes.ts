import type { ClientBase } from 'pg';

/** Dropped constraints and indexes, with the statements that restore them, in this order. */
export type DroppedIndexes = readonly { table: string; statement: string }[];

/**
 * Drops keys, foreign keys and indexes for faster inserts. Runs in the caller's transaction, so that nothing is lost if
 * that fails.
 */
export async function dropIndexes(client: ClientBase, tables: readonly string[]): Promise<DroppedIndexes> {
  const constraints = await client.query<{ table: string; name: string; kind: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, contype AS kind, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE (conrelid::regclass::text = ANY ($1) OR confrelid::regclass::text = ANY ($1))
       AND contype IN ('p', 'u', 'f')
     ORDER BY contype = 'f' DESC`,
    [tables],
  );
  for (const { table, name } of constraints.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  const indexes = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT i.indrelid::regclass::text AS table, c.relname AS name, pg_get_indexdef(c.oid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid::regclass::text = ANY ($1)
       -- An exclusion constraint keeps its index.
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid AND contype = 'x')`,
    [tables],
  );
  for (const { name } of indexes.rows) await client.query(`DROP INDEX "${name}"`);
  const restored = (kinds: string) =>
    constraints.rows
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ table, name, definition }) => ({
        table,
        statement: `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`,
      }));
  return [
    ...restored('pu'),
    ...indexes.rows.map(({ table, definition: statement }) => ({ table, statement })),
    ...restored('f'),
  ];
}

/**
 * Restores what was dropped.
 *
 * @param onNext called with each table before its first statement
 */
export async function restoreIndexes(
  client: ClientBase,
  dropped: DroppedIndexes,
  onNext: (table: string) => void,
): Promise<void> {
  let last = '';
  for (const { table, statement } of dropped) {
    if (table !== last) onNext(table);
    last = table;
    await client.query(statement);
  }
}

/**
 * Gives empty tables new files, because what a transaction writes to files that it created skips the write-ahead log
 * (`wal_level = minimal`, as in the embedded database). The caller must have locked the tables.
 */
export async function renewEmptyTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  const empty: string[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ is: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS is`);
    if (!rows[0]?.is) empty.push(table);
  }
  if (empty.length > 0) await client.query(`TRUNCATE ${empty.join(', ')}`);
}
