import { allows, type Profile, ROLES, type Role } from '@understudy/contract/admin';
import { getJson } from '../../platform/http.ts';
import { takePrefetched } from '../../platform/prefetched-answers.ts';

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

/** Address of the current user's profile. */
const PROFILE_ADDRESS = '/api/profile';

/** Fetches the user's profile. Throws what {@link getJson} throws: `unauthorized`, `must_change_password`, ... */
export type LoadProfile = (token: string | null, signal: AbortSignal) => Promise<Profile>;

/** @param token null asks whether this page needs none, because the server's own machine may read it */
export const loadProfile: LoadProfile = async (token, signal) => {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const prefetched = (await takePrefetched(PROFILE_ADDRESS, async () => token)) as Partial<Profile> | undefined;
  return readProfile(prefetched ?? (await getJson<Partial<Profile> | null>(PROFILE_ADDRESS, { signal, headers })));
};

/** A profile without a role, or with an unknown one, gets the viewer role (specification, section 6). */
export function readProfile(answer: Partial<Profile> | null): Profile {
  return {
    id: answer?.id ?? '',
    email: answer?.email ?? '',
    role: ROLES.find((role) => role === answer?.role) ?? 'viewer',
    local: answer?.local === true,
    by_link: answer?.by_link === true,
  };
}
