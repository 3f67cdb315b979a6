import { expect, it } from 'vitest';
import type { IntentModel } from './model.ts';
import { INTENT_MODEL } from './shipped-model.ts';
import { fitShipped } from './train-model.ts';

it('makes the weights that are shipped from the examples in bench/leads', { timeout: 300_000 }, () => {
  const fitted = fitShipped();
  expect(fitted.middle).toEqual(INTENT_MODEL.middle);
  const weightsOf = ({ units, thresholds, rows, bias }: IntentModel) =>
    [Array.from(units), thresholds, ...rows, bias].flat();
  const shipped = weightsOf(INTENT_MODEL);
  const off = weightsOf(fitted).map((weight, at) => Math.abs(weight - (shipped[at] ?? Number.NaN)));
  // Rounded to three places; the last may fall to either side.
  expect(off.reduce((most, one) => Math.max(most, one))).toBeLessThanOrEqual(0.002);
});
