/** Restores a backup and kills its own process before a step, as a power cut would. */

import type { Installation } from '../features/backups/installation.ts';
import { restoreInstallation } from '../features/backups/restore.ts';

/** What the process is told, as JSON in its argument. */
export interface KilledRestore {
  file: string;
  installation: Installation;
  /** The step before which the process ends. */
  step: string;
}

const { file, installation, step } = JSON.parse(process.argv[2] ?? '') as KilledRestore;
await restoreInstallation(file, installation, {
  ...{ passphrase: null, replace: true, withoutKey: false, say: () => undefined },
  onStep(next) {
    if (next === step) process.kill(process.pid, 'SIGKILL');
  },
});
