import { encodeLibrary, libraryOf } from '../../features/show/library.ts';
import { loadTwin } from '../../features/twin/load-twin.ts';
import { createAnswers } from '../../features/twin/retrieval/find-answer.ts';
import type { EncodePassages } from '../../features/twin/retrieval/passage-vectors.ts';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';

/** The texts by which a twin's knowledge and its shows, with the product's own, are found. @param folder of the twin */
export async function shippedTexts(folder: string, encoder: SentenceEncoder): Promise<string[]> {
  const twin = await loadTwin(folder);
  const texts: string[] = [];
  const note: EncodePassages = async (more) => {
    texts.push(...more);
    return null;
  };
  await createAnswers(twin, { passages: note, questions: encoder }, 0).warm();
  await encodeLibrary(libraryOf(twin, null), note);
  return texts;
}
