import { generateKeyPairSync } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Rows that every table gets, as far as its keys allow. */
const ROWS = 2;

/** Columns that hold lists; other JSON is an object. */
const LISTS = new Set(['figures', 'urls', 'notes', 'headings', 'asks', 'action_items', 'usage']);

const signingKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

/** Values that follow from no type: what is sealed has to open, and a booking's times have an order. */
const VALUES: Record<string, (row: number) => string> = {
  'installation_secrets.sealed': () => 'false',
  'signing_keys.sealed': () => 'NULL',
  'signing_keys.kid': (row) => `'key-${row}'`,
  'signing_keys.jwk': (row) => `'${JSON.stringify({ ...signingKey(), kid: `key-${row}`, alg: 'ES256', use: 'sig' })}'`,
  'signing_keys.retired_at': () => 'NULL',
  'sessions.consent': () => 'true',
  'person_links.kind': () => "'merged'",
  'settings.value': () => "'null'",
  blocked_from: (row) => `'2026-03-0${row + 1}T08:00:00Z'`,
  starts_at: (row) => `'2026-03-0${row + 1}T09:00:00Z'`,
  ends_at: (row) => `'2026-03-0${row + 1}T10:00:00Z'`,
  blocked_to: (row) => `'2026-03-0${row + 1}T11:00:00Z'`,
};

interface Column {
  table: string;
  name: string;
  type: string;
  has_default: boolean;
  references: { table: string; column: string } | null;
  allowed: string | null;
}

/** SQL: the columns that can be written, with what they refer to and what a check allows. */
const COLUMNS = `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    a.atthasdef AS has_default,
    (SELECT jsonb_build_object('table', f.confrelid::regclass::text, 'column', r.attname)
      FROM pg_constraint f JOIN pg_attribute r ON r.attrelid = f.confrelid AND r.attnum = f.confkey[1]
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum] LIMIT 1) AS references,
    (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] LIMIT 1) AS allowed
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attgenerated = '' AND a.attidentity = ''
  ORDER BY c.relname, a.attnum`;

/** Writes rows with something in every column into every table of the schema, whatever its version. */
export async function fillTables(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Column>(COLUMNS);
  const tables = Map.groupBy(rows, ({ table }) => table);
  // What they count would be rows of other tables, beside those that are written here.
  for (const table of tables.keys()) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const left = new Set(tables.keys());
  while (left.size > 0) {
    const next = [...left].find((table) =>
      tables.get(table)?.every(({ references: to }) => !to || to.table === table || !left.has(to.table)),
    );
    if (next === undefined) throw new Error(`These tables refer to each other: ${[...left].join(', ')}`);
    left.delete(next);
    const columns = tables.get(next) ?? [];
    for (let row = 0; row < ROWS; row += 1) {
      await client.query(
        `INSERT INTO ${next} (${columns.map(({ name }) => `"${name}"`).join(', ')})
         VALUES (${columns.map((column) => valueFor(column, row)).join(', ')}) ON CONFLICT DO NOTHING`,
      );
    }
  }
  for (const table of tables.keys()) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

function valueFor({ table, name, type, references, allowed, has_default }: Column, row: number): string {
  const given = VALUES[`${table}.${name}`] ?? VALUES[name];
  if (given) return given(row);
  if (references) return `(SELECT "${references.column}" FROM ${references.table} ORDER BY 1 LIMIT 1 OFFSET ${row})`;
  const one = /'([^']+)'::text/.exec(allowed ?? '')?.[1];
  if (one) return `'${one}'`;
  if (type.endsWith('[]')) return has_default ? 'DEFAULT' : `'{}'`;
  if (type.startsWith('timestamp')) return `'2026-02-0${row + 1}T12:34:56.789Z'`;
  switch (type) {
    case 'uuid':
      return 'gen_random_uuid()';
    case 'boolean':
      // A table of one row has a key that is true.
      return allowed || name === 'only_one' ? 'true' : 'false';
    case 'date':
      return `'2026-02-0${row + 1}'`;
    case 'jsonb':
      return LISTS.has(name) ? "'[]'" : "'{}'";
    case 'bytea':
      return `'\\x00ff0${row}'`;
    case 'tsvector':
      return `to_tsvector('simple', 'kite ${row}')`;
    case 'text':
      return `'${table} ${name} ${row} \\ \t Ünïcode 日本'`;
    case 'character varying':
      return `'${name} ${row}'`;
    default:
      return String(row + 1);
  }
}
