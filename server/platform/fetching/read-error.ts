import { type ReadProblem, type ReadProblemCode, readProblemSentence } from '@understudy/contract/read-problems';

/** Why a source cannot be read; its message is the sentence in English. */
export class ReadError extends Error {
  /** What it is, for pages that have their own words. */
  readonly problem: ReadProblem;

  constructor(problem: ReadProblem, options?: ErrorOptions) {
    super(readProblemSentence(problem), options);
    this.name = 'ReadError';
    this.problem = problem;
  }
}

/** A problem by its code. */
export const problem = (code: ReadProblemCode, values: Record<string, string | number> = {}): ReadProblem => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});
