import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSentences, withDash } from './messages.tsx';

test.each([
  ['Hello', false, [], 'Hello'],
  ['Hello. ', false, ['Hello. '], ''],
  ['Hello.', false, [], 'Hello.'],
  ['Hello.', true, ['Hello.'], ''],
  ['One. Two? Thr', false, ['One. ', 'Two? '], 'Thr'],
  ['It costs 3.50 in all. Yes', false, ['It costs 3.50 in all. '], 'Yes'],
  ['He said "no." Then', false, ['He said "no." '], 'Then'],
  ['and then we—', true, ['and then we—'], ''],
  ['', true, [], ''],
] as const)('%j, over: %s', (text, isOver, finished, tail) => {
  expect(splitSentences(text, isOver)).toEqual({ finished, tail });
});

test('nothing is lost, and a sentence once finished stays as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^([a-z0-9.!? "]{0,6}){0,12}$/), fc.nat(60), (text, cut) => {
      const early = splitSentences(text.slice(0, cut), false);
      const late = splitSentences(text, true);
      expect(late.finished.join('') + late.tail).toBe(text);
      expect(early.finished.join('') + early.tail).toBe(text.slice(0, cut));
      const growing = splitSentences(text, false);
      expect(growing.finished.slice(0, early.finished.length)).toHaveLength(early.finished.length);
    }),
  );
});

test.each([
  ['The first half', 'The first half—'],
  ['and then we, ', 'and then we—'],
  ['already broken —', 'already broken—'],
  ['That is plenty.', 'That is plenty.'],
  ['Who decides? ', 'Who decides?'],
  ['She said "no."', 'She said "no."'],
  ['Wait…', 'Wait…'],
])('%j, interrupted, is written %j', (text, written) => {
  expect(withDash(text)).toBe(written);
});
