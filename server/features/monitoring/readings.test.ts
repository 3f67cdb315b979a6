import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { createReadings, type DiskSpace } from './readings.ts';

test('a folder that hangs keeps nobody waiting, and is not asked again until it answers', async () => {
  const { pool, close } = await testDatabase();
  onTestFinished(close);
  const disk: DiskSpace = { disk: 'backups', device: 1, freeBytes: 1, sizeBytes: 2, usedShare: 0.5 };
  const madeAt = new Date('2026-11-20T03:00:00Z');
  let disks = Promise.resolve([disk]);
  let newest: Promise<Date | null> = Promise.resolve(madeAt);
  const asked = { disks: 0, newest: 0 };
  const readings = createReadings(
    pool,
    {
      newestAt() {
        asked.newest += 1;
        return newest;
      },
    },
    () => {
      asked.disks += 1;
      return disks;
    },
    { cacheMs: -1, patienceMs: 300 },
  );
  expect(await readings.read()).toMatchObject({ disks: [disk], backupAt: madeAt });
  const hung = { disks: Promise.withResolvers<DiskSpace[]>(), newest: Promise.withResolvers<Date | null>() };
  [disks, newest] = [hung.disks.promise, hung.newest.promise];
  // The newest backup is the one that was known before.
  expect(await readings.read()).toMatchObject({ database: { jobs: [] }, disks: [], backupAt: madeAt });
  expect(await readings.read()).toMatchObject({ disks: [] });
  expect(asked).toEqual({ disks: 2, newest: 2 });
  hung.disks.reject(new Error('gone'));
  hung.newest.resolve(null);
  [disks, newest] = [Promise.resolve([disk]), hung.newest.promise];
  await new Promise(setImmediate);
  expect(await readings.read()).toMatchObject({ disks: [disk], backupAt: null });
});
