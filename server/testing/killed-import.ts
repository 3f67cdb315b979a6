/** Imports a twin and kills its own process before a step, as a power cut would. */

import { COMMAND_IMPORTER } from '../features/settings/twin-import.ts';
import { importTwin } from '../features/twin/moving/import-twin.ts';
import { gatherTwin } from '../features/twin/moving/write-archive.ts';
import { folderFiles } from '../features/twin/twin-files.ts';
import { createPool } from '../platform/database/pool.ts';

/** What the process is told, as JSON in its argument. */
export interface KilledImport {
  url: string;
  /** The twin's folder. */
  dir: string;
  /** The folder of the twin that is imported. */
  from: string;
  /** The step before which the process ends. */
  step: string;
}

const { url, dir, from, step } = JSON.parse(process.argv[2] ?? '') as KilledImport;
const { contents } = await gatherTwin(folderFiles(from));
await importTwin({
  pool: createPool({ connectionString: url }),
  dir,
  contents,
  importer: COMMAND_IMPORTER,
  confirm: () => true,
  onStep(next) {
    if (next === step) process.kill(process.pid, 'SIGKILL');
  },
});
