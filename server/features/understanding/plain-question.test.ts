import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainQuestion, readPlainWords } from './sentences.ts';

const NAMES = ['Orla Venstrom', 'Orla'];

/** In the examples, one word stands for the consultant, as in every table. */
test.each(Object.entries(readPlainWords().examples))('%s', (text, plain) => {
  expect(plainQuestion(text, ['consultant'])).toBe(plain);
  expect(plainQuestion(text.replaceAll('consultant', 'Orla'), NAMES)).toBe(plain);
});

test('puts any text in some words', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(plainQuestion(text, NAMES).length > 0).toBe(text.length > 0);
    }),
  );
});
