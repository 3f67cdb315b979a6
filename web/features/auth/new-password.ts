import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';

/** The rule, as it stands under the field. The server has the last word. */
export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARS} characters. A few words that only you would combine are easy to remember.`;

/**
 * What is wrong with a password that is about to be sent, in a sentence.
 * @returns null when it may be sent
 */
export function passwordProblem(password: string, again: string): string | null {
  const missing = PASSWORD_MIN_CHARS - [...password.normalize('NFKC')].length;
  if (missing > 0) {
    return `The password needs ${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  }
  return password === again ? null : 'The passwords do not match.';
}

/**
 * Why a password would be guessed, in a sentence; null when it would not be, and where that cannot be found out here: the
 * server looks at it again. Its dictionaries are fetched when they are first needed, and by nobody who chooses no password.
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
