import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Twin } from '@understudy/contract/twin';
import { loadTwin } from '../features/twin/load-twin.ts';

/**
 * Vectors of passages that tests keep between runs and share between checkouts. Entries are keyed by content, and a
 * new clone starts with those of the last.
 */
export const TEST_CACHE_DIR = path.join(tmpdir(), `understudy-tests-${process.getuid?.() ?? 0}-vectors`);
/** Tests wait for the vectors of passages, however long the machine takes to make them. */
export const TEST_TIMEOUT_MS = 120_000;
/** The folder of the twin that the project ships. */
export const SAMPLE_TWIN_DIR = path.resolve(import.meta.dirname, '../../twin');
/** Every twin that the project ships. */
export const SHIPPED_TWIN_DIRS = [
  SAMPLE_TWIN_DIR,
  ...['tax-adviser', 'heat-pump-engineer'].map((name) =>
    path.resolve(import.meta.dirname, '../../examples/twins', name),
  ),
];

/** The twin that the project ships. */
export function loadSampleTwin(): Promise<Twin> {
  return loadTwin(SAMPLE_TWIN_DIR);
}

/** A copy of its files that a test may spoil; gives the folder, which the test removes. */
export async function copySampleTwin(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'understudy-twin-'));
  await cp(SAMPLE_TWIN_DIR, dir, { recursive: true });
  return dir;
}
