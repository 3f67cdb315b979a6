import { expect, test } from 'vitest';
import { CallError } from './http.ts';
import { sentenceOf } from './sentence-of.ts';

test.each([
  ['the server’s own words', new CallError('internal_error', 'The database is away.', { fromServer: true })],
  ['the words of what went wrong on the way', new Error('The database is away.')],
])('a failure is told by %s', (_name, error) => {
  expect(sentenceOf(error, 'Failed to fetch sessions')).toBe('The database is away.');
});

test.each([[null], [undefined], ['thrown'], [new Error('')]])(
  'a failure without words, %s, by the screen’s',
  (error) => {
    expect(sentenceOf(error, 'Failed to fetch sessions')).toBe('Failed to fetch sessions');
  },
);
