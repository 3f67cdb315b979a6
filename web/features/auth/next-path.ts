import { paths } from '@understudy/contract/pages';

/** Where somebody goes after signing in when nobody remembers where they wanted to. */
export const AFTER_SIGN_IN: string = paths.admin;

/**
 * Where to go after signing in: what the address of the sign-in page says, if it is one of the owner's own pages. Any
 * other page, and above all any other site, is not for an address to choose.
 * @param asked path with its query, as it stands in `?next=`
 */
export function nextPath(asked: string | undefined): string {
  if (!asked) return AFTER_SIGN_IN;
  try {
    // Read as the browser will read it: it drops line breaks, and takes '\' for '/'.
    const { origin, pathname, search, hash } = new URL(asked, BASE);
    const isOwners = pathname === paths.admin || pathname.startsWith(`${paths.admin}/`);
    return origin === BASE && isOwners ? pathname + search + hash : AFTER_SIGN_IN;
  } catch {
    return AFTER_SIGN_IN;
  }
}

/** Stands for our own origin, whatever it is. */
const BASE = 'http://localhost';
