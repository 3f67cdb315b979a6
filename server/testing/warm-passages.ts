/** Runs once before all tests: makes the vectors of the sample twin's passages, which no test then has to wait for. */
import path from 'node:path';
import { createAnswers } from '../features/twin/retrieval/find-answer.ts';
import { createPassageEncoder } from '../features/twin/retrieval/passage-vectors.ts';
import { createSentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import { loadSampleTwin } from './sample-twin.ts';

/** Where tests keep what is made once. */
export const TEST_CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/understudy');

export default async function warmPassages(): Promise<void> {
  const twin = await loadSampleTwin();
  const encoder = createSentenceEncoder();
  try {
    const passages = createPassageEncoder(encoder, TEST_CACHE);
    await createAnswers(twin, { passages, questions: encoder }, 0).warm();
  } finally {
    await encoder.close();
  }
}
