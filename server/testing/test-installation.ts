import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Installation } from '../features/backups/installation.ts';
import { SAMPLE_TWIN_DIR } from './sample-twin.ts';
import { testKeyFile } from './secret-key.ts';
import { temporaryFolder } from './spawned-writer.ts';

/** An installation on a database of the tests' server, with a twin's folder of its own that goes after the test. */
export async function testInstallation(databaseUrl: string, passphrase: string | null = null): Promise<Installation> {
  const dir = await temporaryFolder();
  await cp(SAMPLE_TWIN_DIR, path.join(dir, 'twin'), { recursive: true });
  return {
    dataDir: path.join(dir, 'data'),
    databaseUrl,
    secretKeyFile: testKeyFile(),
    twinDir: path.join(dir, 'twin'),
    backups: { dir: path.join(dir, 'backups'), kept: 7, passphrase, beforeUpdate: true },
  };
}
