import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseBehindProxy } from '../testing/database-behind-proxy.ts';
import { callFunction, health, newSession, startServer } from '../testing/operator.ts';

// Starts a separate server, which takes time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

test('F30: a start while provider and database are away: alive, and ready once the database is there', async () => {
  const { proxy, address, close } = await databaseBehindProxy();
  proxy.down();
  const server = await startServer({ DATABASE_URL: address, LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'none' });
  expect(await health(server.url, 'healthz')).toMatchObject({ status: 200 });
  const { status, reasons } = await health(server.url, 'readyz');
  expect(status).toBe(503);
  expect(reasons.join()).toMatch(/database/);
  expect(reasons.join()).not.toContain(new URL(address).username);
  const refused = await callFunction(server.url, 'create_session', { visitor_id: crypto.randomUUID(), consent: true });
  expect(refused).toMatchObject({ status: 503, body: { code: 'db_unavailable' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  proxy.up();
  await expect.poll(async () => (await health(server.url, 'readyz')).status).toBe(200);
  // The provider is still away: the embedded twin answers.
  const answer = await callFunction(server.url, 'agent_reply', {
    ...(await newSession(server.url)),
    user_message: 'Hello',
  });
  expect(answer).toMatchObject({ status: 200, body: { provider: 'embedded' } });
  await server.end();
  expect(server.child.exitCode).toBe(0);
  await close();
});

test('a start while the database is away serves nobody before the erasures of a killed restore are done', async () => {
  const { database, proxy, address, close } = await databaseBehindProxy();
  onTestFinished(close);
  await database.pool.query(`INSERT INTO last_runs (name, detail) VALUES ('restore', '{"erasures":"pending"}')`);
  // The erasures wait for this lock.
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE erasures');
  proxy.down();
  const server = await startServer({ DATABASE_URL: address });
  proxy.up();
  const waiting = "SELECT FROM pg_locks WHERE relation = 'erasures'::regclass AND NOT granted";
  await expect.poll(async () => (await holder.query(waiting)).rowCount, { interval: 20, timeout: 20_000 }).toBe(1);
  const asked = await callFunction(server.url, 'create_session', { visitor_id: crypto.randomUUID(), consent: true });
  expect(asked).toMatchObject({ status: 503, body: { code: 'db_unavailable' } });
  expect((await health(server.url, 'readyz')).status).toBe(503);
  await holder.query('COMMIT');
  await holder.end();
  await expect.poll(async () => (await health(server.url, 'readyz')).status, { timeout: 20_000 }).toBe(200);
  const { rows } = await database.pool.query(
    "SELECT detail -> 'erasures' AS erased FROM last_runs WHERE name = 'restore'",
  );
  expect(rows).toMatchObject([{ erased: { visitors: 0 } }]);
  await server.end();
});
