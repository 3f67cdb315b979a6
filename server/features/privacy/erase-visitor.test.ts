import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, requestJob } from '../../platform/database/transaction.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { eraseVisitor } from './erase-visitor.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const EMAIL = 'ana@bikes.example';

/** Starts a conversation, with a job keyed by its id and one keyed by the id of a message about it. */
async function begin(visitor: string, email: string | null): Promise<string> {
  const id = randomUUID();
  await inTransaction(database.pool, async (client) => {
    await client.query(
      `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, email)
       VALUES ($1, $2, '\\x00', true, '1', 'mentor', $3)`,
      [id, visitor, email],
    );
    const { rows } = await client.query<{ id: string }>(
      'INSERT INTO webhook_messages (session_id, threshold, lead_score) VALUES ($1, 70, 80) RETURNING id',
      [id],
    );
    await requestJob(client, 'analyse_session', id);
    for (const row of rows) await requestJob(client, 'send_message', row.id);
  });
  return id;
}

test('a conversation that begins while others of its visitor are being deleted goes as they do', async () => {
  const { pool } = database;
  const visitor = randomUUID();
  const first = await begin(visitor, EMAIL);
  const other = await begin(randomUUID(), 'other@example.org');
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM sessions WHERE id = $1 FOR UPDATE', [first]);
  const told: string[][] = [];
  const erasing = eraseVisitor(database, { email: EMAIL }, async (_, { sessionIds }) => void told.push(sessionIds));
  // Whether the erasure has found its rows and is waiting for the lock.
  const waiting = async () =>
    (await pool.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
      .rowCount;
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
  const second = await begin(visitor, null);
  await holder.query('COMMIT');
  holder.release();
  const { sessionIds = [] } = (await erasing) ?? {};
  expect(sessionIds.toSorted()).toEqual([first, second].toSorted());
  expect(told).toEqual([sessionIds]);
  expect((await pool.query('SELECT id FROM sessions')).rows).toEqual([{ id: other }]);
  const messages = (await pool.query<{ id: string }>('SELECT id FROM webhook_messages')).rows.map(({ id }) => id);
  const { rows } = await pool.query<{ key: string }>("SELECT key FROM job_requests WHERE name <> 'forget_statistics'");
  expect(rows.map(({ key }) => key).toSorted()).toEqual([other, ...messages].toSorted());
});

test('the log keeps that lists were exported, and not by whose name, address or id they were searched', async () => {
  const { pool } = database;
  const visitor = randomUUID();
  await begin(visitor, 'cleo@bikes.example');
  await pool.query('UPDATE sessions SET contact_name = $2 WHERE visitor_id = $1', [visitor, 'Cleo Marchetti']);
  await pool.query("INSERT INTO leads (visitor_id, name) VALUES ($1, 'Clementine')", [visitor]);
  const theirs = [
    'CLEO@bikes.example',
    'cleo@',
    'marchetti',
    'from Cleo Marchetti',
    'clement',
    visitor.slice(0, 8),
    visitor,
  ];
  const others = ['50% of_all', 'clara', 'bikes.test', 'cl', 'a'];
  for (const search of [...theirs, ...others, null]) {
    await pool.query("INSERT INTO audit_log (at, actor, action, detail) VALUES (now(), 'x', 'sessions_exported', $1)", [
      { search, total: 3 },
    ]);
  }
  await eraseVisitor(database, { email: 'cleo@bikes.example' }, async () => undefined);
  const { rows } = await pool.query<{ detail: { search: string | null; total: number } }>(
    "SELECT detail FROM audit_log WHERE action = 'sessions_exported' ORDER BY id",
  );
  expect(rows.map(({ detail }) => detail.search)).toEqual([...theirs.map(() => '(erased)'), ...others, null]);
  expect(new Set(rows.map(({ detail }) => detail.total))).toEqual(new Set([3]));
});
