import { PAGE_SIZE } from '@understudy/contract/admin';
import { PEOPLE_SORTS, type PeopleSort } from '@understudy/contract/people';
import type { Params } from '../../platform/admin-calls.ts';

/** What the list of people shows, stored in the address without defaults. */
export interface PeoplePlace {
  q: string;
  sort: PeopleSort;
  cursor: string | null;
}

export type PeopleSearch = { q?: string; sort?: string; cursor?: string };

/** Parses the place in an address. Unknown values become defaults. */
export const peoplePlaceOf = ({ q = '', sort, cursor }: PeopleSearch): PeoplePlace => ({
  q,
  sort: PEOPLE_SORTS.find((known) => known === sort) ?? 'last_seen',
  cursor: cursor || null,
});

/** The address of a place. */
export const peopleSearchOf = ({ q, sort, cursor }: PeoplePlace): PeopleSearch => ({
  ...(q ? { q } : {}),
  ...(sort === 'last_seen' ? {} : { sort }),
  ...(cursor ? { cursor } : {}),
});

/** Query parameters of a page of the list. */
export const peopleParams = ({ q, sort, cursor }: PeoplePlace, limit = PAGE_SIZE): Params => ({
  ...{ q: q || null, sort, cursor, limit },
});
