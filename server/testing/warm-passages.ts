/** Runs once before all tests: encodes the passages of the shipped twins, so that no test waits for it. */

import { loadTwin } from '../features/twin/load-twin.ts';
import { createAnswers } from '../features/twin/retrieval/find-answer.ts';
import { createPassageEncoder } from '../features/twin/retrieval/passage-vectors.ts';
import { createSentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import { SHIPPED_TWIN_DIRS, TEST_CACHE_DIR } from './sample-twin.ts';

export default async function warmPassages(): Promise<void> {
  const encoder = createSentenceEncoder();
  try {
    const passages = createPassageEncoder(encoder, TEST_CACHE_DIR);
    for (const folder of SHIPPED_TWIN_DIRS)
      await createAnswers(await loadTwin(folder), { passages, questions: encoder }, 0).warm();
  } finally {
    await encoder.close();
  }
}
