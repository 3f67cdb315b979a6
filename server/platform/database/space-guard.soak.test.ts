import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { smallDisk } from '../../testing/small-disk.ts';
import { temporaryFolder } from '../../testing/spawned-writer.ts';
import { databaseErrorCode } from './errors.ts';
import { openDatabase } from './open-database.ts';
import { events } from './schema.ts';

const event = { kind: 'test', payload: { words: 'x'.repeat(2_000) } };

test('a disk that another program fills: storage_full, reads go on, no restart, nothing lost', async (context) => {
  const disk = await temporaryFolder();
  // Containers and ordinary users may not mount; the guard and PostgreSQL's own error are also tested without it.
  if (!smallDisk(disk, 120)) context.skip('this account may not mount a file system of its own');
  const database = await openDatabase({ dataDir: join(disk, 'data'), databaseUrl: null, spaceCheckMs: 50 });
  const started = (await database.pool.query('SELECT pg_postmaster_start_time() AS at')).rows[0].at;
  const db = drizzle(database.pool);
  let acknowledged = 0;
  const write = () =>
    db
      .insert(events)
      .values(event)
      .then(() => {
        acknowledged += 1;
        return 'written';
      }, databaseErrorCode);
  await write();
  const filler = await open(join(disk, 'filler'), 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) await filler.write(block);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
  await filler.close();
  await expect.poll(write, { interval: 5 }).toBe('storage_full');
  expect(await db.select().from(events)).toHaveLength(acknowledged);
  await rm(join(disk, 'filler'));
  await expect.poll(write).toBe('written');
  expect(await db.select().from(events)).toHaveLength(acknowledged);
  expect((await database.pool.query('SELECT pg_postmaster_start_time() AS at')).rows[0].at).toEqual(started);
  await database.close();
});
