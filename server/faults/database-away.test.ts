import { expect, test, vi } from 'vitest';
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
