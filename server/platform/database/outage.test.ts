import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { testKeyFile } from '../../testing/secret-key.ts';
import { databaseErrorCode } from './errors.ts';
import { openDatabase } from './open-database.ts';
import { POOL_SIZE, TIMEOUTS } from './settings.ts';

const insert = "INSERT INTO events (kind, payload) VALUES ('test', $1)";

async function fresh() {
  const given = await testDatabase();
  onTestFinished(() => given.close());
  return given;
}

test('a connection killed within a transaction: undone, reported, and repeated with success', async () => {
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
