import { expect, test } from 'vitest';
import { quoted } from './open-questions.ts';

test('words are quoted without the points at their end, and with no quotation within', () => {
  expect(quoted(' Nobody decides.\nIt is "chaos"!! Help... ')).toBe("“Nobody decides. It is 'chaos'!! Help”");
  expect(quoted('What does it cost?')).toBe('“What does it cost?”');
  expect(quoted('Version 2.1 of v.next')).toBe('“Version 2.1 of v.next”');
});

test('what is too long is cut at a word', () => {
  expect(quoted('one two three four', 10)).toBe('“one two …”');
});

test.each(['.', '!', '"', '?', '. ', '".'])(
  'a run of %j costs its length: what costs its square does not end',
  (mark) => {
    expect(quoted(`${mark.repeat(500_000)}x`, 2_000_000)).toMatch(/x”$/);
  },
);
