import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { DescribedCalls } from './described-calls.ts';

/** A folder for the backups of a test, for BACKUP_DIR. */
export const backupFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'understudy-test-'));

/** Makes the calls about backups as they are described, and removes the folder. @param owner calls as an owner */
export async function backUpAsDescribed(
  owner: (id: string, more?: object) => ReturnType<DescribedCalls['call']>,
): Promise<void> {
  const settled = () => expect.poll(async () => (await owner('read_backups')).running, { interval: 200 }).toBe(null);
  await owner('make_backup', { body: {} });
  await settled();
  await owner('test_restore', { body: {} });
  await settled();
  const { folder, items, last_test } = await owner('read_backups');
  expect({ items: items.length, problem: last_test.problem }).toEqual({ items: 1, problem: null });
  await rm(folder, { recursive: true });
}
