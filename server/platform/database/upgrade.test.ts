import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { emptyDatabase, openTestUrl } from '../../testing/database.ts';
import { fillTables } from '../../testing/fill-tables.ts';
import { testUser } from '../../testing/owners.ts';
import { migrateWithin, migrationNames } from './migrate.ts';

/** Does work on a connection that is closed afterwards. */
async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** All rows of all tables, as JSON. */
async function readAll(client: Pick<pg.Client, 'query'>): Promise<Map<string, Record<string, unknown>[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  const all = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY 1`);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Tables that upgrades rewrite on purpose: rows are sealed, and limits are counted anew. */
const REWRITTEN = new Set(['installation_secrets', 'signing_keys', 'rate_limits']);
/**
 * Columns that get other values: 0041 takes episodes back that were published without what they show, 0053 and 0055
 * make codes of sentences.
 */
const CHANGED = new Set([
  ...['show_memories.slug', 'show_memories.published_at'],
  ...['bookings.write_problem', 'calendar_sources.problem', 'imports.problem', 'imports.notes'],
]);

/** Whether a row has the values of an earlier one, in the columns that are still there. */
const isSame = (table: string, before: Record<string, unknown>, now: Record<string, unknown>): boolean =>
  Object.entries(before).every(
    ([column, value]) =>
      !(column in now) || CHANGED.has(`${table}.${column}`) || JSON.stringify(value) === JSON.stringify(now[column]),
  );

test('sentences about imports of earlier releases are still told', async () => {
  const base = await emptyDatabase();
  onTestFinished(() => base.drop());
  await connected(base.url, async (client) => {
    await client.query('BEGIN');
    await migrateWithin(client, { upTo: '0054_session_erasures' });
    await client.query(`INSERT INTO imports (kind, source, source_key, state, problem, notes, created_by) VALUES
      ('file', 'a.pdf', 'file:a.pdf', 'failed', 'The PDF is damaged.', '[]', 'x'),
      ('site', 'b', 'site:b', 'ready', NULL, '["/c: not there", "/d: too large"]', 'x')`);
    await client.query('COMMIT');
  });
  const database = await openTestUrl(base.url);
  onTestFinished(() => database.close());
  const { rows } = await database.pool.query('SELECT problem, notes FROM imports ORDER BY source');
  const told = (sentence: string) => ({ code: 'sentence', values: { sentence } });
  expect(rows).toEqual([
    { problem: told('The PDF is damaged.'), notes: [] },
    {
      problem: null,
      notes: ['/c: not there', '/d: too large'].map((note) => ({ url: null, problem: told(note) })),
    },
  ]);
});

test('a database of every release since the first is upgraded, and all of it is there and read', async () => {
  const names = await migrationNames();
  const base = await emptyDatabase();
  onTestFinished(() => base.drop());
  for (const [at, upTo] of names.entries()) {
    await connected(base.url, async (client) => {
      await client.query('BEGIN');
      await migrateWithin(client, { upTo });
      await client.query('COMMIT');
    });
    const copy = await emptyDatabase(base);
    const before = await connected(copy.url, async (client) => {
      await fillTables(client);
      return readAll(client);
    });
    for (const [table, rows] of before) expect({ upTo, table, rows: rows.length }).not.toMatchObject({ rows: 0 });
    const database = await openTestUrl(copy.url);
    const after = await readAll(database.pool);
    const lost: string[] = [];
    for (const [table, rows] of before) {
      const now = after.get(table);
      if (REWRITTEN.has(table) || !now) continue;
      const isThere = (row: Record<string, unknown>) => now.some((one) => isSame(table, row, one));
      if (!rows.every(isThere)) lost.push(`${table}: ${JSON.stringify(rows)}, then ${JSON.stringify(now)}`);
    }
    expect({ upTo, lost }).toEqual({ upTo, lost: [] });
    if (at % 10 === 0) {
      const app = await startTestApp({}, { database: { ...database, database, url: copy.url } as never });
      const { headers } = await testUser(app.accounts, 'owner');
      for (const path of ['sessions', 'settings', 'stats?range=90d', 'action-items', 'audit', 'waitlist', 'backups']) {
        const answer = await fetch(`${app.url}/api/admin/${path}`, { headers });
        expect({ upTo, path, status: answer.status }).toEqual({ upTo, path, status: 200 });
      }
      await app.close();
    }
    await database.close();
    await copy.drop();
  }
}, 240_000);
