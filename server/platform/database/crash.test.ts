import { expect, test, vi } from 'vitest';
import { databasePid } from '../../testing/spawned-writer.ts';
import { expectNothingLost, startWriting } from '../../testing/writing-server.ts';

// Starts several processes in sequence, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 90_000 });

test('after a SIGKILL of server and database nothing is lost', async () => {
  const { dataDir, server } = await startWriting();
  process.kill(await databasePid(dataDir), 'SIGKILL');
  await server.kill();
  await expectNothingLost(dataDir, server);
});

test('a database that was killed is started again and writing goes on, without a restart of the server', async () => {
  const { dataDir, server } = await startWriting();
  const pid = await databasePid(dataDir);
  process.kill(pid, 'SIGKILL');
  await server.line('failed');
  const failedAt = server.lines.findIndex((line) => line.startsWith('failed'));
  await server.line('ack', failedAt);
  expect(await databasePid(dataDir)).not.toBe(pid);
  expect(server.process.exitCode).toBeNull();
  await server.kill();
  await expectNothingLost(dataDir, server);
});
