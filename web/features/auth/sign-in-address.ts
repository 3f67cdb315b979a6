import type { LinkAnswer } from '@understudy/contract/auth';
import { paths } from '@understudy/contract/pages';
import { CallError, send } from '../../platform/http.ts';
import { t } from '../../platform/texts.ts';

/** What a link in the address does, as far as the page knows. */
export type LinkState = { is: LinkAnswer['type'] } | { is: 'used_up' } | { is: 'unknown'; problem: string };

/**
 * The token of a dashboard link or an invitation. It is in the fragment, which browsers do not send to the server.
 * @param hash as the router reads it, without the `#`
 */
export function tokenIn(hash: string, kind: 'link' | 'invite'): string | null {
  const [, found, token] = /^(link|invite)=([\w-]{1,200})$/.exec(hash) ?? [];
  return found === kind ? (token ?? null) : null;
}

/** Asks the server what a link does, without using it up. */
export async function readLink(token: string): Promise<LinkState> {
  try {
    const response = await send('/auth/v1/link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token_hash: token }),
    });
    return { is: ((await response.json()) as LinkAnswer).type };
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return { is: 'used_up' };
    return { is: 'unknown', problem: t('auth.linkNotChecked') };
  }
}

/** The default destination after signing in. */
const AFTER_SIGN_IN: string = paths.admin;

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
