import { expect, test, vi } from 'vitest';
import { type AcknowledgedTurn, auditConversations } from '../testing/conversation-audit.ts';
import { databaseBehindProxy } from '../testing/database-behind-proxy.ts';
import { expectDiscreetLog, expectErrorBody, expectSoundDatabase } from '../testing/invariants.ts';
import { callFunction, health, newSession, startServer } from '../testing/operator.ts';

// Starts separate servers, which take time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

test('F14: the database goes away under load and comes back', async () => {
  const { database, proxy, address, close } = await databaseBehindProxy();
  const server = await startServer({ DATABASE_URL: address, LOG_LEVEL: 'debug' });
  const sessions = await Promise.all(Array.from({ length: 8 }, () => newSession(server.url)));
  const acknowledged: AcknowledgedTurn[] = [];
  const refusals: { status: number; code: string; afterMs: number }[] = [];
  const over = new AbortController();
  // Each visitor repeats the same turn_id until it is answered, as the page does.
  const visitors = sessions.map(async (session, index) => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const turn = { ...session, user_message: `marmalade ${number} of ${index}`, turn_id: crypto.randomUUID() };
      for (;;) {
        const askedAt = performance.now();
        const { status, body } = await callFunction(server.url, 'agent_reply', turn);
        if (status === 200) {
          acknowledged.push({
            session_id: turn.session_id,
            turn_id: turn.turn_id,
            words: turn.user_message,
            reply: body.text,
          });
          break;
        }
        refusals.push({
          status,
          code: expectErrorBody(JSON.stringify(body)).code,
          afterMs: performance.now() - askedAt,
        });
        if (over.signal.aborted) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(16);
  proxy.down();
  await expect.poll(() => refusals.length).toBeGreaterThan(8);
  expect(await health(server.url, 'healthz')).toMatchObject({ status: 200 });
  const { status, reasons } = await health(server.url, 'readyz');
  expect(status).toBe(503);
  expect(reasons.join()).toMatch(/database/);
  const before = acknowledged.length;
  proxy.up();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 16);
  await expect.poll(async () => (await health(server.url, 'readyz')).status).toBe(200);
  over.abort();
  await Promise.all(visitors);

  expect([...new Set(refusals.map(({ status: code, code: name }) => `${code} ${name}`))]).toEqual([
    '503 db_unavailable',
  ]);
  expect(server.child.exitCode).toBeNull();
  const client = await database.pool.connect();
  expect(await auditConversations(client, acknowledged)).toEqual({ lost: [], duplicates: [], gaps: [], running: [] });
  client.release();
  await expectSoundDatabase(database.pool);
  expectDiscreetLog(server.lines, ['marmalade', ...sessions.map(({ session_secret }) => session_secret)]);
  await server.end();
  expect(server.child.exitCode).toBe(0);
  await close();
});

test('F16: a database that takes 2 s for everything: waiters are told in time, health still answers', async () => {
  const { proxy, address, close } = await databaseBehindProxy();
  const server = await startServer({ DATABASE_URL: address });
  const session = await newSession(server.url);
  const ask = () =>
    Array.from({ length: 40 }, async () => {
      const { status, body } = await callFunction(server.url, 'session_history', session);
      return status === 200 ? '200' : `${status} ${expectErrorBody(JSON.stringify(body)).code}`;
    });
  // Opens all ten connections first, because opening one takes several round trips to the database.
  expect(new Set(await Promise.all(ask()))).toEqual(new Set(['200']));
  proxy.downstream.latencyMs = 2_000;
  const answers = ask();
  expect(await health(server.url, 'healthz')).toMatchObject({ status: 200 });
  const kinds = new Set(await Promise.all(answers));
  // Ten requests have a connection and wait for it; a request that would wait longer than 2 s for one is refused.
  expect([...kinds].sort()).toEqual(['200', '503 db_unavailable']);
  proxy.heal();
  await expect.poll(async () => (await callFunction(server.url, 'session_history', session)).status).toBe(200);
  await server.end();
  await close();
});

test('F30: a start without provider and database: alive, not ready, and ready once the database is there', async () => {
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
