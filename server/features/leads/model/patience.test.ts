import { expect, test } from 'vitest';
import { Patience } from './patience.ts';

test('a model whose readings come to nothing three times in a row is left alone for ten minutes', () => {
  let now = 1_000;
  const patience = new Patience(() => now);
  patience.note(false);
  patience.note(false);
  expect(patience.holds).toBe(true);
  patience.note(false);
  expect(patience.holds).toBe(false);
  now += 10 * 60_000 - 1;
  expect(patience.holds).toBe(false);
  now += 1;
  expect(patience.holds).toBe(true);
});

test('after that one reading decides: nothing again is ten minutes more, something is as at the beginning', () => {
  let now = 0;
  const patience = new Patience(() => now);
  for (let n = 0; n < 3; n += 1) patience.note(false);
  now += 10 * 60_000;
  patience.note(false);
  expect(patience.holds).toBe(false);
  now += 10 * 60_000;
  patience.note(true);
  patience.note(false);
  patience.note(false);
  expect(patience.holds).toBe(true);
});

test('something in between begins the count anew', () => {
  const patience = new Patience(() => 0);
  for (const fruitful of [false, false, true, false, false]) patience.note(fruitful);
  expect(patience.holds).toBe(true);
});
