import { type ReadProblem, type ReadProblemCode, readProblemSentence } from '@understudy/contract/read-problems';

/** Why a source cannot be read, in sentences for the owner. */
export class ReadError extends Error {
  /** What it is, for pages that have their own words; null where there is only the sentence. */
  readonly problem: ReadProblem | null;

  constructor(what: string | ReadProblem, options?: ErrorOptions) {
    super(typeof what === 'string' ? what : readProblemSentence(what), options);
    this.name = 'ReadError';
    this.problem = typeof what === 'string' ? null : what;
  }
}

/** A problem by its code. */
export const problem = (code: ReadProblemCode, values: Record<string, string | number> = {}): ReadProblem => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});
