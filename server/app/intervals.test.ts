import { expect, test } from 'vitest';
import { DELIVERY_TRIES, INTERVALS } from './intervals.ts';

test('a change in one instance is seen in every other within two seconds (F22)', () => {
  const { settingsLookMs, modelLookMs, twinLookMs } = INTERVALS;
  expect(Math.max(settingsLookMs, modelLookMs, twinLookMs)).toBeLessThanOrEqual(1_000);
});

test('a webhook is asked 13 times, for 16 to 32 hours', () => {
  expect(DELIVERY_TRIES).toEqual({ more: 12, firstAfterS: 14 });
  // A wait is between its length and twice that.
  const hours = (DELIVERY_TRIES.firstAfterS * (2 ** DELIVERY_TRIES.more - 1)) / 3_600;
  expect(hours).toBeCloseTo(16, 0);
  expect(2 * hours).toBeCloseTo(32, 0);
});
