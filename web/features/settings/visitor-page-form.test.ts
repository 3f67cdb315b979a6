import { USUAL_VISITOR_PAGE } from '@understudy/contract/settings';
import { expect, test } from 'vitest';
import { visitorPageForm as form } from './visitor-page-form.ts';

const usual = form.toForm(USUAL_VISITOR_PAGE);

test('questions are typed one per line, without empty lines and repetitions', () => {
  const value = { ...USUAL_VISITOR_PAGE, starters: ['What do you do?', 'What does it cost?'] };
  expect(form.toForm(value).starters).toBe('What do you do?\nWhat does it cost?');
  const starters = ' What do you do? \n\nWhat does it cost?\nWhat do you do?\n';
  expect(form.read({ ...usual, starters })).toEqual({ value });
});

test('too many and too long ones are told', () => {
  const many = Array.from({ length: 13 }, (_, at) => `Question ${at}?`).join('\n');
  expect(form.read({ ...usual, starters: many })).toMatchObject({ problems: [{ field: 'starters' }] });
  expect(form.read({ ...usual, starters: 'a'.repeat(121) })).toMatchObject({ problems: [{ field: 'starters' }] });
});

test('a change is told in words', () => {
  expect(form.changes(usual, { ...usual, voice: false, starters: 'Who are you?' })).toEqual([
    'visitors cannot talk and listen',
    'starter questions changed',
  ]);
  expect(form.changes(usual, { ...usual, starters: '\n' })).toEqual([]);
});
