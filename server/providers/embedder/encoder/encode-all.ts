import type { SentenceEncoder, SentenceVector } from './sentence-encoder.ts';

/** Texts per job of the encoder. */
const BATCH = 64;

/**
 * Encodes many texts in the background.
 *
 * @returns the vectors by text
 * @throws Error if the encoder cannot be loaded
 */
export async function encodeAll(
  encoder: SentenceEncoder,
  texts: Iterable<string>,
): Promise<Map<string, SentenceVector>> {
  const wanted = [...new Set(texts)];
  const vectors = new Map<string, SentenceVector>();
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH);
    const made = await encoder.encode(batch, true);
    if (!made) throw new Error(`the encoder cannot be loaded: ${encoder.problem()?.message}`);
    // Vectors of a batch share one buffer, and each would keep all of it in memory.
    for (const [place, vector] of made.entries()) vectors.set(batch[place] as string, Float32Array.from(vector));
  }
  return vectors;
}
