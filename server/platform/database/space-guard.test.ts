import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { smallDisk } from '../../testing/small-disk.ts';
import { temporaryDataFolder, temporaryFolder } from '../../testing/spawned-writer.ts';
import { startEmbedded } from './embedded.ts';
import { databaseErrorCode } from './errors.ts';
import { openDatabase } from './open-database.ts';
import { events } from './schema.ts';
import { FREE_SPACE } from './settings.ts';

const event = { kind: 'test', payload: { words: 'x'.repeat(2_000) } };

test('writes are refused as storage_full while room is short; reads go on, and writes come back', async () => {
  let room: number = FREE_SPACE.enoughBytes;
  const dataDir = await temporaryDataFolder();
  const database = await openDatabase({ dataDir, databaseUrl: null, freeBytes: async () => room, spaceCheckMs: 50 });
  const db = drizzle(database.pool);
  try {
    await db.insert(events).values(event);
    room = FREE_SPACE.lowBytes - 1;
    const write = () =>
      db
        .insert(events)
        .values(event)
        .then(() => 'written', databaseErrorCode);
    await expect.poll(write).toBe('storage_full');
    expect((await db.select().from(events)).length).toBeGreaterThan(0);
    expect(await database.ping()).toEqual({ ready: true, reasons: ['no room is left on the disk'] });
    room = FREE_SPACE.enoughBytes;
    await expect.poll(write).toBe('written');
    expect(await database.ping()).toEqual({ ready: true, reasons: [] });
  } finally {
    await database.close();
  }
});

test('a start with no room says so', async (context) => {
  const disk = await temporaryFolder();
  if (!smallDisk(disk, 8)) context.skip('this account may not mount a file system of its own');
  await expect(startEmbedded({ dataDir: join(disk, 'data') })).rejects.toThrow(
    /There is no room on the disk to make a database in/,
  );
});

test("PostgreSQL's own error of a full disk is storage_full", async () => {
  const database = await openDatabase({ dataDir: await temporaryDataFolder(), databaseUrl: null });
  const raised = database.pool.query("DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$");
  expect(await raised.catch(databaseErrorCode)).toBe('storage_full');
  await database.close();
});
