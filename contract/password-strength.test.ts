import { describe, expect, test } from 'vitest';
import { whyGuessable } from './password-strength.ts';

describe('a password that would be guessed', () => {
  test.each([
    ['password1234567', 'too similar to a common password'],
    ['Pa55word1234567', 'common password'],
    ['qwerty123456789', 'common password'],
    ['asdfghjkl;12345', 'keys of a keyboard'],
    ['iloveyouiloveyou', 'repeats itself'],
    ['abababababababab', 'repeats itself'],
    ['aaaaaaaaaaaaaaaaaaaa', 'repeats itself'],
    ['thisisapassword', 'consists of words'],
    ['Summer2024Summer', 'consists of words'],
    ['understudyunderstudy', 'It'],
    ['ana@example.test123', 'your address'],
  ])('%s: %s', (password, reason) => {
    expect(whyGuessable(password, ['ana@example.test'])).toContain(reason);
  });
});

test.each([
  'a long walk by the sea',
  'correct horse battery staple',
  'k7m2w-9xqrt-hh4pz-c3nva',
  'Üben üben und wieder üben!',
  '我们在海边走了很长一段路然后回家吃饭',
])('%s is good enough', (password) => {
  expect(whyGuessable(password, ['ana@example.test'])).toBeNull();
});

test('the longest is looked at no longer than a short one', () => {
  expect(whyGuessable(`${'aB3$'.repeat(16)}and then a long walk by the sea`, [])).toContain('repeats itself');
});
