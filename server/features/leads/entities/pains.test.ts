import { describe, expect, test } from 'vitest';
import { clausesOf } from '../reading/clauses.ts';
import { readStances } from '../reading/stance.ts';
import { piecesOf } from './pain-features.ts';
import { painsIn } from './pains.ts';

const piecesIn = (line: string): string[] => {
  const clauses = clausesOf(line);
  return piecesOf(clauses, readStances(clauses), new Set()).map(({ value }) => value);
};

describe('what a trouble is told with', () => {
  test.each([
    [
      'hello this is anna from bright dental we keep losing patients because nobody calls back',
      ['we keep losing patients', 'nobody calls back'],
    ],
    ["hi um i'm the owner of a tile shop in tuscany every quote waits for me", ['every quote waits for me']],
    [
      'good morning my name is kwame boateng from volta logistics our drivers wait two hours for a signature',
      ['our drivers wait two hours for a signature'],
    ],
    [
      "yes hi it's tomos gwilym here calling from the orchard nobody picks before i say so",
      ['nobody picks before i say so'],
    ],
    ["Hi, I'm Ana Costa. Every order waits for me.", ['Every order waits for me']],
    [
      'my friend anna from the clinic says we keep losing patients',
      ['my friend anna from the clinic says we keep losing patients'],
    ],
  ])('%s', (line, expected) => expect(piecesIn(line)).toEqual(expect.arrayContaining(expected)));

  test.each([
    'hello this is anna from bright dental we keep losing patients because nobody calls back',
    'good day i am jan smit of dekade bouw and we lose every second order because quotes wait for me',
    'my name is priya and i run a bakery every decision lands on my desk',
  ])('without the introduction: %s', (line) => {
    const clauses = clausesOf(line);
    const said = painsIn(clauses, readStances(clauses), new Set()).map(({ value }) => value);
    for (const value of said) expect(value).not.toMatch(/\b(?:hello|this is|my name|i am jan|dental|bakery)\b/);
  });

  test.each([
    'zero six one two three four five six seven eight',
    'you can ring me on oh seven seven double oh nine hundred and one two three',
    'it is plus three one six one two three four five six seven eight',
  ])('no telephone number: %s', (line) => expect(piecesIn(line)).toEqual([]));
});
