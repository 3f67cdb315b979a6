import type { Setup, SetupAnswers } from '@understudy/contract/setup';
import { expect, test } from 'vitest';
import { presentProblem } from './setup-answers.ts';

const answers = (part: Partial<SetupAnswers>) => ({ name: '', email: '', ...part }) as SetupAnswers;

test('a problem of a field is shown until that field is changed', () => {
  const problem = { field: 'name', message: 'Enter your name.' };
  const setup = { problem, answers: answers({}) } as Setup;
  expect(presentProblem(setup, answers({}))).toBe(problem);
  expect(presentProblem(setup, answers({ email: 'ann@example.com' }))).toBe(problem);
  expect(presentProblem(setup, answers({ name: 'Ann' }))).toBeNull();
  const other = { field: null, message: 'Something else.' };
  expect(presentProblem({ ...setup, problem: other }, answers({ name: 'Ann' }))).toBe(other);
});
