import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayRepeat } from './repeats.ts';

const PATTERNS = [
  /\b([\w']{1,30})(?: \1\b)+/g,
  /\b([\w']{1,20} [\w']{1,20})(?: \1\b)+/g,
  /\b(\p{L}+(?: \p{L}+)?)(?:,? \1\b)+/giu,
];

test.each([
  ['we wait for the the owner', true],
  ['I think, I think so', true],
  ["it's 's", true],
  ['we wait for the owner, then for them', false],
])('%s: %s', (text, expected) => {
  expect(mayRepeat(text)).toBe(expected);
});

test('whatever a pattern for repeated words would change is never denied', () => {
  const pieces = fc.constantFrom('a', 'b', 'ab', 'A', "'", ',', ' ', ' ', 's', '1', '.', 'ä');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const text = parts.join('');
      if (PATTERNS.some((pattern) => text.search(pattern) >= 0)) expect(mayRepeat(text)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
