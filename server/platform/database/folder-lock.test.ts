import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { spawnWriter, temporaryDataFolder, temporaryFolder } from '../../testing/spawned-writer.ts';
import { lockFolder } from './folders.ts';

// Starts several processes in sequence, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 90_000 });

test('a folder has one holder at a time, whoever asks', async () => {
  const folder = await temporaryFolder();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`(process ${process.pid}) is using the data folder ${folder}`);
  lock.release();
  lockFolder(folder).release();
});

test.each([
  ['a number that is no process', '999999999'],
  ['a live process that has nothing to do with it', '1'],
  ['a negative number', '-5'],
  ['nothing', ''],
  ['rubbish', '\0\xff{"pid":'],
])('a stale note with %s blocks nothing', async (_, text) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'server.pid'), text);
  await writeFile(join(folder, 'server.lock'), text.repeat(500));
  lockFolder(folder).release();
});

test('a second server is refused with the PID of the first, and the first goes on', async () => {
  const dataDir = await temporaryDataFolder();
  const first = spawnWriter({ dataDir, write: true });
  await first.line('ack 3');
  const second = spawnWriter({ dataDir, write: true });
  const [[status], refusal] = await Promise.all([once(second.process, 'close'), second.line('refused')]);
  expect(status).toBe(1);
  expect(refusal).toContain(`(process ${first.process.pid})`);
  expect(refusal).toContain('Stop it first, or set DATA_DIR');
  await first.line('ack ', first.lines.length);
  await first.kill();
  // The lock ended with the process; the note it left is stale.
  const third = spawnWriter({ dataDir });
  await third.line('ready');
});
