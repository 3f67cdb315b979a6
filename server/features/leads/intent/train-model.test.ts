import { expect, it } from 'vitest';
import { INTENT_MODEL } from './shipped-model.ts';
import { fitShipped } from './train-model.ts';

it('makes the weights that are shipped from the examples in bench/leads', { timeout: 300_000 }, () => {
  const { rows, bias, middle } = fitShipped();
  expect(middle).toEqual(INTENT_MODEL.middle);
  const shipped = [...INTENT_MODEL.rows.flat(), ...INTENT_MODEL.bias];
  const off = [...rows.flat(), ...bias].map((weight, at) => Math.abs(weight - (shipped[at] ?? Number.NaN)));
  // Rounded to three places; the last may fall to either side.
  expect(Math.max(...off)).toBeLessThanOrEqual(0.002);
});
