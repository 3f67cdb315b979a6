import { expect, onTestFinished, test } from 'vitest';
import { temporaryDataFolder } from '../../testing/spawned-writer.ts';
import { databaseErrorCode } from './errors.ts';
import { openDatabase } from './open-database.ts';

const insert = "INSERT INTO events (kind, payload) VALUES ('test', $1)";

test('a database that is killed under load: each request learns so and goes on; nothing is lost', async () => {
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
