import { readFileSync } from 'node:fs';

/** Words in the order of their frequency, each with a direction in which words of like meaning lie near each other. */
export interface WordVectors {
  dimensions: number;
  /** Place of a word. */
  places: ReadonlyMap<string, number>;
  /** One row a word. */
  rows: Int8Array;
  /** How much a word counts in a sum: frequent words say little (Arora, Liang, Ma 2017, smooth inverse frequency). */
  weights: Float32Array;
}

/** The `a` of smooth inverse frequency. */
const SMOOTHING = 1e-3;
/** A step of the stored whole numbers. */
const STEP = 4 / 127;
const HEADER_BYTES = 8;

/** Reads the file that bench/leads/make-word-vectors.ts writes: two 32-bit counts, the words, one row each. */
export function readWordVectors(file: URL): WordVectors {
  const bytes = readFileSync(file);
  const dimensions = bytes.readUInt32LE(0);
  const from = HEADER_BYTES + bytes.readUInt32LE(4);
  const words = bytes.toString('utf8', HEADER_BYTES, from).split('\n');
  const harmonic = Math.log(words.length * 1.78);
  return {
    dimensions,
    places: new Map(words.map((word, place) => [word, place])),
    rows: new Int8Array(bytes.buffer, bytes.byteOffset + from, words.length * dimensions),
    // Zipf's law: the frequency of the word at a rank.
    weights: Float32Array.from(words, (_, place) => SMOOTHING / (SMOOTHING + 1 / ((place + 1) * harmonic))),
  };
}

/** What a folded text is about: the weighted sum of its words' vectors over the root of their number. */
export function meaningOf({ places, rows, weights, dimensions }: WordVectors, text: string): Float64Array {
  const sum = new Float64Array(dimensions);
  let count = 0;
  for (const word of text.match(/[a-z]+(?:'[a-z]+)?/g) ?? []) {
    const place = places.get(word);
    if (place === undefined) continue;
    count += 1;
    const weight = weights[place] as number;
    for (let at = 0, from = place * dimensions; at < dimensions; at += 1) {
      sum[at] = (sum[at] as number) + weight * (rows[from + at] as number);
    }
  }
  const scale = count > 0 ? STEP / Math.sqrt(count) : 0;
  for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] as number) * scale;
  return sum;
}

/** The vectors that the product ships. */
export const WORD_VECTORS = readWordVectors(new URL('./word-vectors.bin', import.meta.url));
