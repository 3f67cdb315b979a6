import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';
import { normalizePassword } from './passwords.ts';

/** An email address for signing in, `owner@localhost` included. The check is loose because nothing is sent there. */
export const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

/** The first owner's address if none was given. */
export const OWNER_WITHOUT_EMAIL = 'owner@localhost';

/** How long an access token is valid; well above the 90 s before expiry at which the client refreshes it. */
export const ACCESS_TOKEN_S = 15 * 60;

/** A password with fewer distinct characters is a pattern. */
export const MIN_DISTINCT_CHARS = 5;

/**
 * Why a password is too weak, as codes of the wire; empty if it is strong enough. Length decides (NIST SP 800-63B-4,
 * 3.1.1.2), but repeated patterns and the address itself do not add to it.
 */
export function weaknesses(password: string, email: string): string[] {
  const characters = [...normalizePassword(password).toLowerCase()];
  const reasons: string[] = [];
  if (characters.length < PASSWORD_MIN_CHARS) reasons.push('length');
  if (new Set(characters).size < MIN_DISTINCT_CHARS || characters.join('').includes(email)) reasons.push('characters');
  return reasons;
}
