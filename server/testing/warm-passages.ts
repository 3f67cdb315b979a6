/** Runs once before all tests: makes the vectors of the sample twin's passages, which no test then has to wait for. */
import path from 'node:path';
import { unitsOf } from '../features/twin/retrieval/passage-index.ts';
import { createPassageEncoder } from '../features/twin/retrieval/passage-vectors.ts';
import { createSentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import { loadSampleTwin } from './sample-twin.ts';

/** Where tests keep what is made once. */
export const TEST_CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/understudy');

export default async function warmPassages(): Promise<void> {
  const { knowledge } = await loadSampleTwin();
  const encoder = createSentenceEncoder();
  try {
    await createPassageEncoder(encoder, TEST_CACHE)(unitsOf(knowledge).map(({ text }) => text));
  } finally {
    await encoder.close();
  }
}
