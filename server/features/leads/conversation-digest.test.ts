import { expect, test } from 'vitest';
import { understand } from '../../testing/understand.ts';
import { understandLines } from './analyser.ts';
import { digestAfter, EMPTY_DIGEST } from './conversation-digest.ts';

/** The questions recorded for a line. */
async function questionsIn(text: string): Promise<string[]> {
  const [line] = await understandLines(understand, [{ seq: 0, text, before: null }]);
  return line ? digestAfter(EMPTY_DIGEST, line).questions.map((question) => question.text) : [];
}

test.each([
  [
    'before christmas ideally. but first what would you actually DO about it?',
    ['what would you actually DO about it?'],
  ],
  ['ok and how long does that take?', ['how long does that take?']],
  ['can you call me friday after 3? 0470 12 34 56', []],
  ['what do you still know about me', []],
])(
  'a question is noted alone, and none that asks for something to be done or about the talk: %s',
  async (line, told) => {
    expect(await questionsIn(line)).toEqual(told);
  },
);
