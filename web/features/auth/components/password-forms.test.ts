import { describe, expect, test } from 'vitest';
import { guessableProblem, passwordProblem } from './password-forms.tsx';

describe('passwordProblem', () => {
  test.each([
    ['', '', 'The password needs 15 more characters.'],
    ['fourteen chars', 'fourteen chars', 'The password needs 1 more character.'],
    // Counted in visible characters: each of these is two UTF-16 units.
    ['🎭🎭🎭🎭🎭🎭🎭🎭', '🎭🎭🎭🎭🎭🎭🎭🎭', 'The password needs 7 more characters.'],
    ['a long walk by the sea', 'a long walk by the see', 'The passwords do not match.'],
    ['a long walk by the sea', 'a long walk by the sea', null],
  ])('%j with %j: %s', (password, again, expected) => {
    expect(passwordProblem(password, again)).toBe(expected);
  });
});

test('a password that would be guessed is told before it is sent', async () => {
  expect(await guessableProblem('password1234567')).toMatch(/^This password is too easy to guess\. It is too similar/);
  expect(await guessableProblem('a long walk by the sea')).toBeNull();
});
