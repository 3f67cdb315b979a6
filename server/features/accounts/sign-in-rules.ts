import { PASSWORD_MIN_CHARS } from '@understudy/contract/constants';

/** An address by which somebody signs in; `owner@localhost` is one. Nothing is sent there, so no more is asked of it. */
export const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

/** The first owner's name where no address was given. */
export const OWNER_WITHOUT_EMAIL = 'owner@localhost';

/** How long an access token holds; well above the 90 s at which the client asks for the next. */
export const ACCESS_TOKEN_S = 15 * 60;

/** A password of fewer different characters is a pattern. */
const DIFFERENT_CHARS = 5;

/**
 * Why a password is too weak, in the wire's words; an empty list when it is good enough. Length decides
 * (NIST SP 800-63B-4, 3.1.1.2); what is only a pattern or the address itself does not count as long.
 */
export function weaknesses(password: string, email: string): string[] {
  const characters = [...normalPassword(password).toLowerCase()];
  const reasons: string[] = [];
  if (characters.length < PASSWORD_MIN_CHARS) reasons.push('length');
  if (new Set(characters).size < DIFFERENT_CHARS || characters.join('').includes(email)) reasons.push('characters');
  return reasons;
}

/** What looks the same is the same, however a keyboard writes it (NIST SP 800-63B-4, 3.1.1.2). */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}
