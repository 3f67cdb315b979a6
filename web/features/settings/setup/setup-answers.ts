import type { Setup, SetupAnswers } from '@understudy/contract/setup';

const keysOf = (answers: SetupAnswers) => Object.keys(answers) as (keyof SetupAnswers)[];

/** One value as text: whatever the order of its keys, and with one space for many, as the server keeps a line. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, one: unknown) => {
    if (typeof one === 'string') return one.replace(/\s+/g, ' ');
    if (one === null || typeof one !== 'object' || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether both say the same. */
export const sameAnswer = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The fields in which two owners' answers differ. */
export const changedFields = (before: SetupAnswers, after: SetupAnswers): (keyof SetupAnswers)[] =>
  keysOf(before).filter((key) => !sameAnswer(before[key], after[key]));

/** Some of the fields. */
export const pick = (answers: SetupAnswers, keys: readonly (keyof SetupAnswers)[]): Partial<SetupAnswers> =>
  Object.fromEntries(keys.map((key) => [key, answers[key]]));

/**
 * The server's answers, with what was entered since.
 *
 * @param sent what the server's answers follow from
 * @param now what the page has
 */
export function withNewerInput(theirs: SetupAnswers, sent: SetupAnswers, now: SetupAnswers): SetupAnswers {
  return { ...theirs, ...pick(now, changedFields(sent, now)) };
}

/**
 * What the server found wrong, unless that field has been changed since: then only the next save tells.
 *
 * @param setup what the server answered with
 * @param now what the page has
 */
export function presentProblem({ problem, answers: read }: Setup, now: SetupAnswers): Setup['problem'] {
  const field = problem?.field as keyof SetupAnswers | null | undefined;
  return field && !sameAnswer(read[field], now[field]) ? null : problem;
}
