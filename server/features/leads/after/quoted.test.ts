import { expect, test } from 'vitest';
import { quoted } from './quoted.ts';

test('words are quoted without the marks that would end the sentence around them', () => {
  expect(quoted(' Nobody decides. It is "chaos"!! Help... ')).toBe(`"Nobody decides; It is 'chaos'; Help"`);
  expect(quoted('What does it cost?')).toBe('"What does it cost?"');
  expect(quoted('Version 2.1 of v.next')).toBe('"Version 2.1 of v.next"');
});

test.each(['.', '!', '"', '?', '. ', '".'])(
  'a run of %j costs its length: what costs its square does not end',
  (mark) => {
    expect(quoted(`${mark.repeat(500_000)}x`)).toMatch(/x"$/);
  },
);
