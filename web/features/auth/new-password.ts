import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';

/** The rule shown below the field. The server has the final say. */
export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARS} characters. A few words that only you would combine are easy to remember.`;

/**
 * What is wrong with a password before it is sent, in a sentence.
 * @returns null if it may be sent
 */
export function passwordProblem(password: string, again: string): string | null {
  const missing = PASSWORD_MIN_CHARS - [...password.normalize('NFKC')].length;
  if (missing > 0) {
    return `The password needs ${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  }
  return password === again ? null : 'The passwords do not match.';
}

/**
 * Why a password is guessable, in a sentence; null if it is not or if that cannot be determined here: the server checks
 * again. The dictionaries are fetched on first use, and only when a password is chosen.
 */
export async function guessableProblem(password: string): Promise<string | null> {
  try {
    const { whyGuessable } = await import('@understudy/contract/password-strength');
    const why = whyGuessable(password, []);
    return why === null
      ? null
      : `This password is too easy to guess. ${why} Try a few words that only you would combine.`;
  } catch {
    return null;
  }
}
