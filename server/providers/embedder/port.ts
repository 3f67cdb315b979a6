/** The port to whatever puts texts into numbers by which their meanings are compared. */

/** {@link EMBEDDING_SIZE} numbers whose squares add up to 1. */
export type Embedding = Float32Array;

/** Makes embeddings. */
export interface Embedder {
  /** Who makes them. Embeddings of embedders of different names are never compared. */
  name: string;
  /** One embedding a text, in their order. Rejects with a ProviderError, or with the signal's reason once it is aborted. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedding[]>;
}

/** How alike two texts are, by embeddings of one embedder: -1 to 1. */
export function similarity(one: Embedding, other: Embedding): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Makes the length 1; null when there is none, or when a figure is no number. */
export function normalised(numbers: ArrayLike<number>): Embedding | null {
  let squares = 0;
  for (let at = 0; at < numbers.length; at += 1) squares += (numbers[at] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  return length > 0 && Number.isFinite(length) ? Float32Array.from(numbers, (value) => value / length) : null;
}
