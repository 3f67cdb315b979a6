import { allows, type Profile, type Role } from '@understudy/contract/admin';

/** What the page knows about who is in front of it. */
export type SignInState =
  | { is: 'unknown' }
  /**
   * Nobody is signed in, as far as we can tell. `problem`: why that could not be found out, in a sentence. `left`: they
   * have just signed out here and are on their way to the front of the house.
   */
  | { is: 'signed_out'; problem: string | null; left: boolean }
  /** Signed in with a one-time password, which opens nothing but the choice of the next. */
  | { is: 'must_choose_password' }
  /** The password was right, and a code of the second factor is still to be given. */
  | { is: 'must_give_code' }
  /** An owner requires a second factor, and there is none yet. */
  | { is: 'must_add_factor'; email: string }
  | { is: 'signed_in'; profile: Profile };

/** Whose password counts here, and whether a one-time link stood in for it; null where nobody is known. */
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

/** Whether somebody may see what `required` is needed for. Whoever still has a step to take is not signed in yet. */
export function accessFor(state: SignInState, required: Role): Access {
  switch (state.is) {
    case 'signed_in': {
      const { profile } = state;
      return allows(profile.role, required) ? { is: 'allowed', profile } : { is: 'denied', profile, required };
    }
    case 'signed_out':
      // Whoever has just left is taken to the front page, not to the door.
      return state.left ? { is: 'unknown' } : { is: 'signed_out' };
    case 'must_choose_password':
    case 'must_give_code':
    case 'must_add_factor':
      return { is: 'signed_out' };
    case 'unknown':
      return { is: 'unknown' };
  }
}
