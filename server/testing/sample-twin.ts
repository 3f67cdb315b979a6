import path from 'node:path';
import type { Twin } from '@understudy/contract/twin';
import { loadTwin } from '../features/twin/load-twin.ts';

/** The twin that the project ships. */
export function loadSampleTwin(): Promise<Twin> {
  return loadTwin(path.resolve(import.meta.dirname, '../../twin'));
}
