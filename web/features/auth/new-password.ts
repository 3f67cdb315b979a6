import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';

/** The rule, as it stands under the field. The server has the last word. */
export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARS} characters. A few words that only you would put together are easy to keep in mind.`;

/**
 * What is wrong with a password that is about to be sent, in a sentence.
 * @returns null when it may be sent
 */
export function passwordProblem(password: string, again: string): string | null {
  const missing = PASSWORD_MIN_CHARS - [...password.normalize('NFKC')].length;
  if (missing > 0) {
    return `The password needs ${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  }
  return password === again ? null : 'The two passwords are not the same.';
}
