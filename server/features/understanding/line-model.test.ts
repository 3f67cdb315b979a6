import { expect, test } from 'vitest';
import { sharedEncoder } from '../../testing/encoder.ts';
import { earlierPart, lineFeatures, linePart, lineProbabilities, shippedLineModel } from './line-model.ts';
import { probabilitiesOf } from './linear-model.ts';
import { hintsIn } from './phrase-tables.ts';

const model = shippedLineModel();
const encoder = sharedEncoder();

test.each([
  ['yes please, Tuesday at 10', 'Would you like a call? Tuesday would suit.'],
  ['Please delete everything you know about me.', null],
  ['', ''],
])('a line and what was said before it, read apart, mean what both mean together: %s', async (text, before) => {
  const [vector = null, beforeVector = null] = (await encoder.encode([text, before ?? ''])) ?? [];
  const hints = hintsIn(text);
  for (const vectors of [
    { vector, beforeVector: before === null ? null : beforeVector },
    { vector: null, beforeVector: null },
  ]) {
    const together = probabilitiesOf(model, lineFeatures({ text, before, hints, ...vectors }));
    const line = linePart(model, { text, vector: vectors.vector, hints });
    const apart = lineProbabilities(model, line, earlierPart(model, before, vectors.beforeVector));
    expect(apart).toHaveLength(model.labels.length);
    for (const [at, probability] of together.entries()) expect(apart[at]).toBeCloseTo(probability, 6);
  }
});
