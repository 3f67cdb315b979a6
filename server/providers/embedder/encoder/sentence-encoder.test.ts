import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import wabt from 'wabt';
import { forgetWords } from '../../../platform/word-cache.ts';
import { similarity } from '../port.ts';
import { createSentenceEncoder, type SentenceEncoder, type SentenceVector } from './sentence-encoder.ts';
import { STATE_SIZE } from './transformer.ts';
import { createTokenizer } from './weights.ts';

/** Similarity of each line to the lines before it, by the model as published, in 32-bit floating point. */
const LINES: readonly [line: string, likeness: readonly number[]][] = [
  ['We want to hire you.', []],
  ['yo how much do u charge for consulting?? we r a startup in berlin 20 ppl', [0.2934]],
  ['What are your rates?', [0.1821, 0.4681]],
  ['Can we walk away halfway through and not pay the second half?', [0.1149, 0.0678, 0.092]],
  ['my arm has been numb since this morning, should i be worried', [-0.034, 0.1094, 0.0649, -0.0146]],
  ['Please delete everything you know about me.', [0.2357, 0.0499, 0.1321, 0.0062, 0.0654]],
  ['¿Y cuánto cuesta?', [0.1963, 0.0914, 0.0706, 0.0478, 0.0113, 0.0876]],
  ['😀 ok', [0.166, 0.0893, 0.0995, 0.1529, 0.1236, 0.2492, 0.1388]],
  [
    'I am Lee from Northwind, lee@northwind.example',
    [0.3049, 0.2163, 0.1688, -0.0033, 0.0451, 0.2041, -0.0369, 0.1428],
  ],
  ['Ünïcödé naïve 你好 £50k — "ok"', [0.1008, 0.1787, 0.2462, 0.0356, 0.0862, 0.1336, 0.088, 0.348, 0.0707]],
];
/** Maximum error of the 8-bit weights. */
const TOLERANCE = 0.01;

function newEncoder(options?: Parameters<typeof createSentenceEncoder>[0]): SentenceEncoder {
  const encoder = createSentenceEncoder(options);
  onTestFinished(() => encoder.close());
  return encoder;
}

/** For tests in which it does not matter what its thread has done before. */
const shared = createSentenceEncoder();
afterAll(() => shared.close());

const alike = async (one: string, other: string) => {
  const [a, b] = (await shared.encode([one, other])) as [SentenceVector, SentenceVector];
  return similarity(a, b);
};

test('vectors are as alike as those of the published model', async () => {
  const vectors = (await shared.encode(LINES.map(([line]) => line))) as SentenceVector[];
  for (const [at, [, likeness]] of LINES.entries()) {
    const own = vectors[at] as SentenceVector;
    expect(similarity(own, own)).toBeCloseTo(1, 4);
    for (const [other, wanted] of likeness.entries()) {
      expect(
        Math.abs(similarity(own, vectors[other] as SentenceVector) - wanted),
        `${at} beside ${other}`,
      ).toBeLessThan(TOLERANCE);
    }
  }
});

test('other words for the same thing are nearer than a question about another', async () => {
  const same = await alike('What are your rates?', 'How much do you charge?');
  expect(same).toBeGreaterThan(await alike('What are your rates?', 'Where is your office?'));
});

test('hostile lines get a vector: none, blanks, half a character, no spaces, four thousand characters', async () => {
  const lines = ['', '   ', '\ud83d', 'x'.repeat(4_000), '¡'.repeat(4_000), 'who? '.repeat(800), '\u0000'];
  for (const vector of (await shared.encode(lines)) as SentenceVector[]) {
    expect(vector).toHaveLength(384);
    expect(vector.every(Number.isFinite)).toBe(true);
  }
});

test('a text given as its words has the same vector, and each word what it means where it stands', async () => {
  const words = ['the', 'bank', 'of', 'the', 'river'];
  const read = await shared.encodeWords(words, null);
  const [whole] = (await shared.encode([words.join(' ')])) as [SentenceVector];
  expect(similarity(read?.vector as SentenceVector, whole)).toBeCloseTo(1, 5);
  expect(read?.words).toHaveLength(words.length * STATE_SIZE);
  const the = [0, 3].map((at) => read?.words.subarray(at * STATE_SIZE, (at + 1) * STATE_SIZE));
  expect(the[0]).not.toEqual(the[1]);
});

