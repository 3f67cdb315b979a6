import { expect, test } from 'vitest';
import { ModelCooldown } from './ask.ts';

test('a model whose readings come to nothing three times in a row is left alone for ten minutes', () => {
  let now = 1_000;
  const cooldown = new ModelCooldown(() => now);
  cooldown.record(false);
  cooldown.record(false);
  expect(cooldown.isOver).toBe(true);
  cooldown.record(false);
  expect(cooldown.isOver).toBe(false);
  now += 10 * 60_000 - 1;
  expect(cooldown.isOver).toBe(false);
  now += 1;
  expect(cooldown.isOver).toBe(true);
});

test('after that one reading decides: nothing again is ten minutes more, something is as at the beginning', () => {
  let now = 0;
  const cooldown = new ModelCooldown(() => now);
  for (let n = 0; n < 3; n += 1) cooldown.record(false);
  now += 10 * 60_000;
  cooldown.record(false);
  expect(cooldown.isOver).toBe(false);
  now += 10 * 60_000;
  cooldown.record(true);
  cooldown.record(false);
  cooldown.record(false);
  expect(cooldown.isOver).toBe(true);
});

test('something in between begins the count anew', () => {
  const cooldown = new ModelCooldown(() => 0);
  for (const fruitful of [false, false, true, false, false]) cooldown.record(fruitful);
  expect(cooldown.isOver).toBe(true);
});
