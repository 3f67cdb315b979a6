import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askingSentences } from './asking.ts';

test('the sentences that ask are given in their order, without those that are too short', () => {
  const text = 'We are forty. Do you have an office in Lisbon? So?\nAnd who answers there?! Thanks';
  expect(askingSentences(text, 4)).toEqual(['Do you have an office in Lisbon?', 'And who answers there?']);
  expect(askingSentences(text, 2)).toContain('So?');
  expect(askingSentences('', 0)).toEqual([]);
});

test('are what the plain expression finds, which goes back to every letter', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', ' ', '.', '!', '?', '\n', '😀'), maxLength: 40 });
  fc.assert(
    fc.property(letters, (text) => {
      const plain = (text.match(/[^.!?\n]{4,}\?/g) ?? []).map((sentence) => sentence.trim());
      expect(askingSentences(text, 4)).toEqual(plain);
    }),
  );
});
