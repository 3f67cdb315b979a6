import { describe, expect, it } from 'vitest';
import { timeWordsOf } from './dates.ts';

describe('the words of a time', () => {
  it.each([
    ['can she ring me? thursday after 4 is good, 06 5550 1482', 'thursday after 4'],
    ['Tuesday 2pm or Wednesday 11am?', 'Tuesday 2pm or Wednesday 11am'],
    ['Please call. Today.', 'Today'],
    ['whenever', 'whenever'],
    ['sven, +33 6 55 50 02 17, not before 10', 'not before 10'],
    ['ring me. Not Friday please', 'Not Friday'],
    ['planning happens at 3 in the morning. would she turn up at 3', 'at 3 in the morning'],
  ])('%s', (words, time) => {
    expect(timeWordsOf(words)).toBe(time);
  });
});
