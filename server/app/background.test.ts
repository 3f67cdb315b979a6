import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { beginDeletion, readDeletion, resumeDeletion } from '../features/privacy/danger-routes.ts';
import { DEFAULT_SETTINGS, type LiveSettings } from '../features/settings/settings.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../testing/database.ts';
import { TEST_INTERVALS } from '../testing/intervals.ts';
import { understand } from '../testing/understand.ts';
import { startBackground } from './background.ts';

const log = createLog('silent');
/** No conversation is summarised here. */
const twin = () => ({}) as Twin;
const settings: Pick<LiveSettings, 'get'> = { get: (group) => DEFAULT_SETTINGS[group] };
const work = { model: null, memory: null, understand, settings, intervals: TEST_INTERVALS };
const parts = { log, twin, ready: Promise.resolve(), shared: false, ...work };

/** The database as the background work sees it: the first statement about the jobs' tables waits for `go`. */
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

test('a deletion of conversations that was given up is taken up again, and stands in nobody’s way', async () => {
  const { pool, close } = await testDatabase();
  onTestFinished(close);
  const deletion = { before: '2026-01-01', until: new Date('2026-01-01'), total: 1, by: 'owner@example.test' };
  const begin = () => inTransaction(pool, (client) => beginDeletion(client, deletion));
  const requested = async () =>
    (await pool.query("SELECT FROM job_requests WHERE name = 'delete_conversations'")).rowCount;
  await pool.query(
    `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, started_at, last_active_at,
       ended_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), '\\x00', true, '1', 'mentor', '2025-01-01', '2025-01-01',
       '2025-01-01')`,
  );
  // Left by a job that was given up: marked as running, though nobody was asked for it.
  await begin();
  expect(await begin()).toBeNull();
  expect(await resumeDeletion(pool, async () => true)).toBe(false);
  expect(await requested()).toBe(0);
  const background = startBackground({ ...parts, pool });
  onTestFinished(() => background.stop());
  await expect.poll(async () => (await readDeletion(pool))?.running, { timeout: 30_000 }).toBe(false);
  expect((await pool.query('SELECT FROM sessions')).rowCount).toBe(0);
  expect(await resumeDeletion(pool, async () => false)).toBe(false);
  expect(await begin()).toMatchObject({ running: true });
}, 60_000);
