import { useInfiniteQuery } from '@tanstack/react-query';
import type { AdminUtterance, SessionDetail } from '@understudy/contract/admin';
import { useEffect, useMemo } from 'react';
import { useAdminClient } from '../api/admin-provider.tsx';
import { keys } from '../api/queries.ts';

/** The loaded part of a transcript. */
export interface Transcript {
  utterances: AdminUtterance[];
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  loadMore(): void;
  /** Loads the rest. @returns whether the transcript is complete */
  loadAll(): Promise<boolean>;
}

/**
 * A session's transcript: the beginning comes with the session, the rest in pages.
 * @param upTo the `seq` that must be loaded, or null
 */
export function useTranscript(detail: SessionDetail, upTo: number | null): Transcript {
  const client = useAdminClient();
  const { id } = detail.session;
  const first = detail.more_after;
  const query = useInfiniteQuery({
    queryKey: [...keys.session(id), 'more', first],
    enabled: false,
    initialPageParam: first,
    queryFn: ({ pageParam, signal }) =>
      client.get<SessionDetail>(`sessions/${encodeURIComponent(id)}`, { after: pageParam }, signal),
    getNextPageParam: (page: SessionDetail) => page.more_after,
  });
  const { data, fetchNextPage, isFetching, error } = query;
  const utterances = useMemo(
    () => [...detail.utterances, ...(data?.pages ?? []).flatMap((page) => page.utterances)],
    [detail.utterances, data],
  );
  const last = data ? (data.pages.at(-1)?.more_after ?? null) : first;
  const hasMore = last !== null;
  const isMissing = upTo !== null && hasMore && !utterances.some(({ seq }) => seq === upTo);
  useEffect(() => {
    if (isMissing && !isFetching && !error) void fetchNextPage();
  }, [isMissing, isFetching, error, fetchNextPage]);
  return {
    utterances,
    hasMore,
    isLoading: isFetching,
    error,
    loadMore: () => void fetchNextPage(),
    async loadAll() {
      let isThere = !hasMore;
      while (!isThere) {
        const { data: now, isError } = await fetchNextPage();
        if (isError) return false;
        isThere = (now?.pages.at(-1)?.more_after ?? null) === null;
      }
      return true;
    },
  };
}
