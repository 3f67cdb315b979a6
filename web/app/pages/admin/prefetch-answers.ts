/**
 * Runs in the owner's pages before any of their scripts has arrived (build/preload-admin-pages.ts puts it into the page):
 * asks for what the first screen shows, so that answers and scripts are on their way at the same time. Whether anything
 * of it is shown the guard decides, as ever.
 */
import { paths } from '@understudy/contract/pages';
import { readStoredSession } from '../../../features/auth/stored-session.ts';
import { overviewAddresses } from '../../../features/dashboard/api/addresses.ts';
import { placeOf } from '../../../features/dashboard/search.ts';
import { prefetch } from '../../../platform/prefetched-answers.ts';
import { dayAndTime } from '../../../ui/dates.ts';

const kept = readStoredSession(Date.now());
// A token that has to be renewed first is the sign-in client's to renew.
if (kept !== undefined) {
  const { pathname, search } = window.location;
  const place = placeOf(Object.fromEntries(new URLSearchParams(search)));
  prefetch(kept?.access_token ?? null, ['/api/profile', ...(pathname === paths.admin ? overviewAddresses(place) : [])]);
}

// A browser's first formatter looks through all languages that it knows, which costs a slow phone 150 ms, and the next
// ones nothing: it is made while there is nothing to do but to wait for the scripts.
setTimeout(() => dayAndTime(new Date().toISOString(), Date.now()));
