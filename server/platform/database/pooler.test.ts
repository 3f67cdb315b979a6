import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestUrl, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { poolerProgram, spawnPooler } from '../../testing/spawned-pooler.ts';
import { createLog } from '../log.ts';
import { Notifications } from './notifications.ts';
import { keepServersOut } from './restore-lock.ts';

describe('behind PgBouncer in session mode, whose settings are as they come', () => {
  const program = poolerProgram();
  if (!program) {
    test.skip('skipped: pgbouncer is not installed and could not be downloaded with apt-get');
    return;
  }

  let direct: TestDatabase;
  let pooler: Awaited<ReturnType<typeof spawnPooler>>;
  beforeAll(async () => {
    direct = await testDatabase();
    pooler = await spawnPooler(program, direct);
  });
  afterAll(async () => {
    await pooler.end();
    await direct.close();
  });
  async function open() {
    const database = await openTestUrl(pooler.address);
    onTestFinished(() => database.close());
    return database;
  }

  test('a server is ready, and its statements keep their time limits', async () => {
    const { pool, state } = await open();
    expect(state()).toEqual({ ready: true, reasons: [] });
    const { rows } = await pool.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
         current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s' }]);
  });

  test('it hears what others notify', async () => {
    const { pool } = await open();
    const heard: string[] = [];
    const channel = new Notifications(pool, createLog('silent')).channel('pooled', {
      heard: (payload) => heard.push(payload),
      restored: () => undefined,
    });
    await channel.open();
    await direct.pool.query(`SELECT pg_notify('pooled', 'a')`);
    await expect.poll(() => heard).toEqual(['a']);
    await channel.close();
  });

  test('a restore is refused while it runs, and not afterwards', async () => {
    const connection = { connectionString: pooler.address };
    // Connections past the pooler would count as a server's, too.
    await direct.database.close();
    const database = await openTestUrl(pooler.address);
    await database.pool.query('SELECT 1');
    await expect(keepServersOut(connection)).rejects.toThrow('A server is using this database.');
    await database.close();
    // The pooler gives up a closed connection's locks a moment later.
    await (await vi.waitFor(() => keepServersOut(connection), { timeout: 10_000, interval: 100 }))();
  });
});
