import { defineConfig } from 'vitest/config';
import { TEST_KINDS, type TestKind, testsByKind } from './scripts/test-kinds.ts';
import { TEST_CACHE_DIR } from './server/testing/sample-twin.ts';

const files = testsByKind();
/** Projects run one after the other: those that share a process stay warm, and no more run at once than there are cores. */
const project = (kind: TestKind, groupOrder: number) => ({
  extends: true as const,
  test: { name: kind, include: files[kind], isolate: kind === 'process', sequence: { groupOrder } },
});

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    // What is made once, such as vectors of passages, is there for every test, in servers of their own too.
    env: { CACHE_DIR: TEST_CACHE_DIR },
    // What is waited for comes late on a busy machine; how late is the benchmarks' business.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      ...TEST_KINDS.map((kind, order) => {
        const { test, ...rest } = project(kind, order);
        return kind === 'pure'
          ? { ...rest, test: { ...test, maxWorkers: 1 } }
          : { ...rest, test: { ...test, globalSetup: './server/testing/warm-passages.ts' } };
      }),
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: './server/testing/warm-passages.ts',
          fileParallelism: false,
          // One process for all of them, so that the product is loaded and the database is started once.
          isolate: false,
          testTimeout: 120_000,
          sequence: { groupOrder: TEST_KINDS.length },
        },
      },
    ],
  },
});
