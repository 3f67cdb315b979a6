import { DUE_GROUPS, type DueGroup, PAGE_SIZE } from '@understudy/contract/admin';
import type { Params } from '../../platform/admin-calls.ts';
import { t } from '../../platform/texts.ts';

/** What the inbox of action items shows, stored in the address without defaults. */
export interface ItemsPlace {
  status: 'open' | 'done';
  due: DueGroup | 'all';
  priority: 'high' | 'medium' | 'low' | 'all';
  /** Empty for all. */
  category: string;
  /** `me`, `none`, a person's id, or empty for all. */
  assignee: string;
  /** Items of one session only. */
  session: string;
}

export type ItemsSearch = { [Key in keyof ItemsPlace]?: string };

const USUAL: ItemsPlace = { status: 'open', due: 'all', priority: 'all', category: '', assignee: '', session: '' };
export const PRIORITIES = ['high', 'medium', 'low'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const oneOf = <Value extends string>(values: readonly Value[], asked: string | undefined, usual: Value): Value =>
  values.find((value) => value === asked) ?? usual;

/** Parses the place in an address. Unknown values become defaults. */
export function itemsPlaceOf(search: ItemsSearch): ItemsPlace {
  const { category = '', assignee = '', session = '' } = search;
  return {
    status: oneOf(['open', 'done'], search.status, USUAL.status),
    due: oneOf([...DUE_GROUPS, 'all'], search.due, USUAL.due),
    priority: oneOf([...PRIORITIES, 'all'], search.priority, USUAL.priority),
    category: category.slice(0, 100),
    assignee: ['me', 'none'].includes(assignee) || UUID.test(assignee) ? assignee : '',
    session: UUID.test(session) ? session : '',
  };
}

/** The address of a place. */
export const itemsSearchOf = (place: ItemsPlace): ItemsSearch =>
  Object.fromEntries(Object.entries(place).filter(([key, value]) => value !== USUAL[key as keyof ItemsPlace]));

/** Query parameters of the filters; those of the counts have no group. */
export function itemFilterParams({ status, priority, category, assignee, session }: ItemsPlace): Params {
  return { status, priority: priority === 'all' ? null : priority, category, assignee, session_id: session };
}

/** Query parameters of a page. */
export const itemsParams = (place: ItemsPlace, cursor: string | null): Params => ({
  ...itemFilterParams(place),
  due: place.due === 'all' ? null : place.due,
  order: 'due',
  cursor,
  limit: PAGE_SIZE,
});

/** The last day of the week of a day, a Sunday. @param day `2026-12-01` */
function endOfWeek(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + ((7 - at.getUTCDay()) % 7));
  return at.toISOString().slice(0, 10);
}

/** When an item is due. The same groups as the server's. */
export function dueGroupOf(due: string | null, today: string): DueGroup {
  if (due === null) return 'none';
  if (due < today) return 'overdue';
  if (due === today) return 'today';
  return due <= endOfWeek(today) ? 'week' : 'later';
}

export const groupWords = (group: DueGroup): string => t(`items.group.${group}`);
export const categoryWords = (category: string): string =>
  t('items.category', { category: category.replaceAll('-', '_') });
