import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AdminActionItem,
  type LeadStatus,
  type Note,
  PAGE_SIZE,
  type Page,
  type Range,
  type SearchHit,
  type SessionDetail,
  type SessionsPage,
  type StatsAnswer,
  type WaitlistEntry,
} from '@understudy/contract/admin';
import { useEffect, useState } from 'react';
import { reportError } from '../../../platform/report-error.ts';
import { type DashboardPlace, type Params, sessionsParams, statsParams, waitingParams } from '../search.ts';
import { useAdminClient } from './admin-client.tsx';

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

/** The current list of action items, plus those of an older one that were completed in the meantime; newest first. */
function withTickedOff(page: Page<AdminActionItem>, older: Page<AdminActionItem> | undefined): Page<AdminActionItem> {
  const here = new Set(page.items.map(({ id }) => id));
  const done = (older?.items ?? []).filter(({ id, status }) => status === 'done' && !here.has(id));
  const items = [...page.items, ...done].sort((one, other) => other.created_at.localeCompare(one.created_at));
  return { ...page, items };
}

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

/** A mutation of a session's page: shown once the server has accepted it. */
function useChange<Input, Answer>(
  sessionId: string,
  context: string,
  call: (input: Input) => Promise<Answer>,
  become: (detail: SessionDetail, answer: Answer, input: Input) => SessionDetail,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: call,
    // In sequence, so that the latest choice wins.
    scope: { id: `session ${sessionId}` },
    // A response requested before the change would restore the old state.
    onMutate: () => cache.cancelQueries({ queryKey: keys.session(sessionId), exact: true }),
    onSuccess: (answer, input) => {
      cache.setQueryData<SessionDetail>(keys.session(sessionId), (detail) =>
        detail ? become(detail, answer, input) : detail,
      );
    },
    onError: (error) => {
      reportError(error, context);
      void cache.invalidateQueries({ queryKey: keys.session(sessionId), exact: true });
    },
  });
}

const withStatus = (items: readonly AdminActionItem[], id: string, status: AdminActionItem['status']) =>
  items.map((item) => (item.id === id ? { ...item, status } : item));

/** Completes or reopens an action item, wherever it is listed. */
export function useActionItem(sessionId: string) {
  const client = useAdminClient();
  const cache = useQueryClient();
  return useChange(
    sessionId,
    'Failed to change an action item',
    async ({ id, status }: Pick<AdminActionItem, 'id' | 'status'>) => {
      await cache.cancelQueries({ queryKey: keys.allWaiting });
      await client.change<unknown>('PATCH', `action-items/${id}`, { status });
      cache.setQueriesData<Page<AdminActionItem>>(
        { queryKey: keys.allWaiting },
        (page) => page && { ...page, items: withStatus(page.items, id, status) },
      );
      void cache.invalidateQueries({ queryKey: keys.allWaiting });
    },
    (detail, _, { id, status }) => ({ ...detail, action_items: withStatus(detail.action_items, id, status) }),
  );
}

/** Sets what became of a lead. */
export function useLeadStatus(sessionId: string) {
  const client = useAdminClient();
  const cache = useQueryClient();
  return useChange(
    sessionId,
    'Failed to change a lead',
    ({ visitorId, status }: { visitorId: string; status: LeadStatus }) =>
      client.change<unknown>('PATCH', `leads/${visitorId}`, { status }),
    (detail, _, { status }) => {
      void cache.invalidateQueries({ queryKey: keys.allSessions });
      return { ...detail, session: { ...detail.session, status } };
    },
  );
}

/** Adds or changes a note. */
export function useSaveNote(sessionId: string) {
  const client = useAdminClient();
  return useChange(
    sessionId,
    'Failed to save a note',
    ({ id, text }: { id: string | null; text: string }) =>
      id === null
        ? client.change<Note>('POST', `sessions/${sessionId}/notes`, { text })
        : client.change<Note>('PATCH', `notes/${id}`, { text }),
    (detail, note, { id }) => ({
      ...detail,
      notes: id === null ? [...detail.notes, note] : detail.notes.map((known) => (known.id === id ? note : known)),
    }),
  );
}

export function useDeleteNote(sessionId: string) {
  const client = useAdminClient();
  return useChange(
    sessionId,
    'Failed to delete a note',
    (id: string) => client.change<void>('DELETE', `notes/${id}`),
    (detail, _, id) => ({ ...detail, notes: detail.notes.filter((note) => note.id !== id) }),
  );
}

/**
 * The value of a control that saves on change: the new choice at once, until the server has accepted or refused it,
 * then the stored value. If React learnt of the choice later, it would briefly revert a checkbox or select.
 *
 * @param kept the stored value, as far as known
 * @param change whether the latest change was accepted or refused
 * @returns the value to show, and a function to call with a choice before it is sent
 */
export function useOptimisticValue<Value>(
  kept: Value,
  { isSuccess, isError }: { isSuccess: boolean; isError: boolean },
): [shown: Value, wish: (value: Value) => void] {
  const [wished, setWished] = useState<{ value: Value } | null>(null);
  const isOver = isSuccess || isError;
  useEffect(() => {
    if (isOver) setWished(null);
  }, [isOver]);
  return [wished ? wished.value : kept, (value) => setWished({ value })];
}
