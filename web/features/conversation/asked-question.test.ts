import { expect, test } from 'vitest';
import { createStorage } from '../../platform/storage.ts';
import { keepQuestion, readQuestion, takeQuestion } from './asked-question.ts';

const blocked = () =>
  createStorage(() => {
    throw new Error('Storage is blocked.');
  });

test('a question is kept until a conversation takes it, once', () => {
  const storage = blocked();
  expect(readQuestion(storage)).toBeNull();
  keepQuestion('  What does it cost? ', storage);
  expect(readQuestion(storage)).toBe('What does it cost?');
  expect(takeQuestion(storage)).toBe('What does it cost?');
  expect(takeQuestion(storage)).toBeNull();
});

test('an empty one is none, and replaces an earlier one', () => {
  const storage = blocked();
  keepQuestion('What does it cost?', storage);
  keepQuestion('   ', storage);
  expect(readQuestion(storage)).toBeNull();
});
