/**
 * Runs in the owner's pages before any of their scripts has arrived (build/owner-bundle.ts inlines it):
 * prefetches the data of the first screen, so that answers and scripts load in parallel. The guard still decides
 * whether anything is shown.
 */
import { paths } from '@understudy/contract/pages';
import { readStoredSession } from '../../../features/auth/stored-session.ts';
import { overviewAddresses, placeOf } from '../../../features/dashboard/search.ts';
import { prefetch } from '../../../platform/prefetched-answers.ts';
import { readerLocale } from '../../../ui/numbers.ts';

const kept = readStoredSession(Date.now());
// If the token must be refreshed first, the sign-in client does that.
if (kept !== undefined) {
  const { pathname, search } = window.location;
  const place = placeOf(Object.fromEntries(new URLSearchParams(search)));
  prefetch(kept?.access_token ?? null, ['/api/profile', ...(pathname === paths.admin ? overviewAddresses(place) : [])]);
}

// The other scripts, which the browser would otherwise have asked for before the answers (build/owner-bundle.ts).
const later = document.querySelector<HTMLTemplateElement>('template[data-later]');
if (later) document.head.append(later.content);

// A browser's first formatter searches all its locales, which costs a slow phone 150 ms; later ones cost nothing. It is
// created while the page waits for its scripts.
setTimeout(() => new Intl.DateTimeFormat(readerLocale()).format());
