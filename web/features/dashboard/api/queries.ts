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
import type { ShowsPage } from '@understudy/contract/episodes';
import type { PersonDetail } from '@understudy/contract/people';
import type { TurnDetail } from '@understudy/contract/reply-trace';
import { useEffect, useState } from 'react';
import type { Params } from '../../../platform/admin-calls.ts';
import { reportError } from '../../../platform/report-error.ts';
import { t } from '../../../platform/texts.ts';
import { type DashboardPlace, sessionsParams, statsParams, waitingParams } from '../search.ts';
import { useAdminClient } from './admin-client.tsx';

/** Cache keys. */
export const keys = {
  stats: (range: Range) => ['stats', range],
  allStats: ['stats'],
  sessions: (params: Params) => ['sessions', params],
  allSessions: ['sessions'],
  session: (id: string) => ['session', id],
  turn: (id: string, turn: string) => ['session', id, 'turn', turn],
  waiting: (params: Params) => ['waiting', params],
  allWaiting: ['waiting'],
  items: (place: object) => ['items', place],
  allItems: ['items'],
  bookings: (monday: string) => ['bookings', monday],
  allBookings: ['bookings'],
  people: (params: Params) => ['people', 'list', params],
  person: (id: string) => ['people', 'one', id],
  allPersons: ['people', 'one'],
  allPeople: ['people', 'list'],
  merge: (id: string, other: string) => ['people', 'merge', id, other],
  inbox: (params: Params) => ['items-inbox', params],
  allInboxes: ['items-inbox'],
  waitlist: (cursor: string | null) => ['waitlist', cursor],
  search: (q: string) => ['search', q],
  shows: (cursor: string | null) => ['shows', cursor],
  allShows: ['shows'],
  waitingVisitors: ['waiting-visitors'],
};

/** The current list of action items, plus those of an older one that were completed in the meantime; newest first. */
function withTickedOff(page: Page<AdminActionItem>, older: Page<AdminActionItem> | undefined): Page<AdminActionItem> {
  const here = new Set(page.items.map(({ id }) => id));
  const done = (older?.items ?? []).filter(({ id, status }) => status === 'done' && !here.has(id));
  const items = [...page.items, ...done].sort((one, other) => other.created_at.localeCompare(one.created_at));
  return { ...page, items };
}

/** The answer to a call: the prefetched one at once if it is here. */
function useAnswer<Answer>(
  queryKey: readonly unknown[],
  path: string,
  params: Params,
  options: { placeholderData?: typeof keepPreviousData; enabled?: boolean; refetchInterval?: number } = {},
) {
  const client = useAdminClient();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => client.get<Answer>(path, params, signal),
    initialData: () => client.known<Answer>(path, params),
    ...options,
  });
}

/** While another page or filter is loading, the old list stays, marked by `isPlaceholderData`. */
const AS_LIST = { placeholderData: keepPreviousData };

/** The figures of the stat cards. */
export const useStats = (range: Range) => useAnswer<StatsAnswer>(keys.stats(range), 'stats', statsParams({ range }));

/** A page of sessions. */
export function useSessions(place: DashboardPlace, limit: number) {
  const params = sessionsParams(place, limit);
  return useAnswer<SessionsPage>(keys.sessions(params), 'sessions', params, AS_LIST);
}

/** One session with all its details. */
export const useSessionDetail = (id: string) =>
  useAnswer<SessionDetail>(keys.session(id), `sessions/${encodeURIComponent(id)}`, {});

/** Why the twin answered as it did in one turn. */
export const useTurn = (id: string, turn: string, enabled = true) =>
  useAnswer<TurnDetail>(
    keys.turn(id, turn),
    `sessions/${encodeURIComponent(id)}/turns/${encodeURIComponent(turn)}`,
    {},
    {
      enabled,
    },
  );

/** The waitlist. */
export const useWaitlist = (cursor: string | null) =>
  useAnswer<Page<WaitlistEntry>>(keys.waitlist(cursor), 'waitlist', { cursor, limit: PAGE_SIZE }, AS_LIST);

