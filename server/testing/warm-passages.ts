/** Runs once before all tests: encodes the passages and shows of the shipped twins, so that no test waits for it. */

import { encodeLibrary, libraryOf } from '../features/show/library.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { createAnswers } from '../features/twin/retrieval/find-answer.ts';
import { createPassageEncoder } from '../features/twin/retrieval/passage-vectors.ts';
import { createSentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import { SHIPPED_TWIN_DIRS, TEST_CACHE_DIR } from './sample-twin.ts';

export default async function warmPassages(): Promise<void> {
  const encoder = createSentenceEncoder();
  try {
    const passages = createPassageEncoder(encoder, TEST_CACHE_DIR);
    for (const folder of SHIPPED_TWIN_DIRS) {
      const twin = await loadTwin(folder);
      await createAnswers(twin, { passages, questions: encoder }, 0).warm();
      await encodeLibrary(libraryOf(twin, null), passages);
    }
  } finally {
    await encoder.close();
  }
}
