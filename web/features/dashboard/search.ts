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
}

/** The same as the address has it. */
export type DashboardSearch = { [Key in keyof DashboardPlace]?: string };

const USUAL: DashboardPlace = {
  tab: 'overview',
  range: DEFAULT_RANGE,
  intent: 'all',
  q: '',
  sort: 'score',
  cursor: null,
  find: '',
};

const oneOf = <Value extends string>(values: readonly Value[], asked: string | undefined, usual: Value): Value =>
  values.find((value) => value === asked) ?? usual;

/** The place that an address names. Unknown values are the usual ones. */
export function placeOf(search: DashboardSearch): DashboardPlace {
  return {
    tab: oneOf(TABS, search.tab, USUAL.tab),
    range: rangeOf(search.range),
    intent: oneOf([...INTENTS, 'all'], search.intent, USUAL.intent),
    q: search.q ?? '',
    sort: oneOf(SORTS, search.sort, USUAL.sort),
    cursor: search.cursor || null,
    find: search.find ?? '',
  };
}

/** The address of a place. */
export function searchOf(place: DashboardPlace): DashboardSearch {
  const entries = Object.entries(place).filter(([key, value]) => value !== USUAL[key as keyof DashboardPlace]);
  return Object.fromEntries(entries);
}

/** The place after a change. A list that is filtered or sorted otherwise begins at its beginning. */
export function moved(place: DashboardPlace, change: Partial<DashboardPlace>): DashboardPlace {
  const begins = ['range', 'intent', 'q', 'sort'].some((key) => key in change);
  return { ...place, ...(begins ? { cursor: null } : {}), ...change };
}
