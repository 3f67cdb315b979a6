import { PAGE_SIZE_MAX, type Range, rangeOf, SORTS, type Sort } from '@understudy/contract/admin';
import { DEFAULT_RANGE, PRIORITY_LIST_SIZE } from '@understudy/contract/constants';
import { INTENTS, type Intent } from '@understudy/contract/leads';
import type { Params } from '../../platform/admin-calls.ts';

export const TABS = ['overview', 'sessions', 'analytics', 'settings'] as const;
export type Tab = (typeof TABS)[number];

/** The current place in the dashboard, stored in the address without defaults. */
export interface DashboardPlace {
  tab: Tab;
  range: Range;
  intent: Intent | 'all';
  /** Search text for names, addresses and visitor ids. */
  q: string;
  sort: Sort;
  /** Cursor of the current page; null for the first. */
  cursor: string | null;
  /** Search text for transcripts. */
  find: string;
  /** Days that analytics count instead of the range, both included, as YYYY-MM-DD; either both are empty or neither. */
  from: string;
  to: string;
}

/** The place as it appears in the address. */
export type DashboardSearch = { [Key in keyof DashboardPlace]?: string };

const USUAL: Omit<DashboardPlace, 'sort'> = {
  tab: 'overview',
  range: DEFAULT_RANGE,
  intent: 'all',
  q: '',
  cursor: null,
  find: '',
  from: '',
  to: '',
};

/** The Sessions tab is sorted by date at first; everything else by score (specification, section 9). */
const usualSort = (tab: Tab): Sort => (tab === 'sessions' ? 'date' : 'score');

const oneOf = <Value extends string>(values: readonly Value[], asked: string | undefined, usual: Value): Value =>
  values.find((value) => value === asked) ?? usual;

/** Parses the place in an address. Unknown values become defaults. */
export function placeOf(search: DashboardSearch): DashboardPlace {
  const tab = oneOf(TABS, search.tab, USUAL.tab);
  return {
    tab,
    range: rangeOf(search.range),
    intent: oneOf([...INTENTS, 'all'], search.intent, USUAL.intent),
    q: search.q ?? '',
    sort: oneOf(SORTS, search.sort, usualSort(tab)),
    cursor: search.cursor || null,
    find: search.find ?? '',
    ...daysOf(search),
  };
}

/** Whether the day exists, not just whether it has the right format. */
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** The two days of an address; empty if they are invalid or reversed. */
function daysOf({ from = '', to = '' }: DashboardSearch): Pick<DashboardPlace, 'from' | 'to'> {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : { from: '', to: '' };
}

/** The address of a place. */
export function searchOf(place: DashboardPlace): DashboardSearch {
  const usual: DashboardPlace = { ...USUAL, sort: usualSort(place.tab) };
  const entries = Object.entries(place).filter(([key, value]) => value !== usual[key as keyof DashboardPlace]);
  return Object.fromEntries(entries);
}

/**
 * The place after a change. A different filter or order starts at the first page, a range clears custom days, and
 * another tab gets its own default order.
 */
export function moved(place: DashboardPlace, change: Partial<DashboardPlace>): DashboardPlace {
  const begins = ['range', 'intent', 'q', 'sort'].some((key) => key in change);
  return {
    ...place,
    ...(begins ? { cursor: null } : {}),
    ...('range' in change ? { from: '', to: '' } : {}),
    ...(change.tab && change.tab !== place.tab ? { sort: usualSort(change.tab), cursor: null } : {}),
    ...change,
  };
}

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
