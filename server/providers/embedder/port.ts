/** The port to whatever puts texts into numbers by which their meanings are compared. */

/** {@link EMBEDDING_SIZE} numbers whose squares add up to 1. */
export type Embedding = Float32Array;

/** Makes embeddings. */
export interface Embedder {
  /** Who makes them. Embeddings of embedders of different names are never compared. */
  name: string;
  /**
   * One embedding a text, in their order. Rejects with a ProviderError, or with the signal's reason once it is aborted.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedding[]>;
}

/** How alike two texts are, by embeddings of one embedder: -1 to 1. */
export function similarity(one: Embedding, other: Embedding): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Makes the length 1; null when there is none, or when a figure is no number. */
export function normalised(numbers: ArrayLike<number>): Embedding | null {
  const made = new Float32Array(numbers.length);
  let squares = 0;
  for (let at = 0; at < made.length; at += 1) {
    const value = numbers[at] as number;
    made[at] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  for (let at = 0; at < made.length; at += 1) made[at] = (made[at] as number) / length;
  return made;
}
