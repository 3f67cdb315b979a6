import type { Twin } from '@understudy/contract/twin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { loadSampleTwin, SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';
import { folderFiles } from '../twin/twin-files.ts';
import { createTwinTrials, type TrialDeps } from './twin-trials.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Trials of the sample twin, and the twins that they build and make ready. */
async function trialsOf() {
  let running = await loadSampleTwin();
  const built: Twin[] = [];
  const ready: Twin[] = [];
  const deps = {
    pool: app.pool,
    live: {
      folder: folderFiles(SAMPLE_TWIN_DIR),
      statedRetention: null,
      twin: () => running,
      withSettings(twin: Twin) {
        built.push(twin);
        return twin;
      },
    },
    async speakerOf(twin: Twin) {
      ready.push(twin);
      return { twin };
    },
  };
  const swap = () => {
    running = { ...running };
  };
  return { trials: createTwinTrials(deps as unknown as TrialDeps), built, ready, swap };
}

const { signal } = new AbortController();
const TEXTS = [{ file: 'replies/mine.yaml', text: 'thanks: [ Any time. ]\n' }];

test('a twin that was checked is the one that answers, and the other way round', async () => {
  const { trials, built, ready, swap } = await trialsOf();
  await trials.check(TEXTS, signal);
  expect(ready).toEqual([]);
  const { twin } = await trials.speakerWith(TEXTS, signal);
  await trials.check(TEXTS, signal);
  await trials.speakerWith(TEXTS, signal);
  expect(built).toEqual([twin]);
  expect(ready).toEqual([twin]);
  swap();
  await trials.check(TEXTS, signal);
  expect(built).toHaveLength(2);
});

test('texts that make no twin are checked anew, for the folder may have been mended', async () => {
  const { trials, built } = await trialsOf();
  const broken = [{ file: 'replies/mine.yaml', text: 'no_such_move: [ x ]\n' }];
  for (const _ of [1, 2]) await expect(trials.check(broken, signal)).rejects.toThrow('no_such_move');
  expect(built).toEqual([]);
});
