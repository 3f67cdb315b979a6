import { afterEach, expect, it, vi } from 'vitest';
import { numberFormat, numberWords } from './numbers.ts';

const readAs = (...languages: string[]) => vi.stubGlobal('navigator', { languages });
afterEach(() => vi.unstubAllGlobals());

it('writes numbers in the way of the reader’s country, English where it is not known', () => {
  readAs('en-GB');
  expect([numberWords(12_345), numberWords(0.25), numberWords(0.0384, 3)]).toEqual(['12,345', '0.3', '0.038']);
  readAs('en-IN');
  expect(numberWords(1_234_567)).toBe('12,34,567');
  readAs('de-DE', 'en-IN');
  expect(numberWords(1_234_567)).toBe('1,234,567');
});

it('makes a formatter once', () => {
  readAs('en-GB');
  expect(numberFormat({ style: 'percent' })).toBe(numberFormat({ style: 'percent' }));
});
