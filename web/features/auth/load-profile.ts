import { type Profile, ROLES } from '@understudy/contract/admin';
import { getJson } from '../../platform/http.ts';
import { takePrefetched } from '../../platform/prefetched-answers.ts';

/** Address of the current user's profile. */
export const PROFILE_ADDRESS = '/api/profile';

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
