import { expect, test } from 'vitest';
import { saysOneOf } from './visible.ts';

test('a line is found by its first telling part, whatever was filled in', () => {
  const says = saysOneOf([
    "That is not in my notes. I've put your question on {first_name}'s list.",
    '{topics}: that much I know.',
    'Hm.[pause:1s] Ask {first_name}.',
    '{nearest}',
  ]);
  expect(says("Ah. That is not in my notes. I've put your question on Orla's list. What else?")).toBe(true);
  expect(says('Prices and dates: that much I know.')).toBe(true);
  expect(says('Ask Orla. Hm.')).toBe(false);
  expect(says('It costs €400.')).toBe(false);
});
