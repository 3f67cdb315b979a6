import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { lineKindOf } from './line-kinds.ts';

const encoder = createSentenceEncoder();
afterAll(() => encoder.close());

const LINES: { text: string; kind: string; business: boolean }[] = readFileSync(
  path.resolve(import.meta.dirname, '../../../bench/show-lines/test.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row));

/** How many lines are read as labelled, with and without their meaning. */
function rightOf(vectors: readonly (Float32Array | null)[]): number {
  const right = LINES.filter(({ text, kind, business }, at) => {
    const wanted = kind === 'asks' && business ? 'asks_work' : kind;
    return lineKindOf({ plain: text, vector: vectors[at] ?? null }).kind === wanted;
  });
  return right.length / LINES.length;
}

test('what lines do is read as others labelled them, mostly also without their meaning', async () => {
  const vectors = await encoder.encode(LINES.map(({ text }) => text));
  expect(rightOf(vectors ?? [])).toBeGreaterThan(0.85);
  expect(rightOf(LINES.map(() => null))).toBeGreaterThan(0.6);
});
