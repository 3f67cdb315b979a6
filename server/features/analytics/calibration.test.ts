import { expect, test } from 'vitest';
import { wilson } from './charts.ts';

// Newcombe, 'Two-sided confidence intervals for the single proportion' (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('of %d in %d the interval is the published one', (won, all, low, high) => {
  const [from, to] = wilson(won, all);
  expect(from).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});

test('all of them and none of them end where rates end', () => {
  expect(wilson(5, 5)[1]).toBe(1);
  expect(wilson(0, 5)[0]).toBe(0);
});
