import { readFileSync } from 'node:fs';

/** What English words mean, as directions: words that are used alike point alike (docs/decisions/embedder.md). */
export interface WordVectors {
  dimensions: number;
  /** The row of a lower-case word; -1 for one that is not known. */
  rowOf(word: string): number;
  /** The place of that row's word in the order of how often words are used, from 0. */
  rankOf(row: number): number;
  /** Adds the direction (length 1) of that row's word, times `weight`, to the first figures of `sum`. */
  add(row: number, weight: number, sum: Float32Array): void;
}

/** Words whose place is remembered: people use few words most of the time. */
const FOUND_MOST = 5_000;

let loaded: WordVectors | null = null;

/**
 * The vectors: 30,000 words of 100 figures, a byte each. Read at the first use, which takes 2 ms and 3 MB, and then
 * shared. Made by `server/commands/make-word-vectors.ts`.
 */
export function wordVectors(): WordVectors {
  loaded ??= read(readFileSync(new URL('word-vectors.bin', import.meta.url)));
  return loaded;
}

/** The file: three counts, where each word starts, the ranks, the words' letters, the figures. All little-endian. */
function read(file: Buffer): WordVectors {
  const [size, dimensions, letterCount] = [0, 4, 8].map((at) => file.readUInt32LE(at)) as [number, number, number];
  const starts = 12;
  const ranks = starts + 4 * (size + 1);
  const letters = ranks + 2 * size;
  const figures = new Int8Array(file.buffer, file.byteOffset + letters + letterCount, size * dimensions);
  const startOf = (row: number) => letters + file.readUInt32LE(starts + 4 * row);
  const known = new Map<string, number>();

  function search(word: string): number {
    let low = 0;
    let high = size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = file.toString('latin1', startOf(middle), startOf(middle + 1));
      if (found === word) return middle;
      if (found < word) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  return {
    dimensions,
    rowOf(word) {
      const before = known.get(word);
      if (before !== undefined) return before;
      const row = search(word);
      if (known.size >= FOUND_MOST) known.clear();
      known.set(word, row);
      return row;
    },
    rankOf: (row) => file.readUInt16LE(ranks + 2 * row),
    add(row, weight, sum) {
      const from = row * dimensions;
      let squares = 0;
      for (let at = from; at < from + dimensions; at += 1) squares += (figures[at] ?? 0) ** 2;
      const factor = weight / (Math.sqrt(squares) || 1);
      for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + factor * (figures[from + at] ?? 0);
    },
  };
}
