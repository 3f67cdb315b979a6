/**
 * Runs in the owner's pages before any of their scripts has arrived (build/preload-backstage.ts puts it into the page):
 * asks for what the first screen shows, so that answers and scripts are on their way at the same time. Whether anything
 * of it is shown the guard decides, as ever.
 */
import { paths } from '@understudy/contract/pages';
import { readKeptSession } from '../../../features/auth/kept-session.ts';
import { overviewAddresses } from '../../../features/dashboard/api/addresses.ts';
import { placeOf } from '../../../features/dashboard/search.ts';
import { askAhead } from '../../../platform/answers-ahead.ts';

const kept = readKeptSession(Date.now());
// A token that has to be renewed first is the sign-in client's to renew.
if (kept !== undefined) {
  const { pathname, search } = window.location;
  const place = placeOf(Object.fromEntries(new URLSearchParams(search)));
  askAhead(kept?.access_token ?? null, ['/api/profile', ...(pathname === paths.admin ? overviewAddresses(place) : [])]);
}
