import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('a pace is guessed at first, then follows what texts take, up and down', () => {
  const pace = createPace();
  expect(pace.msFor(100)).toBeCloseTo(10);
  for (let at = 0; at < 100; at += 1) pace.learn(60, 60);
  expect(pace.msFor(100)).toBeGreaterThan(95);
  expect(pace.msFor(100)).toBeLessThan(100);
  for (let at = 0; at < 100; at += 1) pace.learn(60, 3);
  expect(pace.msFor(100)).toBeLessThan(6);
});

test('texts from the cache make it faster, and one slow text does not make it slow for long', () => {
  const pace = createPace();
  for (let at = 0; at < 20; at += 1) pace.learn(60, 0);
  expect(pace.msFor(100)).toBeLessThan(2);
  pace.learn(60, 400);
  const after = pace.msFor(100);
  for (let at = 0; at < 20; at += 1) pace.learn(60, 6);
  expect(pace.msFor(100)).toBeLessThan(after / 2);
});
