import type { CallError } from '../../platform/http.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { SignIn } from './sign-in.ts';

/** Codes by which the server says that somebody is not who the page takes them for. */
const ANOTHER_NOW = new Set<string>([
  'unauthorized',
  'forbidden',
  'must_change_password',
  'second_factor_needed',
  'second_factor_setup_needed',
]);

/**
 * What becomes of a refused call of the owner's side: the password is asked for again where that is what is missing;
 * where the server knows somebody as less than the page does, the page looks anew, and shows the screen that is theirs.
 * @returns whether the call is worth another try
 */
export function createRefusals(
  signIn: Pick<SignIn, 'check'>,
  reauthentication: Pick<Reauthentication, 'ask'>,
): (error: CallError) => Promise<boolean> {
  /** Many calls are refused at once, and one look tells all. */
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
