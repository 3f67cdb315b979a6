import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { testKeyFile } from '../../testing/secret-key.ts';
import { temporaryDataFolder } from '../../testing/spawned-writer.ts';
import { databaseErrorCode } from './errors.ts';
import { openDatabase } from './open-database.ts';
import { POOL_SIZE, TIMEOUTS } from './settings.ts';

const insert = "INSERT INTO events (kind, payload) VALUES ('test', $1)";

async function fresh() {
  const given = await testDatabase();
  onTestFinished(() => given.close());
  return given;
}

test('a database killed under load: requests learn so, then go on; nothing acknowledged is lost (F14)', async () => {
  const database = await openDatabase({ dataDir: await temporaryDataFolder(), databaseUrl: null });
  onTestFinished(() => database.close());
  const { rows } = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  expect(rows).toHaveLength(1);
  const acknowledged: number[] = [];
  const codes = new Set<string | null>();
  let running = true;
  let next = 0;
  const visitor = async () => {
    while (running) {
      const n = next++;
      try {
        await database.pool.query(insert, [{ n }]);
        acknowledged.push(n);
      } catch (error) {
        codes.add(databaseErrorCode(error));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  };
  const visitors = Array.from({ length: 50 }, visitor);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(200);
  const { pid } = (
    await database.pool.query("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid")
  ).rows[0];
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => codes.size).toBeGreaterThan(0);
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 200);
  running = false;
  await Promise.all(visitors);
  expect([...codes]).toEqual(['db_unavailable']);
  const kept = await database.pool.query<{ n: number }>("SELECT (payload->>'n')::int AS n FROM events");
  const numbers = new Set(kept.rows.map((row) => row.n));
  expect(acknowledged.filter((n) => !numbers.has(n))).toEqual([]);
  expect(numbers.size).toBe(kept.rows.length);
});

test('a connection killed within a transaction: undone, reported, and the same work then succeeds (F15)', async () => {
  const { pool } = await fresh();
  // As nearly everywhere in this server, related rows are written by one statement, which is a transaction.
  const work = (seconds: number) =>
    pool.query(`WITH kept AS (${insert} RETURNING id) SELECT pg_sleep(${seconds}) FROM kept`, [{}]);
  const killed = work(60).catch(databaseErrorCode);
  const kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
  await expect.poll(async () => (await pool.query(`${kill} AND datname = current_database()`)).rowCount).toBe(1);
  expect(await killed).toBe('db_unavailable');
  expect((await pool.query('SELECT * FROM events')).rows).toEqual([]);
  await work(0);
  expect((await pool.query('SELECT payload FROM events')).rows).toEqual([{ payload: {} }]);
});

test('with every connection held by a slow database, a waiter is told so while they still hold (F16)', async () => {
  const { url } = await fresh();
  const timeouts = { ...TIMEOUTS, connectionMs: 500 };
  const database = await openDatabase({ dataDir: '', databaseUrl: url, secretKeyFile: testKeyFile(), timeouts });
  onTestFinished(() => database.close());
  const { pool } = database;
  let held = 0;
  const holders = Array.from({ length: POOL_SIZE }, async () => {
    held += 1;
    await pool.query('SELECT pg_sleep($1)', [timeouts.connectionMs / 1000 + 0.5]);
    held -= 1;
  });
  const waiter = pool.query('SELECT 1').catch((error) => ({ code: databaseErrorCode(error), held }));
  expect(await waiter).toEqual({ code: 'db_unavailable', held: POOL_SIZE });
  await Promise.all(holders);
  expect(await database.ping()).toEqual({ ready: true, reasons: [] });
});

test('a statement, a lock and an idle transaction each end by the server', async () => {
  const { pool } = await fresh();
  const show = async (name: string) => (await pool.query(`SHOW ${name}`)).rows[0][name];
  expect(await show('statement_timeout')).toBe('5s');
  expect(await show('lock_timeout')).toBe('2s');
  expect(await show('idle_in_transaction_session_timeout')).toBe('10s');
  const late = pool.query("BEGIN; SET LOCAL statement_timeout = '1ms'; SELECT pg_sleep(5)");
  expect(await late.catch(databaseErrorCode)).toBe('db_unavailable');
});
