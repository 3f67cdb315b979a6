import { defineConfig } from 'vitest/config';
import { soakTests, testsByKind } from './scripts/test-kinds.ts';
import { TEST_CACHE_DIR } from './server/testing/sample-twin.ts';

const files = testsByKind();
/** Encodes the shipped twins' passages once, before the first project that needs them. */
const NEEDS_PASSAGES = { globalSetup: './server/testing/warm-passages.ts' };
/** Loads the page's texts, which a page loads with its script. */
const TEXTS = { setupFiles: './web/testing/english-texts.ts' };
/** Browser tests that play and record sound in real time. */
const VOICE_TESTS = 'e2e/voice-*.test.ts';

/**
 * Projects run one after the other, each with as many workers as its tests leave time for: two compute side by side on
 * two cores. Where nothing is isolated, the files of a worker share its loaded modules, database and encoder.
 */
const projects = [
  { name: 'pure', include: files.pure, isolate: false, maxWorkers: 1, ...TEXTS },
  {
    name: 'component',
    include: files.component,
    isolate: false,
    maxWorkers: 1,
    environment: 'happy-dom',
    ...TEXTS,
  },
  { name: 'shared', include: files.shared, isolate: false, maxWorkers: 2, ...NEEDS_PASSAGES },
  { name: 'process', include: files.process, maxWorkers: 2, ...NEEDS_PASSAGES },
  {
    name: 'browser',
    include: ['e2e/**/*.test.ts'],
    exclude: [VOICE_TESTS],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    ...NEEDS_PASSAGES,
  },
  // Sound in real time goes wrong where something else computes.
  { name: 'voice', include: [VOICE_TESTS], isolate: false, maxWorkers: 1, testTimeout: 120_000, ...NEEDS_PASSAGES },
  // Only `npm run test:soak` names it.
  {
    name: 'soak',
    include: soakTests(),
    maxWorkers: 1,
    testTimeout: 300_000,
    env: { SOAK: 'on' },
    ...NEEDS_PASSAGES,
  },
];

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    unstubEnvs: true,
    // What is made once, such as vectors of passages, is there for every test, in servers of their own too.
    env: { CACHE_DIR: TEST_CACHE_DIR },
    // What is waited for comes late on a busy machine; how late is the benchmarks' business.
    expect: { poll: { timeout: 30_000 } },
    projects: projects.map((project, groupOrder) => ({
      extends: true as const,
      test: { ...project, sequence: { groupOrder } },
    })),
  },
});