test('a layer makes few numbers of each word and its neighbours, also in a thread that was started anew', async () => {
  const encoder = newEncoder({ idleMs: 1 });
  const words = ['we', 'are', 'late'];
  const states = (await encoder.encodeWords(words, null))?.words as Float32Array;
  // One row: the first number of the word before, and twice the word's own.
  const weights = new Float32Array(3 * STATE_SIZE);
  weights[0] = 1;
  weights[STATE_SIZE] = 2;
  const layer = { weights, size: 1, reach: 1 };
  const first = (word: number) => states[word * STATE_SIZE] ?? 0;
  for (const _ of ['started', 'started anew']) {
    const made = (await encoder.encodeWords(words, layer))?.words;
    expect(made).toHaveLength(words.length);
    for (const at of words.keys()) expect(made?.[at]).toBeCloseTo(first(at - 1) * Number(at > 0) + 2 * first(at), 4);
    await vi.waitFor(() => expect(encoder.isRunning()).toBe(false));
  }
});

test('words beyond a window are read in the next one', async () => {
  const read = await shared.encodeWords(Array(300).fill('late'), null);
  expect(read?.words).toHaveLength(300 * STATE_SIZE);
  expect(read?.words.subarray(-STATE_SIZE).some((value) => value !== 0)).toBe(true);
  expect((await shared.encodeWords([], null))?.words).toHaveLength(0);
  expect((await shared.encodeWords(['x'.repeat(4_000), '\ud83d', ''], null))?.words).toHaveLength(3 * STATE_SIZE);
});

test('nothing is encoded of nothing', async () => {
  expect(await shared.encode([])).toEqual([]);
});

test('texts of several callers at once go back to whom they belong', async () => {
  const [both, one] = await Promise.all([shared.encode(['rates', 'cats']), shared.encode(['cats'])]);
  expect(similarity(both?.[1] as SentenceVector, one?.[0] as SentenceVector)).toBeCloseTo(1, 4);
});

test('the thread ends when nobody needs it, and comes back', async () => {
  const encoder = newEncoder({ idleMs: 1 });
  await encoder.encode(['hello']);
  await vi.waitFor(() => expect(encoder.isRunning()).toBe(false));
  expect(await encoder.encode(['hello'])).toHaveLength(1);
});

test('without the weights nothing is encoded, and the reason is told', async () => {
  const encoder = newEncoder({ weights: 'no-such-package' });
  expect(await encoder.encode(['hello'])).toBeNull();
  expect(encoder.problem()?.message).toMatch(/no-such-package/);
  expect(await encoder.encodeWords(['hello'], null)).toBeNull();
});

test('a thread that could not load the weights is not started again at once, but later', async () => {
  for (const [retryAfterMs, isTriedAgain] of [
    [60_000, false],
    [0, true],
  ] as const) {
    const encoder = newEncoder({ weights: 'no-such-package', retryAfterMs });
    await encoder.encode(['hello']);
    const again = encoder.encode(['hello']);
    expect(encoder.isRunning()).toBe(isTriedAgain);
    expect(await again).toBeNull();
  }
});

test('a check tells whether it can be loaded, and leaves no thread that nobody needs', async () => {
  const encoder = newEncoder();
  expect(await encoder.check()).toBeNull();
  expect(encoder.isRunning()).toBe(false);
  await encoder.encode(['hello']);
  expect(await encoder.check()).toBeNull();
  expect(encoder.isRunning()).toBe(true);
  expect(await newEncoder({ weights: 'no-such-package' }).check()).toMatchObject({ at: expect.any(Date) });
});

const LONG = Array.from({ length: 400 }, (_, at) => `machine${at}`);

test('a short text is not kept waiting by long ones that came before it, nor by a patient one', async () => {
  const encoder = newEncoder();
  await encoder.encode(['hello']);
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  await Promise.all([
    encoder.encode(LONG.slice(0, 40), true).then(note('patient')),
    encoder.encodeWords(LONG, null).then(note('long')),
    encoder.encode(['What do you charge?']).then(note('short')),
  ]);
  expect(done).toEqual(['short', 'long', 'patient']);
});

