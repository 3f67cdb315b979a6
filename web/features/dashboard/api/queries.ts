import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AdminActionItem,
  type AdminSession,
  PAGE_SIZE,
  type Page,
  type Range,
  type SearchHit,
  type SessionDetail,
  type SessionsPage,
  type StatsAnswer,
  type WaitlistEntry,
} from '@understudy/contract/admin';
import type { DashboardPlace } from '../search.ts';
import { type Params, sessionsParams, statsParams, waitingParams } from './addresses.ts';
import { useAdminClient } from './admin-provider.tsx';

/** Cache keys. */
export const keys = {
  stats: (range: Range) => ['stats', range],
  allStats: ['stats'],
  sessions: (params: Params) => ['sessions', params],
  allSessions: ['sessions'],
  session: (id: string) => ['session', id],
  waiting: (params: Params) => ['waiting', params],
  allWaiting: ['waiting'],
  waitlist: (cursor: string | null) => ['waitlist', cursor],
  search: (params: Params) => ['search', params],
};

/** A stable empty list. */
export const NO_SESSIONS: AdminSession[] = [];

/** The current list of action items, plus those of an older one that were completed in the meantime; newest first. */
export function withTickedOff(
  page: Page<AdminActionItem>,
  older: Page<AdminActionItem> | undefined,
): Page<AdminActionItem> {
  const here = new Set(page.items.map(({ id }) => id));
  const done = (older?.items ?? []).filter(({ id, status }) => status === 'done' && !here.has(id));
  const items = [...page.items, ...done].sort((one, other) => other.created_at.localeCompare(one.created_at));
  return { ...page, items };
}

/** Identifies a list. */
export const listName = (place: DashboardPlace) => JSON.stringify(sessionsParams(place, 0));

/** The figures of the stat cards. */
export function useStats(range: Range) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.stats(range),
    queryFn: ({ signal }) => client.get<StatsAnswer>('stats', statsParams({ range }), signal),
    initialData: () => client.known<StatsAnswer>('stats', statsParams({ range })),
  });
}

/** A page of sessions. While another filter's answer is loading, the old one stays, marked by `isPlaceholderData`. */
export function useSessions(place: DashboardPlace, limit: number) {
  const client = useAdminClient();
  const params = sessionsParams(place, limit);
  return useQuery({
    queryKey: keys.sessions(params),
    queryFn: ({ signal }) => client.get<SessionsPage>('sessions', params, signal),
    initialData: () => client.known<SessionsPage>('sessions', params),
    placeholderData: keepPreviousData,
  });
}

/** One session with all its details. */
export function useSessionDetail(id: string) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.session(id),
    queryFn: ({ signal }) => client.get<SessionDetail>(`sessions/${encodeURIComponent(id)}`, {}, signal),
  });
}

/** Open requests of visitors for a person; items completed here stay until the page is left. */
export function useWaiting(limit: number) {
  const client = useAdminClient();
  const cache = useQueryClient();
  const params = waitingParams(limit);
  const queryKey = keys.waiting(params);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await client.get<Page<AdminActionItem>>('action-items', params, signal);
      return withTickedOff(page, cache.getQueryData<Page<AdminActionItem>>(queryKey));
    },
    initialData: () => client.known<Page<AdminActionItem>>('action-items', params),
    placeholderData: keepPreviousData,
  });
}

/** The waitlist. */
export function useWaitlist(cursor: string | null) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.waitlist(cursor),
    queryFn: ({ signal }) => client.get<Page<WaitlistEntry>>('waitlist', { cursor, limit: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Matches of a transcript search. */
export function useTranscriptSearch(find: string, cursor: string | null) {
  const client = useAdminClient();
  const params: Params = { q: find.trim(), cursor };
  return useQuery({
    queryKey: keys.search(params),
    queryFn: ({ signal }) => client.get<Page<SearchHit>>('search', params, signal),
    enabled: find.trim() !== '',
    placeholderData: keepPreviousData,
  });
}
