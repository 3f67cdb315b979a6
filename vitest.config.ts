import { defineConfig } from 'vitest/config';
import { TEST_CACHE } from './server/testing/warm-passages.ts';

/** Unit and integration tests run side by side; the browser journeys, which share two cores with Chromium, do not. */
export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is made once, such as vectors of passages, is there for every test, in servers of their own too.
    env: { CACHE_DIR: TEST_CACHE },
    globalSetup: './server/testing/warm-passages.ts',
    // What is waited for comes late on a busy machine; how late is the benchmarks' business.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          // One process for all of them, so that the product is loaded and the database is started once.
          isolate: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
