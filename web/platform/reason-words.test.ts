import { expect, test } from 'vitest';
import { reasonWords } from './reason-words.ts';
import { readIn } from './testing/read-in.ts';

test.each([
  ['en', 'Names a budget: 20k.', 'Names a budget: 20k.'],
  ['de', 'Names a budget: 20k.', 'Nennt ein Budget: 20k.'],
  ['es', 'Came back: 3 earlier conversations.', 'Ha vuelto: 3 conversaciones anteriores.'],
  ['de', 'Reads like spam: at most 5 points.', 'Liest sich wie Spam: höchstens 5 Punkte.'],
  ['de', 'Asked for a call.', 'Hat um einen Anruf gebeten.'],
  ['de', 'A reason of another release.', 'A reason of another release.'],
] as const)('a reason is told in the page’s language: %s, %s', async (language, sentence, words) => {
  await readIn(language);
  expect(reasonWords(sentence)).toBe(words);
});
