import type { CallError } from '../../platform/http.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { SignIn } from './sign-in.ts';

/** Codes that mean that the user's status differs from what the page assumes. */
const ANOTHER_NOW = new Set<string>([
  'unauthorized',
  'forbidden',
  'must_change_password',
  'second_factor_needed',
  'second_factor_setup_needed',
]);

/**
 * Handles refused calls of the dashboard: prompts for the password if that is what is missing; if the server grants
 * fewer rights than the page assumes, checks again and shows the matching screen.
 * @returns whether the call should be retried
 */
export function createRefusals(
  signIn: Pick<SignIn, 'check'>,
  reauthentication: Pick<Reauthentication, 'ask'>,
): (error: CallError) => Promise<boolean> {
  /** When many calls are refused at once, a single check is enough. */
  let isLooking = false;
  return async ({ code }) => {
    if (code === 'sign_in_again') return reauthentication.ask();
    if (ANOTHER_NOW.has(code) && !isLooking) {
      isLooking = true;
      void signIn.check().finally(() => {
        isLooking = false;
      });
    }
    return false;
  };
}
