import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { databaseBehindProxy } from '../../testing/database-behind-proxy.ts';
import { testKeyFile } from '../../testing/secret-key.ts';
import { databaseErrorCode } from './errors.ts';
import { openDatabase } from './open-database.ts';
import { keepServersOut } from './restore-lock.ts';

const options = { dataDir: '', secretKeyFile: testKeyFile() };
const BEING_RESTORED = 'a backup is being restored into the database';

test('nobody gets a connection before what a restore left to do is done, though the database is back', async () => {
  const { proxy, address, close } = await databaseBehindProxy();
  onTestFinished(close);
  proxy.down();
  const work = { began: Promise.withResolvers<void>(), done: Promise.withResolvers<void>() };
  const opened = await openDatabase({
    ...options,
    databaseUrl: address,
    async beforeServing() {
      work.began.resolve();
      await work.done.promise;
    },
  });
  onTestFinished(() => opened.close());
  proxy.up();
  await work.began.promise;
  expect(await opened.pool.query('SELECT 1').catch(databaseErrorCode)).toBe('db_unavailable');
  expect(await opened.ping()).toMatchObject({ ready: false });
  work.done.resolve();
  await opened.ready();
  expect(await opened.ping()).toEqual({ ready: true, reasons: [] });
  expect((await opened.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('a server that starts during a restore waits for its end; while a server runs, no restore begins', async () => {
  const { url, database } = await testDatabase();
  const connection = { connectionString: url };
  await database.pool.query('SELECT 1');
  await expect(keepServersOut(connection)).rejects.toThrow('A server is using this database.');
  await database.close();

  const letServersIn = await keepServersOut(connection);
  await expect(keepServersOut(connection)).rejects.toThrow('A server is using this database.');
  const server = await openDatabase({ ...options, databaseUrl: url });
  onTestFinished(() => server.close());
  expect(server.state()).toEqual({ ready: false, reasons: [BEING_RESTORED] });
  expect(await server.pool.query('SELECT 1').catch(databaseErrorCode)).toBe('db_unavailable');
  await letServersIn();
  await server.ready();
  expect(await server.ping()).toEqual({ ready: true, reasons: [] });
});

test('a server that lost its connections is kept out of a restore that began meanwhile', async () => {
  const { url, database } = await testDatabase();
  onTestFinished(() => database.close());
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await database.pool.query('SELECT 1');
  const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'understudy'";
  const isAlone = () => keepServersOut({ connectionString: url }).catch(() => null);
  await admin.query(`${cut} AND datname = current_database()`);
  await expect.poll(isAlone).not.toBeNull();
  expect(await database.pool.query('SELECT 1').catch(databaseErrorCode)).toBe('db_unavailable');
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ~ 'restore'");
  await expect.poll(() => database.pool.query('SELECT 1').then(() => 'served', databaseErrorCode)).toBe('served');
  await admin.end();
});
