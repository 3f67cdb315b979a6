import { type ReadProblem, type ReadProblemCode, readProblemSentence } from '@understudy/contract/read-problems';
import { AppError } from '../http/app-error.ts';

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

/** Answers a call with why something cannot be read. @throws AppError `unreadable` for a ReadError, else the error */
export function refuseUnread(error: unknown): never {
  if (!(error instanceof ReadError)) throw error;
  throw new AppError('unreadable', error.message, { problem: error.problem, cause: error });
}

/** A problem by its code. */
export const problem = (code: ReadProblemCode, values: Record<string, string | number> = {}): ReadProblem => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});
