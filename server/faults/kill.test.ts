import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFakeProvider } from '../testing/fake-provider.ts';
import { streamed } from '../testing/fake-replies.ts';
import { type KillKind, runKill } from '../testing/kill-runner.ts';
import { times } from '../testing/load.ts';
import { temporaryDataFolder, temporaryFolder } from '../testing/spawned-writer.ts';

const KINDS: KillKind[] = ['both', 'server', 'database'];

test.each(KINDS.slice(0, times(1, 3)))(
  'F17: killing the %s under running conversations loses nothing acknowledged and doubles nothing',
  async (kind) => {
    const provider = await startFakeProvider();
    provider.always(streamed('Glad that you ask. [pause:1s] Here is what I would do first.', { wordMs: 2 }));
    try {
      const report = await runKill({
        kind,
        dataDir: await temporaryDataFolder(),
        journal: join(await temporaryFolder(), 'acknowledged.jsonl'),
        conversations: times(4, 20),
        killAfterMs: 200,
        environment: { LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' },
      });
      expect(report.acknowledgedBefore).toBeGreaterThan(0);
      expect(report.acknowledged).toBeGreaterThan(report.acknowledgedBefore);
      // A surviving server may have waited for its database without anybody noticing.
      if (kind !== 'database') expect(report.askedAgain).toBeGreaterThan(0);
      expect(report).toMatchObject({ lost: [], duplicates: [], gaps: [], running: [] });
    } finally {
      await provider.close();
    }
  },
  90_000,
);
