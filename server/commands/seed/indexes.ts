import type { ClientBase } from 'pg';

/** Dropped constraints and indexes, in the order of their restoration. */
export type TakenOff = readonly { table: string; statement: string }[];

/**
 * Drops keys, foreign keys and indexes for faster inserts, within the caller's transaction, so that nothing is lost if
 * that fails.
 */
export async function takeIndexesOff(client: ClientBase, tables: readonly string[]): Promise<TakenOff> {
  const constraints = await client.query<{ table: string; name: string; kind: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, contype AS kind, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE (conrelid::regclass::text = ANY ($1) OR confrelid::regclass::text = ANY ($1))
       AND contype IN ('p', 'u', 'f')
     ORDER BY contype = 'f' DESC`,
    [tables],
  );
  for (const { table, name } of constraints.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  const indexes = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT tablename AS table, indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'public' AND tablename = ANY ($1)`,
    [tables],
  );
  for (const { name } of indexes.rows) await client.query(`DROP INDEX "${name}"`);
  const back = (kinds: string) =>
    constraints.rows
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ table, name, definition }) => ({
        table,
        statement: `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`,
      }));
  return [
    ...back('pu'),
    ...indexes.rows.map(({ table, definition: statement }) => ({ table, statement })),
    ...back('f'),
  ];
}

/**
 * Restores what was dropped.
 *
 * @param onNext called with each table
 */
export async function putIndexesBack(
  client: ClientBase,
  taken: TakenOff,
  onNext: (table: string) => void,
): Promise<void> {
  let told = '';
  for (const { table, statement } of taken) {
    if (table !== told) onNext(table);
    told = table;
    await client.query(statement);
  }
}

/**
 * Gives empty tables new files: what a transaction writes to files it created skips the write-ahead log (`wal_level =
 * minimal`, as the embedded database has it). The caller has locked the tables.
 */
export async function giveNewFiles(client: ClientBase, tables: readonly string[]): Promise<void> {
  const empty: string[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ is: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS is`);
    if (!rows[0]?.is) empty.push(table);
  }
  if (empty.length > 0) await client.query(`TRUNCATE ${empty.join(', ')}`);
}
