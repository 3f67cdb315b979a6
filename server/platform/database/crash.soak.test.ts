import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { copyFolder } from '../../testing/database.ts';
import { databasePid, spawnWriter, temporaryFolder } from '../../testing/spawned-writer.ts';
import { expectNothingLost, startWriting } from '../../testing/writing-server.ts';
import { processesOn } from './orphan-processes.ts';

// Starts several processes in sequence, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 90_000 });

async function untilNoProcess(dataDir: string): Promise<void> {
  await expect.poll(() => processesOn(join(dataDir, 'postgres')), { interval: 50 }).toEqual([]);
}

test.each([
  ['after a SIGKILL of the server nothing is lost and no database process stays', true],
  ['a start right after a SIGKILL waits for the orphan to end', false],
])('%s', async (_, waits) => {
  const { dataDir, server } = await startWriting();
  await server.kill();
  if (waits) await untilNoProcess(dataDir);
  await expectNothingLost(dataDir, server);
});

test('a start on a copy of the folder taken while writing is clean, beside the original', async () => {
  const { dataDir, server } = await startWriting();
  const acknowledged = server.acknowledged().at(-1) ?? 0;
  const copy = await temporaryFolder();
  // Like a disk after a power cut, including lock files, leftover sockets and half-written pages.
  await copyFolder(`${dataDir}/.`, copy).catch(toleratingVanishedFiles);
  await copyFolder(`${dataDir}.key`, `${copy}.key`);
  const onCopy = spawnWriter({ dataDir: copy, write: true });
  const last = Number((await onCopy.line('ready')).slice('ready '.length));
  expect(last).toBeGreaterThanOrEqual(acknowledged);
  await onCopy.line(`ack ${last + 1}`);
  // The original still runs: the copy's postmaster.pid named its process, which was left alone.
  await server.line('ack', server.lines.length);
});

test('an orphan that nobody watches is stopped by the next start', async () => {
  const { dataDir, server } = await startWriting();
  const pid = await databasePid(dataDir);
  for (const watchdog of await watchdogsOf(pid)) process.kill(watchdog, 'SIGKILL');
  await server.kill();
  expect(await processesOn(join(dataDir, 'postgres'))).toContain(pid);
  await expectNothingLost(dataDir, server);
  expect(await processesOn(join(dataDir, 'postgres'))).not.toContain(pid);
});

/**
 * Files of a running database come and go; those that vanish during the copy would be missing after a power cut too.
 */
function toleratingVanishedFiles(error: { stderr?: string }): void {
  if (!/No such file or directory/.test(error.stderr ?? '')) throw error;
}

/** PIDs of a database process's watchdogs. */
async function watchdogsOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`understudy-watchdog\0${pid}\0`)) found.push(Number(name));
  }
  return found;
}
