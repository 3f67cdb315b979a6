import { useQueryClient } from '@tanstack/react-query';
import type { AdminLiveEvent } from '@understudy/contract/admin';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { systemClock } from '../../../platform/clock.ts';
import { hadPrefetched } from '../../../platform/prefetched-answers.ts';
import { useAdminClient } from '../api/admin-provider.tsx';
import { keys } from '../api/queries.ts';
import { readLiveEvents } from './read-live-events.ts';

type Notice = Extract<AdminLiveEvent, { event: 'notice' }>['data'];

/** What the live stream has reported since it was last viewed. */
export interface Live {
  /** New sessions that are not yet part of a list. */
  started: number;
  /** Leads that became worth a notice, newest first. */
  notices: readonly Notice[];
  isLost: boolean;
  forgetStarted(): void;
  dismiss(id: string): void;
}

const LiveContext = createContext<Live | null>(null);

/** Window in which changes are batched into one fetch. */
const COALESCE_MS = 400;
/** Nobody reads more notices than this. */
const MAX_NOTICES = 3;

/** Keeps the displayed data in sync with the server. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useAdminClient();
  const cache = useQueryClient();
  const [started, setStarted] = useState(0);
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const page = new AbortController();
    const changed = new Set<string>();
    let pending: (() => void) | null = null;
    const refresh = () => {
      pending = null;
      for (const id of changed) void cache.invalidateQueries({ queryKey: keys.session(id) });
      changed.clear();
      void cache.invalidateQueries({ queryKey: keys.allSessions });
      void cache.invalidateQueries({ queryKey: keys.allStats });
      void cache.invalidateQueries({ queryKey: keys.allWaiting });
    };
    const refreshSoon = () => {
      pending ??= systemClock.after(COALESCE_MS, refresh);
    };
    let isFirst = true;
    const listener = {
      onOpen: () => {
        setLost(false);
        // The initial data is fresh; after a gap it may be stale, and so may prefetched answers.
        if (!isFirst) void cache.invalidateQueries();
        else if (hadPrefetched()) refreshSoon();
        isFirst = false;
      },
      onLost: () => setLost(true),
      onEvent: ({ event, data }: AdminLiveEvent) => {
        if (event === 'notice') {
          setNotices((known) => [data, ...known.filter(({ id }) => id !== data.id)].slice(0, MAX_NOTICES));
        } else {
          changed.add(data.id);
          if (data.change === 'started') setStarted((count) => count + 1);
        }
        refreshSoon();
      },
    };
    void readLiveEvents(client, listener, systemClock, page.signal);
    return () => {
      page.abort();
      pending?.();
    };
  }, [client, cache]);
  const live = useMemo<Live>(
    () => ({
      started,
      notices,
      isLost,
      forgetStarted: () => setStarted(0),
      dismiss: (gone) => setNotices((known) => known.filter(({ id }) => id !== gone)),
    }),
    [started, notices, isLost],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The value of {@link LiveProvider}. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive is used outside LiveProvider');
  return live;
}