test('a longer text is not put off for ever by shorter ones that keep coming', async () => {
  const encoder = newEncoder();
  await encoder.encode(['hello']);
  let isRead = false;
  const long = encoder.encodeWords(LONG.slice(0, 40), null).then(() => {
    isRead = true;
  });
  let others = 0;
  const keepAsking = async () => {
    for (; !isRead && others < 2_000; others += 1) await encoder.encode([`hello ${others}`]);
  };
  // Two at a time, so that one always waits.
  await Promise.all([long, keepAsking(), keepAsking()]);
  expect(others).toBeLessThan(2_000);
});

test('a text has the same vector whether its words were read before or not, and after an erasure', async () => {
  const text = 'we run a bakery in leeds';
  const [alone] = (await newEncoder().encode([text])) ?? [];
  const encoder = newEncoder();
  const read = await encoder.encodeWords(text.split(' '), null);
  const [after] = (await encoder.encode([text])) ?? [];
  forgetWords();
  const [again] = (await encoder.encode([text])) ?? [];
  expect([read?.vector, after, again].map((vector) => Array.from(vector ?? []))).toEqual(
    Array.from({ length: 3 }, () => Array.from(alone ?? [])),
  );
});

test('what takes longer than its patience is not waited for, and nobody behind it suffers', async () => {
  const encoder = newEncoder({ timeoutMs: 1 });
  expect(await encoder.encodeWords(LONG, null)).toBeNull();
  expect(await encoder.encode(['hello'], true)).toHaveLength(1);
  expect(encoder.problem()).toBeNull();
  expect(encoder.outcomes).toEqual({ read: 0, late: 1, refused: 0 });
});

test('what would not be reached in time is not begun', async () => {
  const encoder = newEncoder({ timeoutMs: 600 });
  const first = encoder.encodeWords(LONG, null);
  expect(await encoder.encodeWords(LONG, null)).toBeNull();
  expect(encoder.outcomes).toEqual({ read: 0, late: 0, refused: 1 });
  await encoder.close();
  await first;
});

test('texts are read ahead, unless so many wait that their visitors will ask before that', async () => {
  const encoder = newEncoder();
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => posted.mockRestore());
  for (let at = 0; at < 100; at += 1) encoder.readAhead(`And what about part ${at}?`);
  expect(posted).toHaveBeenCalledTimes(30);
  // Whoever asks comes first, and what was left out is read then.
  expect(await encoder.encode(['And what about part 99?'])).toHaveLength(1);
  expect(encoder.outcomes).toEqual({ read: 1, late: 0, refused: 0 });
});

test('closing answers those who wait', async () => {
  const encoder = newEncoder();
  const waiting = encoder.encode(['hello']);
  await encoder.close();
  expect(await waiting).toBeNull();
});

test('the program of the matrix product is what its source says', async () => {
  const source = readFileSync(new URL('./matmul.wat', import.meta.url), 'utf8');
  const { buffer } = (await wabt()).parseWat('matmul.wat', source, { simd: true, relaxed_simd: true }).toBinary({});
  expect(Buffer.from(buffer)).toEqual(readFileSync(new URL('./matmul.wasm', import.meta.url)));
});

test('a word is cut into the longest pieces there are, in small letters without accents', () => {
  const tokenize = createTokenizer(
    new Map(
      Object.entries({ '[UNK]': 1, we: 2, w: 3, '##es': 4, '##e': 5, '##s': 6, ',': 7, 你: 8, '£': 9, '##5': 10 }),
    ),
  );
  expect(tokenize('we')).toEqual([2]);
  expect(tokenize('Wés')).toEqual([2, 6]);
  expect(tokenize('wees')).toEqual([2, 4]);
  expect(tokenize('  we \n we,we ')).toEqual([2, 2, 7, 2]);
  expect(tokenize('we你你 £5')).toEqual([2, 8, 8, 9, 10]);
  expect(tokenize('we xyz')).toEqual([2, 1]);
  expect(tokenize('w\u0000e\u200b')).toEqual([2]);
  expect(tokenize('e'.repeat(200))).toEqual([1]);
  expect(tokenize('')).toEqual([]);
});
