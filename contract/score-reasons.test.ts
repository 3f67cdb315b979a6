import { expect, test } from 'vitest';
import { readReason, reasonSentence, SCORE_REASONS, type ScoreReason } from './score-reasons.ts';

test.each(Object.keys(SCORE_REASONS) as ScoreReason[])('the reason "%s" is found in its sentence again', (code) => {
  const hasValue = SCORE_REASONS[code].includes('{value}');
  for (const value of hasValue ? ['12', 'they said: $& {value}. And more.'] : [''])
    expect(readReason(reasonSentence(code, value))).toEqual({ code, value });
});

test.each(['', 'Looks promising.', 'Role: .', 'Asked for'])('in "%s" there is none', (sentence) => {
  expect(readReason(sentence)).toBeNull();
});
