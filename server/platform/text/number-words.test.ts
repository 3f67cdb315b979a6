import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIGIT_WORDS, NUMBER_WORDS, numberOfWords, SPOKEN_NUMBER } from './words.ts';

const WHOLE = new RegExp(`^${SPOKEN_NUMBER}$`);

/** A number up to 999 in words. */
function spoken(number: number, joint: ' ' | '-'): string {
  const word = (value: number) => [...NUMBER_WORDS].find(([, counts]) => counts === value)?.[0] ?? '';
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const below = word(rest) || `${word(rest - (rest % 10))}${joint}${word(rest % 10)}`;
  if (hundreds === 0) return below;
  return `${word(hundreds)} hundred${rest > 0 ? ` and ${below}` : ''}`;
}

describe('number words', () => {
  test.each([
    ['two', 2],
    ['nineteen', 19],
    ['fourty', 40],
    ['twenty-five', 25],
    ['sixty six', 66],
    ['hundred', 100],
    ['two hundred', 200],
    ['hundred and ten', 110],
  ])('%s is %i', (words, number) => {
    expect(words).toMatch(WHOLE);
    expect(numberOfWords(words)).toBe(number);
  });

  test.each(['one', 'twenty-', 'hundreds', 'few', 'sixtyone', ''])('"%s" is no number of several', (words) => {
    expect(words).not.toMatch(WHOLE);
  });

  test.each(['', 'and', 'many', 'twenty or thirty'])('"%s" has no value', (words) => {
    expect(numberOfWords(words)).toBeNull();
  });

  test('each number from 2 to 999 is recognised and counted as it is said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999 }), fc.constantFrom(' ', '-'), (number, joint) => {
        const words = spoken(number, joint as ' ' | '-');
        // 'One hundred and one': the last word is left to the text that follows.
        if (number % 100 !== 1) expect(words).toMatch(WHOLE);
        expect(numberOfWords(words)).toBe(number);
      }),
    );
  });

  test('of two that begin alike the longer is read', () => {
    for (const word of NUMBER_WORDS.keys()) {
      if (word !== 'one') expect(new RegExp(SPOKEN_NUMBER).exec(word)?.[0]).toBe(word);
    }
  });

  test('the ten figures stand for themselves', () => {
    expect(Object.values(DIGIT_WORDS).join('')).toBe('0123456789');
    expect(DIGIT_WORDS['seven']).toBe('7');
  });
});
