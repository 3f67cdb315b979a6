import { expect, it } from 'vitest';
import { INTENT_MODEL } from './shipped-model.ts';
import { accuracyOf, trainModel } from './train-model.ts';

/** What bench/README.md says, less a little for arithmetic that differs between machines. */
const PUBLISHED_ACCURACY = 0.85;

it('makes the model that is shipped, and finds it as accurate as is published', { timeout: 300_000 }, () => {
  const { model, heldOut } = trainModel();
  expect(accuracyOf(heldOut)).toBeGreaterThanOrEqual(PUBLISHED_ACCURACY);
  expect(model.temperature).toBe(INTENT_MODEL.temperature);
  const off = model.rows.flatMap((row, intent) =>
    row.map((weight, at) => Math.abs(weight - (INTENT_MODEL.rows[intent]?.[at] ?? Number.NaN))),
  );
  // Rounded to three places; the last may fall to either side.
  expect(Math.max(...off)).toBeLessThanOrEqual(0.002);
});
