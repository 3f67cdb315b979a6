/** A unit vector of {@link EMBEDDING_SIZE} numbers. */
export type Embedding = Float32Array;

/** Turns texts into vectors that compare by meaning. The port of all embedders. */
export interface Embedder {
  /** Identifies the embedder. Embeddings of different names are never compared. */
  name: string;
  /** One embedding per text, in order. Rejects with a ProviderError, or with the signal's reason once it is aborted. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedding[]>;
}

/**
 * Cosine similarity of two texts, by unit vectors of the same embedder or encoder: -1 to 1. A line of a show is
 * compared with thousands of samples: four sums take a third of the time of one, whose every step waits for the one
 * before.
 */
export function similarity(one: Embedding, other: Embedding): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const whole = one.length - (one.length % 4);
  for (let at = 0; at < whole; at += 4) {
    a += (one[at] as number) * (other[at] as number);
    b += (one[at + 1] as number) * (other[at + 1] as number);
    c += (one[at + 2] as number) * (other[at + 2] as number);
    d += (one[at + 3] as number) * (other[at + 3] as number);
  }
  for (let at = whole; at < one.length; at += 1) a += (one[at] as number) * (other[at] as number);
  return a + b + c + d;
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
