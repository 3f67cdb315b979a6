import { allows, type Profile, type Role } from '@understudy/contract/admin';

/** The page's knowledge of the current user. */
export type SignInState =
  | { is: 'unknown' }
  /**
   * Nobody is signed in, as far as is known. `problem`: why that could not be determined, in a sentence. `left`: they
   * have just signed out here and are being taken to the landing page.
   */
  | { is: 'signed_out'; problem: string | null; left: boolean }
  /** Signed in with a one-time password, which only allows choosing another. */
  | { is: 'must_choose_password' }
  /** The password was correct; a code of the second factor is still required. */
  | { is: 'must_give_code' }
  /** An owner requires a second factor, and there is none yet. */
  | { is: 'must_add_factor'; email: string }
  | { is: 'signed_in'; profile: Profile };

/** Whose password is required here, and whether they signed in by a one-time link; null if nobody is signed in. */
export function passwordHolder(state: SignInState): { email: string; byLink: boolean } | null {
  if (state.is === 'signed_in') return { email: state.profile.email, byLink: state.profile.by_link };
  return state.is === 'must_add_factor' ? { email: state.email, byLink: false } : null;
}

/** The guard's four states (specification, section 6). */
export type Access =
  | { is: 'unknown' }
  | { is: 'signed_out' }
  | { is: 'allowed'; profile: Profile }
  | { is: 'denied'; profile: Profile; required: Role };

/** Whether the user has the required role. A user with an outstanding step is not signed in yet. */
export function accessFor(state: SignInState, required: Role): Access {
  switch (state.is) {
    case 'signed_in': {
      const { profile } = state;
      return allows(profile.role, required) ? { is: 'allowed', profile } : { is: 'denied', profile, required };
    }
    case 'signed_out':
      // A user who has just signed out goes to the landing page, not to the sign-in page.
      return state.left ? { is: 'unknown' } : { is: 'signed_out' };
    case 'must_choose_password':
    case 'must_give_code':
    case 'must_add_factor':
      return { is: 'signed_out' };
    case 'unknown':
      return { is: 'unknown' };
  }
}
