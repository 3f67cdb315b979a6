import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdminLiveEvent, NoticeReason } from '@understudy/contract/admin';
import { tierOf } from '@understudy/contract/leads';
import { paths } from '@understudy/contract/pages';
import { X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Clock, pause, systemClock } from '../../../platform/clock.ts';
import { CallError } from '../../../platform/http.ts';
import { hadPrefetched } from '../../../platform/prefetched-answers.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { type AdminClient, useAdminClient } from '../api/admin-client.tsx';
import { keys } from '../api/queries.ts';
import { TierMark } from '../components/session-parts.tsx';

type Notice = Extract<AdminLiveEvent, { event: 'notice' }>['data'];

/** What the live stream has reported since it was last viewed. */
export interface Live {
  /** New sessions that are not yet part of a list. */
  started: number;
  /** Leads that became worth a notice, newest first. */
  notices: readonly Notice[];
  isLost: boolean;
  /** Visitors who wait for a person. */
  waiting: number;
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
  const [waiting, setWaiting] = useState(0);
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
      void cache.invalidateQueries({ queryKey: keys.allInboxes });
      void cache.invalidateQueries({ queryKey: keys.allBookings });
      void cache.invalidateQueries({ queryKey: keys.allPeople });
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
        if (event === 'waiting') {
          setWaiting(data.visitors);
          void cache.invalidateQueries({ queryKey: keys.waitingVisitors });
          return;
        }
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
      waiting,
      forgetStarted: () => setStarted(0),
      dismiss: (gone) => setNotices((known) => known.filter(({ id }) => id !== gone)),
    }),
    [started, notices, isLost, waiting],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The value of {@link LiveProvider}. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive is used outside LiveProvider');
  return live;
}

/** Initial and maximum delay before reconnecting a lost stream; it doubles in between. */
const RECONNECT_FIRST_MS = 1_000;
export const MAX_RECONNECT_MS = 30_000;
/** Longest duration of a stream; the server sends keep-alives in between. */
const MAX_OPEN_MS = 24 * 60 * 60_000;

/** Receives the events of a live stream. */
interface LiveListener {
  onEvent(event: AdminLiveEvent): void;
  /** The stream is connected (again): anything missed in the meantime must be refetched. */
  onOpen(): void;
  /** The stream was lost and is reconnecting. */
  onLost(): void;
}

/**
 * Reads changes until the signal aborts, reconnecting with exponential backoff. Ends by itself only if the server
 * refuses (signed out, not allowed), which another call of the page will report.
 */
export async function readLiveEvents(
  client: Pick<AdminClient, 'open'>,
  listener: LiveListener,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  // Not part of the first screen.
  const parser = import('../../../platform/event-stream.ts');
  let wait = RECONNECT_FIRST_MS;
  while (!signal.aborted) {
    try {
      const response = await client.open('events', {}, { signal, accept: 'text/event-stream', timeoutMs: MAX_OPEN_MS });
      wait = RECONNECT_FIRST_MS;
      const { eventsOf } = await parser;
      listener.onOpen();
      for await (const { event, data } of eventsOf(response)) {
        if (event === 'session' || event === 'notice' || event === 'waiting')
          listener.onEvent({ event, data } as AdminLiveEvent);
      }
    } catch (error) {
      if (signal.aborted || isRefused(error)) return;
    }
    if (signal.aborted) return;
    listener.onLost();
    await pause(clock, wait, signal);
    wait = Math.min(MAX_RECONNECT_MS, wait * 2);
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof CallError && [401, 403, 404].includes(error.status);
}

/** Text of each kind of notice, with the score as it is now. */
const NOTICES: Record<NoticeReason, (values: { name: string; score: number }) => string> = {
  score: (values) => t('dashboard.hasReachedAScoreOf', values),
  call: (values) => t('dashboard.askedForACallScore', values),
  complaint: (values) => t('dashboard.complainedOrAskedForA', values),
};

/** New notices, and whether the connection to the server is lost. */
export function LiveBar() {
  const { notices, isLost, dismiss } = useLive();
  return (
    <div role="status" className="no-print">
      {isLost ? <p className="mt-4 text-muted-foreground text-sm">{t('dashboard.liveUpdatesHaveStoppedThe')}</p> : null}
      {notices.map(({ id, contact_name: name, lead_score: score, reason }) => (
        <p key={id} className="mt-4 flex items-center gap-3 rounded-md border bg-card py-1.5 pr-1.5 pl-4">
          <TierMark tier={tierOf(score)} />
          <span className="wrap-anywhere min-w-0 grow">
            {NOTICES[reason]({ name: name ?? t('dashboard.anonymousVisitor'), score })}{' '}
            <Link
              to={paths.adminSession}
              params={{ sessionId: id }}
              className="font-medium underline underline-offset-4"
            >
              {t('dashboard.readWhy')}
            </Link>
          </span>
          <Button variant="ghost" size="sm" aria-label={t('dashboard.dismiss')} onClick={() => dismiss(id)}>
            <X aria-hidden />
          </Button>
        </p>
      ))}
    </div>
  );
}
