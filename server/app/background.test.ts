import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../testing/database.ts';
import { startBackground } from './background.ts';

const log = createLog('silent');
/** Nobody's words are summed up here. */
const twin = () => ({}) as Twin;
const parts = { log, twin, ready: Promise.resolve(), shared: false, model: null, memory: null };

/** The database as the background work sees it: the first statement about the jobs' own tables waits for `go`. */
async function heldDatabase() {
  const { pool, close } = await testDatabase();
  onTestFinished(close);
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let underWay = 0;
  let asked = 0;
  const query = async (...what: Parameters<Pool['query']>) => {
    underWay += 1;
    asked += 1;
    try {
      if (JSON.stringify(what[0]).includes('jobs')) {
        reached.resolve();
        await gate.promise;
      }
      return await (pool.query as (...args: unknown[]) => Promise<unknown>)(...what);
    } finally {
      underWay -= 1;
    }
  };
  const held = new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
  return { pool: held, reached: reached.promise, go: gate.resolve, counts: () => ({ underWay, asked }) };
}

test('a stop while the jobs are being started waits until nothing is being asked of the database', async () => {
  const { pool, reached, go, counts } = await heldDatabase();
  const background = startBackground({ ...parts, pool });
  await reached;
  const stopped = background.stop();
  go();
  await stopped;
  expect(counts().underWay).toBe(0);
});

test('a stop while the database has not come yet waits for nothing', async () => {
  const { pool, counts } = await heldDatabase();
  await startBackground({ ...parts, pool, ready: new Promise(() => undefined) }).stop();
  expect(counts().asked).toBe(0);
});

test('a stop while a failed start waits to be tried again ends at once', async () => {
  const failed = Promise.withResolvers<void>();
  const pool = { query: async () => Promise.reject(new Error('away')) } as unknown as Pool;
  const warn = () => failed.resolve();
  const background = startBackground({ ...parts, pool, log: { ...log, warn } as unknown as typeof log });
  await failed.promise;
  await background.stop();
});
