import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf, percentile, stepOf } from './histogram.ts';

test('a time lies in a step that is at most a tenth wide', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 86_400_000, noNaN: true }), (ms) => {
      const step = stepOf(ms);
      expect(step).not.toBeNull();
      const [from, to] = boundsOf(step ?? 0);
      expect(from).toBeLessThanOrEqual(ms * (1 + 1e-6));
      expect(to).toBeGreaterThan(ms * (1 - 1e-6));
      expect(to / from).toBeLessThanOrEqual(1.1 + 1e-9);
    }),
  );
  expect([0, 0.2, 1].map(stepOf)).toEqual([0, 0, 0]);
});

test('what is no time has no step', () => {
  for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY, 86_400_001]) expect(stepOf(ms)).toBeNull();
});

test('percentiles are those of the times themselves, to a step', () => {
  const times = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.9, 0.99), (all, share) => {
      const counts = new Map<number, number>();
      for (const ms of all) counts.set(stepOf(ms) ?? 0, (counts.get(stepOf(ms) ?? 0) ?? 0) + 1);
      const exact = [...all].sort((one, other) => one - other)[Math.max(1, Math.ceil(share * all.length)) - 1] ?? 0;
      expect(Math.abs(percentile(counts, share) - exact)).toBeLessThanOrEqual(exact * 0.1 + 1);
    }),
  );
  expect(percentile(new Map(), 0.5)).toBe(0);
});
