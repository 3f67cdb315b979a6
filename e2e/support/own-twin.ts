import { rm } from 'node:fs/promises';
import { copySampleTwin } from '../../server/testing/sample-twin.ts';
import type { Stage } from './stage.ts';

/**
 * A stage whose twin is a folder of its own, which the test may edit and which goes with the stage.
 * @param open opens the stage with these options
 * @param make makes the folder: a copy of the sample
 */
export async function withOwnTwin<Opened extends Stage>(
  open: (options: { twinDir: string }) => Promise<Opened>,
  make: () => Promise<string> = copySampleTwin,
): Promise<Opened & { twinDir: string }> {
  const twinDir = await make();
  const stage = await open({ twinDir });
  return {
    ...stage,
    twinDir,
    async close() {
      await stage.close();
      await rm(twinDir, { recursive: true, force: true });
    },
  };
}
