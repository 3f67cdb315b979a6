import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { databaseErrorCode } from './errors.ts';
import { inTransaction } from './transaction.ts';

const insert = "INSERT INTO events (kind, payload) VALUES ('test', $1)";

async function fresh() {
  const given = await testDatabase();
  onTestFinished(() => given.close());
  return given;
}

test('a connection killed within it: undone, reported, not used again, and the same work then succeeds', async () => {
  const { pool } = await fresh();
  const killed = inTransaction(pool, async (client) => {
    await client.query(insert, [{ first: true }]);
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0].pid]);
    await client.query(insert, [{ second: true }]);
  });
  expect(await killed.catch(databaseErrorCode)).toBe('db_unavailable');
  expect((await pool.query('SELECT * FROM events')).rows).toEqual([]);
  await inTransaction(pool, (client) => client.query(insert, [{ again: true }]));
  expect((await pool.query('SELECT payload FROM events')).rows).toEqual([{ payload: { again: true } }]);
});

test("an error of the work's own undoes it and gives the connection back clean", async () => {
  const { pool } = await fresh();
  const work = inTransaction(pool, async (client) => {
    await client.query(insert, [{}]);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect((await pool.query('SELECT * FROM events')).rows).toEqual([]);
  expect(pool.idleCount).toBe(pool.totalCount);
});
