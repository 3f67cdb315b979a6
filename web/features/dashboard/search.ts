import { type Range, rangeOf, SORTS, type Sort } from '@understudy/contract/admin';
import { DEFAULT_RANGE } from '@understudy/contract/constants';
import { INTENTS, type Intent } from '@understudy/contract/leads';

export const TABS = ['overview', 'sessions', 'analytics', 'settings'] as const;
export type Tab = (typeof TABS)[number];

/** Where somebody is in the dashboard; it stands in the address, what is usual left out. */
export interface DashboardPlace {
  tab: Tab;
  range: Range;
  intent: Intent | 'all';
  /** Looked for in names, addresses and visitor ids. */
  q: string;
  sort: Sort;
  /** Where the shown page of the list begins; null is the first. */
  cursor: string | null;
  /** Looked for in transcripts. */
  find: string;
  /** Days that analytics count instead of the range, both included, as YYYY-MM-DD; both are empty, or neither. */
  from: string;
  to: string;
}

/** The same as the address has it. */
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

/** The Sessions tab opens newest first; everything else by score (specification, section 9). */
const usualSort = (tab: Tab): Sort => (tab === 'sessions' ? 'date' : 'score');

const oneOf = <Value extends string>(values: readonly Value[], asked: string | undefined, usual: Value): Value =>
  values.find((value) => value === asked) ?? usual;

/** The place that an address names. Unknown values are the usual ones. */
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

/** A day that exists, not merely one that is written like it. */
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** The two days of an address; what is no day, or reversed, is none. */
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
 * The place after a change. A list that is filtered or sorted differently starts at its first page, a range ends chosen
 * days, and another tab has its own usual order.
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
