import { expect } from 'vitest';
import { type SpawnedWriter, spawnWriter, temporaryDataFolder } from './spawned-writer.ts';

/** A server that has acknowledged some writes and keeps writing. */
export async function startWriting(): Promise<{ dataDir: string; server: SpawnedWriter }> {
  const dataDir = await temporaryDataFolder();
  const server = spawnWriter({ dataDir, write: true });
  await server.line('ack 50');
  return { dataDir, server };
}

/** Every acknowledged write is there exactly once after the next start, and that start is clean. */
export async function expectNothingLost(dataDir: string, before: SpawnedWriter): Promise<SpawnedWriter> {
  const acknowledged = before.acknowledged();
  expect(acknowledged.length).toBeGreaterThan(0);
  const next = spawnWriter({ dataDir, write: true });
  const last = Number((await next.line('ready')).slice('ready '.length));
  // The last write may have been committed before its acknowledgement arrived.
  expect(last).toBeGreaterThanOrEqual(acknowledged.at(-1) ?? 0);
  await next.line(`ack ${last + 1}`);
  return next;
}
