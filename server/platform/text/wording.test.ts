import { expect, test } from 'vitest';
import { capital, inWordsOf, listed, sentence } from './wording.ts';

test.each([
  ['', ''],
  ['the prices', 'The prices'],
  ['élan', 'Élan'],
])('capital: %j', (text, expected) => expect(capital(text)).toBe(expected));

test.each([
  ['Two weeks', 'Two weeks.'],
  ['Two weeks.', 'Two weeks.'],
  ['Really?', 'Really?'],
  ['And so on…', 'And so on…'],
])('sentence: %j', (text, expected) => expect(sentence(text)).toBe(expected));

test.each<[string[], string, string]>([
  [[], '', ''],
  [['a'], 'a', 'a'],
  [['a', 'b'], 'a and b', 'a or b'],
  [['a', 'b', 'c'], 'a, b and c', 'a, b or c'],
])('listed: %j', (items, and, or) => {
  expect(listed(items)).toBe(and);
  expect(listed(items, 'or')).toBe(or);
});

test.each([
  ['Two clients at a time.', 'Two clients at a time.'],
  ['I take two clients at a time.', "In Orla's words: “I take two clients at a time.”"],
  ['August is for our holidays.', "In Orla's words: “August is for our holidays.”"],
])('in the words of somebody: %j', (text, expected) => expect(inWordsOf('Orla', text)).toBe(expected));
