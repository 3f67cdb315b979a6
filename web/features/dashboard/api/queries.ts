import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  AdminSession,
  Page,
  Range,
  SearchHit,
  SessionDetail,
  SessionsPage,
  Stats,
  WaitlistEntry,
} from '@understudy/contract/admin';
import type { DashboardPlace } from '../search.ts';
import { type Params, sessionsParams, statsParams } from './addresses.ts';
import { useAdminClient } from './admin-provider.tsx';

/** Sessions on a page of the table. */
export const PAGE_SIZE = 25;

/** What identifies an answer in the cache. */
export const keys = {
  stats: (range: Range) => ['stats', range],
  allStats: ['stats'],
  sessions: (params: Params) => ['sessions', params],
  allSessions: ['sessions'],
  session: (id: string) => ['session', id],
  waitlist: (cursor: string | null) => ['waitlist', cursor],
  search: (params: Params) => ['search', params],
};

/** No sessions, always the same ones. */
export const NO_SESSIONS: AdminSession[] = [];

/** What makes two lists the same list. */
export const listName = (place: DashboardPlace) => JSON.stringify(sessionsParams(place, 0));

/** The figures of the cards. */
export function useStats(range: Range) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.stats(range),
    queryFn: ({ signal }) => client.get<Stats>('stats', statsParams({ range }), signal),
    initialData: () => client.known<Stats>('stats', statsParams({ range })),
  });
}

/** A page of sessions. While another filter's answer is on its way, the older one stays, told by `isPlaceholderData`. */
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

/** One session with everything about it. */
export function useSessionDetail(id: string) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.session(id),
    queryFn: ({ signal }) => client.get<SessionDetail>(`sessions/${encodeURIComponent(id)}`, {}, signal),
  });
}

/** Those who asked for early access. */
export function useWaitlist(cursor: string | null) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.waitlist(cursor),
    queryFn: ({ signal }) => client.get<Page<WaitlistEntry>>('waitlist', { cursor, limit: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Where words occur in transcripts. */
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
