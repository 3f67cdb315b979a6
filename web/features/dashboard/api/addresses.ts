import { PAGE_SIZE_MAX } from '@understudy/contract/admin';
import { PRIORITY_LIST_SIZE } from '@understudy/contract/constants';
import type { DashboardPlace } from '../search.ts';

/** What a call may carry in its address; what is empty is left out. */
export type Params = Record<string, string | number | null | undefined>;

/** The address of a call; parameters that are empty are left out, so that the server's defaults hold. */
export function addressOf(path: string, params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `/api/admin/${path}${text ? `?${text}` : ''}`;
}

/** A filter as the address of a call; 'all' intents and an empty search are no filter. */
export function filterParams({ range, intent, q }: Pick<DashboardPlace, 'range' | 'intent' | 'q'>): Params {
  return { range, intent: intent === 'all' ? null : intent, q: q.trim() };
}

/** What the figures of the cards are asked for by. */
export const statsParams = ({ range }: Pick<DashboardPlace, 'range'>): Params => ({ range });

/** What a page of sessions is asked for by. */
export function sessionsParams(place: DashboardPlace, limit: number): Params {
  return { ...filterParams(place), sort: place.sort, cursor: place.cursor, limit };
}

/** So many of those who wait are shown at once. */
export const WAITING_AT_FIRST = 3;
/** And so many when asked for more: as many as one call gives. */
export const MAX_WAITING = PAGE_SIZE_MAX;

/** What the list of those who wait is asked for by. */
export const waitingParams = (limit: number): Params => ({ kind: 'asked', limit });

/** The addresses of all that the Overview shows; none for another tab. */
export function overviewAddresses(place: DashboardPlace): string[] {
  if (place.tab !== 'overview') return [];
  return [
    addressOf('stats', statsParams(place)),
    addressOf('action-items', waitingParams(WAITING_AT_FIRST)),
    addressOf('sessions', sessionsParams({ ...place, cursor: null }, PRIORITY_LIST_SIZE)),
  ];
}
