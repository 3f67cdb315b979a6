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

const USUAL: DashboardPlace = {
  tab: 'overview',
  range: DEFAULT_RANGE,
  intent: 'all',
  q: '',
  sort: 'score',
  cursor: null,
  find: '',
  from: '',
  to: '',
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
  const entries = Object.entries(place).filter(([key, value]) => value !== USUAL[key as keyof DashboardPlace]);
  return Object.fromEntries(entries);
}

/** The place after a change. A list that is filtered or sorted otherwise begins at its beginning; a range ends chosen days. */
export function moved(place: DashboardPlace, change: Partial<DashboardPlace>): DashboardPlace {
  const begins = ['range', 'intent', 'q', 'sort'].some((key) => key in change);
  return {
    ...place,
    ...(begins ? { cursor: null } : {}),
    ...('range' in change ? { from: '', to: '' } : {}),
    ...change,
  };
}
