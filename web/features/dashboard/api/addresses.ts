import { PAGE_SIZE_MAX } from '@understudy/contract/admin';
import { PRIORITY_LIST_SIZE } from '@understudy/contract/constants';
import type { DashboardPlace } from '../search.ts';

/** Query parameters of a call; empty ones are left out. */
export type Params = Record<string, string | number | null | undefined>;

/** The address of a call; empty parameters are left out, so that the server's defaults apply. */
export function addressOf(path: string, params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `/api/admin/${path}${text ? `?${text}` : ''}`;
}

/** A filter as query parameters; 'all' intents and an empty search mean no filter. */
export function filterParams({ range, intent, q }: Pick<DashboardPlace, 'range' | 'intent' | 'q'>): Params {
  return { range, intent: intent === 'all' ? null : intent, q: q.trim() };
}

/** Query parameters of the stat cards. */
export const statsParams = ({ range }: Pick<DashboardPlace, 'range'>): Params => ({ range });

/** Query parameters of a page of sessions. */
export function sessionsParams(place: DashboardPlace, limit: number): Params {
  return { ...filterParams(place), sort: place.sort, cursor: place.cursor, limit };
}

/** Waiting visitors shown at first. */
export const WAITING_AT_FIRST = 3;
/** Waiting visitors shown when expanded: the maximum of one call. */
export const MAX_WAITING = PAGE_SIZE_MAX;

/** Query parameters of the list of waiting visitors. */
export const waitingParams = (limit: number): Params => ({ kind: 'asked', limit });

/** Addresses of all the Overview's data; none for another tab. */
export function overviewAddresses(place: DashboardPlace): string[] {
  if (place.tab !== 'overview') return [];
  return [
    addressOf('stats', statsParams(place)),
    addressOf('action-items', waitingParams(WAITING_AT_FIRST)),
    addressOf('sessions', sessionsParams({ ...place, cursor: null }, PRIORITY_LIST_SIZE)),
  ];
}
