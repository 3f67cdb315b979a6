/** English words for numbers, as visitors say and write them. All lower case. */

const UNITS = 'one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** The ten digits in words, for addresses and telephone numbers. */
export const DIGIT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['zero', ...UNITS].map((word, figure) => [word, String(figure)]),
);

/** Values of single words: 1 to 19 and the tens, including the common misspelling 'fourty'. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...[...UNITS, ...TEENS].map((word, at) => [word, at + 1] as const),
  ...TENS.map((word, at) => [word, 20 + at * 10] as const),
  ['fourty', 40] as const,
]);

/** Pattern source for one of these words; longer ones first, so that 'sixty' is not read as 'six'. */
const anyOf = (words: Iterable<string>): string => [...words].sort((one, other) => other.length - one.length).join('|');

const ANY_UNIT = anyOf(UNITS);
const ANY_TEN = `${anyOf(TENS)}|fourty`;

/**
 * Pattern source for a number above one in words, up to 999: 'two', 'twenty-five', 'a hundred and ten' without its 'a'.
 * 'One' alone is left out, because it mostly refers to a thing already named.
 */
export const SPOKEN_NUMBER = `(?:(?:(?:${ANY_UNIT}) )?hundred(?: and (?:${tensAndUnits()}))?|${tensAndUnits()})`;

function tensAndUnits(): string {
  const words = [...NUMBER_WORDS.keys()].filter((word) => word !== 'one');
  return `(?:${ANY_TEN})[- ](?:${ANY_UNIT})|${anyOf(words)}`;
}

/** The value of a match of `SPOKEN_NUMBER`, 1 to 999; null if one of its words is not a number. */
export function numberOfWords(spoken: string): number | null {
  let sum = 0;
  for (const word of spoken.split(/[- ]/)) {
    const value = NUMBER_WORDS.get(word);
    if (word === 'hundred') sum = (sum || 1) * 100;
    else if (value !== undefined) sum += value;
    else if (word !== 'and') return null;
  }
  return sum || null;
}
