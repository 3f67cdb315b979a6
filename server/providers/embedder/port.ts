/** A unit vector of {@link EMBEDDING_SIZE} numbers. */
export type Embedding = Float32Array;

/** Turns texts into vectors that compare by meaning. The port of all embedders. */
export interface Embedder {
  /** Identifies the embedder. Embeddings of different names are never compared. */
  name: string;
  /** One embedding per text, in order. Rejects with a ProviderError, or with the signal's reason once it is aborted. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedding[]>;
}

/** Similarity of two texts by embeddings of the same embedder: -1 to 1. */
export function similarity(one: Embedding, other: Embedding): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** Scales a vector to length 1; null if its length is 0 or it contains anything but finite numbers. */
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
