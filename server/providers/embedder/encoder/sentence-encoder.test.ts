import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import wabt from 'wabt';
import { createSentenceEncoder, type SentenceEncoder, type SentenceVector } from './sentence-encoder.ts';
import { createTokenizer } from './sentence-pieces.ts';

/** How alike the lines are to those before them, by the model as it was published, in 32-bit floating point. */
const LINES: readonly [line: string, likeness: readonly number[]][] = [
  ['We want to hire you.', []],
  ['yo how much do u charge for consulting?? we r a startup in berlin 20 ppl', [0.4059]],
  ['What are your rates?', [0.2535, 0.4222]],
  ['Can we walk away halfway through and not pay the second half?', [0.2973, 0.1685, 0.1986]],
  ['my arm has been numb since this morning, should i be worried', [0.1129, 0.0397, 0.092, 0.1949]],
  ['Please delete everything you know about me.', [0.378, 0.1505, 0.2654, 0.1738, 0.2131]],
  ['¿Y cuánto cuesta?', [0.1236, 0.0809, 0.1523, 0.1703, 0.1428, 0.1273]],
  ['😀 ok', [0.3294, 0.2601, 0.358, 0.2177, 0.1627, 0.3799, 0.3035]],
  ['I am Lee from Northwind, lee@northwind.example', [0.2344, 0.23, 0.17, 0.0848, 0.1144, 0.3555, 0.0636, 0.2225]],
];
/** What the 8-bit weights may cost. */
const TOLERANCE = 0.015;

function newEncoder(options?: Parameters<typeof createSentenceEncoder>[0]): SentenceEncoder {
  const encoder = createSentenceEncoder(options);
  onTestFinished(() => encoder.close());
  return encoder;
}

const dot = (one: SentenceVector, other: SentenceVector) =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);

const alike = async (encoder: SentenceEncoder, one: string, other: string) => {
  const [a, b] = (await encoder.encode([one, other])) as [SentenceVector, SentenceVector];
  return dot(a, b);
};

test('vectors are as alike as those of the published model', async () => {
  const vectors = (await newEncoder().encode(LINES.map(([line]) => line))) as SentenceVector[];
  for (const [at, [, likeness]] of LINES.entries()) {
    const own = vectors[at] as SentenceVector;
    expect(dot(own, own)).toBeCloseTo(1, 4);
    for (const [other, wanted] of likeness.entries()) {
      expect(Math.abs(dot(own, vectors[other] as SentenceVector) - wanted), `${at} beside ${other}`).toBeLessThan(
        TOLERANCE,
      );
    }
  }
});

test('other words for the same thing are nearer than a question about another', async () => {
  const encoder = newEncoder();
  const same = await alike(encoder, 'What are your rates?', 'How much do you charge?');
  expect(same).toBeGreaterThan(await alike(encoder, 'What are your rates?', 'Where is your office?'));
});

test('hostile lines get a vector: none, blanks, half a character, no spaces, four thousand characters', async () => {
  const lines = ['', '   ', '\ud83d', 'x'.repeat(4_000), '¡'.repeat(4_000), 'who? '.repeat(800), '\u0000'];
  for (const vector of (await newEncoder().encode(lines)) as SentenceVector[]) {
    expect(vector).toHaveLength(512);
    expect(vector.every(Number.isFinite)).toBe(true);
  }
});

test('nothing is encoded of nothing', async () => {
  expect(await newEncoder().encode([])).toEqual([]);
});

test('texts of several callers at once go back to whom they belong', async () => {
  const encoder = newEncoder();
  const [both, one] = await Promise.all([encoder.encode(['rates', 'cats']), encoder.encode(['cats'])]);
  expect(dot(both?.[1] as SentenceVector, one?.[0] as SentenceVector)).toBeCloseTo(1, 4);
});

test('the thread ends when nobody needs it, and comes back', async () => {
  const encoder = newEncoder({ idleMs: 1 });
  await encoder.encode(['hello']);
  await vi.waitFor(() => expect(encoder.isRunning()).toBe(false));
  expect(await encoder.encode(['hello'])).toHaveLength(1);
});

test('without the weights nothing is encoded, the reason is told, and it is tried again later', async () => {
  const encoder = newEncoder({ weights: 'no-such-package' });
  expect(await encoder.encode(['hello'])).toBeNull();
  expect(encoder.problem()).toMatch(/no-such-package/);
  expect(await encoder.encode(['hello'])).toBeNull();
});

test('closing answers those who wait', async () => {
  const encoder = newEncoder();
  const waiting = encoder.encode(['hello']);
  await encoder.close();
  expect(await waiting).toBeNull();
});

test('the program of the matrix product is what its source says', async () => {
  const source = readFileSync(new URL('./matmul.wat', import.meta.url), 'utf8');
  const { buffer } = (await wabt()).parseWat('matmul.wat', source, { simd: true }).toBinary({});
  expect(Buffer.from(buffer)).toEqual(readFileSync(new URL('./matmul.wasm', import.meta.url)));
});

test('a text is cut where its pieces are most likely, and what is unknown is one piece', () => {
  const markers: [string, number][] = Array.from({ length: 6 }, (_, at) => [`<${at}>`, 0]);
  const tokenize = createTokenizer([
    ...markers,
    ['▁', -5],
    ['▁we', -2],
    ['▁w', -4],
    ['e', -3],
    ['s', -3],
    ['es', -3.5],
  ]);
  expect(tokenize('we')).toEqual([7]);
  expect(tokenize('wes')).toEqual([7, 10]);
  expect(tokenize('  we \n we ')).toEqual([7, 7]);
  expect(tokenize('we xyz')).toEqual([7, 6, 0]);
  expect(tokenize('')).toEqual([6]);
});