/** The shows that are on, looked up again now and then since they change by themselves, and past episodes. */
export const useShows = (cursor: string | null) =>
  useAnswer<ShowsPage>(
    keys.shows(cursor),
    'shows',
    { cursor, limit: PAGE_SIZE },
    { ...AS_LIST, refetchInterval: SHOWS_EVERY_MS },
  );
const SHOWS_EVERY_MS = 15_000;

/** Matches of a transcript search. */
export function useTranscriptSearch(find: string) {
  const q = find.trim();
  return useAnswer<Page<SearchHit>>(keys.search(q), 'search', { q }, { ...AS_LIST, enabled: q !== '' });
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

/**
 * A mutation of the page of a session or a person: shown once the server has accepted it.
 *
 * @param queryKey of what the page shows
 */
function useChange<Detail, Input, Answer>(
  queryKey: readonly string[],
  context: string,
  call: (input: Input) => Promise<Answer>,
  become: (detail: Detail, answer: Answer, input: Input) => Detail,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: call,
    // In sequence, so that the latest choice wins.
    scope: { id: queryKey.join(' ') },
    // A response requested before the change would restore the old state.
    onMutate: () => cache.cancelQueries({ queryKey, exact: true }),
    onSuccess: (answer, input) => {
      cache.setQueryData<Detail>(queryKey, (detail) => (detail ? become(detail, answer, input) : detail));
    },
    onError: (error) => {
      reportError(error, context);
      void cache.invalidateQueries({ queryKey, exact: true });
    },
  });
}

const withStatus = (items: readonly AdminActionItem[], id: string, status: AdminActionItem['status']) =>
  items.map((item) => (item.id === id ? { ...item, status } : item));

/** Completes or reopens an action item, wherever it is listed. */
export function useActionItem(sessionId: string) {
  const client = useAdminClient();
  const cache = useQueryClient();
  return useChange<SessionDetail, Pick<AdminActionItem, 'id' | 'status'>, void>(
    keys.session(sessionId),
    t('dashboard.failedToChangeAnAction'),
    async ({ id, status }) => {
      await cache.cancelQueries({ queryKey: keys.allWaiting });
      await client.change<unknown>('PATCH', `action-items/${id}`, { status });
      cache.setQueriesData<Page<AdminActionItem>>(
        { queryKey: keys.allWaiting },
        (page) => page && { ...page, items: withStatus(page.items, id, status) },
      );
      cache.setQueriesData<PersonDetail>(
        { queryKey: keys.allPersons },
        (person) => person && { ...person, action_items: withStatus(person.action_items, id, status) },
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
  return useChange<SessionDetail, { visitorId: string; status: LeadStatus }, unknown>(
    keys.session(sessionId),
    t('dashboard.failedToChangeALead'),
    ({ visitorId, status }) => client.change<unknown>('PATCH', `leads/${visitorId}`, { status }),
    (detail, _, { status }) => {
      void cache.invalidateQueries({ queryKey: keys.allSessions });
      return { ...detail, session: { ...detail.session, status } };
    },
  );
}

/** What notes are about: a session or a person, by the key of its page and the path of its calls. */
export interface NotesOf {
  queryKey: readonly string[];
  path: string;
}
export const sessionNotes = (id: string): NotesOf => ({ queryKey: keys.session(id), path: `sessions/${id}` });
export const personNotes = (id: string): NotesOf => ({ queryKey: keys.person(id), path: `people/${id}` });

/** Adds or changes a note. */
export function useSaveNote({ queryKey, path }: NotesOf) {
  const client = useAdminClient();
  return useChange<{ notes: Note[] }, { id: string | null; text: string }, Note>(
    queryKey,
    t('dashboard.failedToSaveANote'),
    ({ id, text }) =>
      id === null
        ? client.change<Note>('POST', `${path}/notes`, { text })
        : client.change<Note>('PATCH', `notes/${id}`, { text }),
    (detail, note, { id }) => ({
      ...detail,
      notes: id === null ? [...detail.notes, note] : detail.notes.map((known) => (known.id === id ? note : known)),
    }),
  );
}

export function useDeleteNote({ queryKey }: NotesOf) {
  const client = useAdminClient();
  return useChange<{ notes: Note[] }, string, void>(
    queryKey,
    t('dashboard.failedToDeleteANote'),
    (id) => client.change<void>('DELETE', `notes/${id}`),
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
