import { expect, test } from 'vitest';
import { decisionWords, factWords, moveWords } from './why-words.ts';

test('what was done with a passage is told with how sure the twin was', () => {
  expect(decisionWords({ decision: 'answer', sure: 96 })).toBe(
    'Answered from the first passage (96% sure that it answers)',
  );
  expect(decisionWords({ decision: 'unknown', sure: 3 })).toBe('Not used: too uncertain (3% sure that it answers)');
});

test('fields and moves are told in words, unknown ones by their names', () => {
  expect([factWords('size'), factWords('company')]).toEqual(['people', 'company']);
  expect([moveWords('not_known'), moveWords('call_timed')]).toEqual(['said that it does not know', 'call timed']);
});
