import { paths } from '@understudy/contract/pages';

/** The default destination after signing in. */
export const AFTER_SIGN_IN: string = paths.admin;

/**
 * The destination after signing in: the `next` parameter of the sign-in page if it is one of the owner's own pages. The
 * address must not be able to choose any other page, and above all no other site.
 * @param asked path with its query, as it stands in `?next=`
 */
export function nextPath(asked: string | undefined): string {
  if (!asked) return AFTER_SIGN_IN;
  try {
    // Parsed like in the browser, which drops line breaks and treats '\' as '/'.
    const { origin, pathname, search, hash } = new URL(asked, BASE);
    const isOwners = pathname === paths.admin || pathname.startsWith(`${paths.admin}/`);
    return origin === BASE && isOwners ? pathname + search + hash : AFTER_SIGN_IN;
  } catch {
    return AFTER_SIGN_IN;
  }
}

/** Stands for the page's own origin. */
const BASE = 'http://localhost';
