/** English words for numbers, as visitors say and write them. All lower case. */

const UNITS = 'one two three four five six seven eight nine'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** The ten figures as they are said, in addresses and telephone numbers alike. */
export const DIGIT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['zero', ...UNITS].map((word, figure) => [word, String(figure)]),
);

/** What one word counts: 1 to 19 and the tens, 'fourty' among them, which is written often. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...[...UNITS, ...TEENS].map((word, at) => [word, at + 1] as const),
  ...TENS.map((word, at) => [word, 20 + at * 10] as const),
  ['fourty', 40] as const,
]);

/** One of these words, as the source of a pattern; the longer first, so that 'sixty' is not read as 'six'. */
const anyOf = (words: Iterable<string>): string => [...words].sort((one, other) => other.length - one.length).join('|');

const ANY_UNIT = anyOf(UNITS);
const ANY_TEN = `${anyOf(TENS)}|fourty`;

/**
 * The source of a pattern for a number of more than one in words, up to 999: 'two', 'twenty-five', 'a hundred and ten'
 * without its 'a'. 'One' alone is left out: it mostly stands for a thing that was named.
 */
export const SPOKEN_NUMBER = `(?:(?:(?:${ANY_UNIT}) )?hundred(?: and (?:${tensAndUnits()}))?|${tensAndUnits()})`;

function tensAndUnits(): string {
  const words = [...NUMBER_WORDS.keys()].filter((word) => word !== 'one');
  return `(?:${ANY_TEN})[- ](?:${ANY_UNIT})|${anyOf(words)}`;
}

/** The number that a match of `SPOKEN_NUMBER` tells, from 1 to 999; null when one of its words tells none. */
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
