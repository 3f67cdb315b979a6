import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminActionItem, ItemsInbox, Page } from '@understudy/contract/admin';
import { reportError } from '../../../platform/report-error.ts';
import { type ItemsPlace, itemFilterParams, itemsParams } from '../items-place.ts';
import { useAdminClient } from './admin-client.tsx';
import { keys } from './queries.ts';

/** Action items by due day, page by page. */
export function useItems(place: ItemsPlace) {
  const client = useAdminClient();
  return useInfiniteQuery({
    queryKey: keys.items(place),
    queryFn: ({ pageParam, signal }) =>
      client.get<Page<AdminActionItem>>('action-items', itemsParams(place, pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** How many items there are, and what they can be filtered by. */
export function useInbox(place: ItemsPlace) {
  const client = useAdminClient();
  const params = itemFilterParams(place);
  return useQuery({
    queryKey: keys.inbox(params),
    queryFn: ({ signal }) => client.get<ItemsInbox>('action-items/inbox', params, signal),
    placeholderData: keepPreviousData,
  });
}

/** Every list that shows items. */
function useRefresh() {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      [keys.allItems, keys.allInboxes, keys.allWaiting].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
}

/** Completes or reopens several items. */
export function useItemsStatus() {
  const client = useAdminClient();
  return useMutation({
    mutationFn: (change: { ids: string[]; status: 'open' | 'done' }) =>
      client.change<{ items: AdminActionItem[] }>('POST', 'action-items/status', change),
    onError: (error) => reportError(error, 'Failed to change action items'),
    onSettled: useRefresh(),
  });
}

/** Sets an item's due day, or who does it. */
export function useItemChange(id: string) {
  const client = useAdminClient();
  return useMutation({
    mutationFn: (change: { due_date?: string | null; assignee_id?: string | null }) =>
      client.change<AdminActionItem>('PATCH', `action-items/${id}`, change),
    // In sequence, so that the latest choice wins.
    scope: { id },
    onError: (error) => reportError(error, 'Failed to change an action item'),
    onSettled: useRefresh(),
  });
}
