import { expect, test } from 'vitest';
import { questionOf } from './question.ts';

test.each([
  ['So there you are. [pause:1s] Who else is up then, besides you?', 'who else is up then, besides you?'],
  ['Is it “Mind the gap”? [pause:0.7s]', 'is it “mind the gap”?'],
  ['He asked: “Why me?”', 'he asked: “why me?”'],
  ['What happened? Nothing.', null],
  ['Nothing happened.', null],
  ['', null],
])('the question in which “%s” ends', (text, question) => {
  expect(questionOf(text)).toBe(question);
});
