import type { AdminSession } from '@understudy/contract/admin';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { useSessions } from '../api/queries.ts';
import { type DashboardPlace, sessionsParams } from '../search.ts';
import { useLive } from './use-live.tsx';

/** The displayed sessions, and how many are waiting. */
interface StableSessions {
  query: ReturnType<typeof useSessions>;
  items: AdminSession[];
  waiting: number;
  /** Shows the waiting sessions. */
  release(): void;
  /** Ref of the element that contains the rows. */
  region(element: HTMLElement | null): void;
}

/**
 * The first sessions of a place, in rows that keep their places while somebody points at them, navigates them or has
 * scrolled into them. Another list's rows never wait.
 */
export function useStableSessions(place: DashboardPlace, limit: number): StableSessions {
  const query = useSessions(place, limit);
  const newest = query.data?.items ?? NO_SESSIONS;
  const list = JSON.stringify(sessionsParams(place, 0));
  const [element, region] = useState<HTMLElement | null>(null);
  const [state, setState] = useState({ newest, list, ...stableOrder<AdminSession>([], newest, false) });
  let shown: StableOrder<AdminSession> = state;
  // Meanwhile, `newest` is still the answer for the previous list.
  const named = query.isPlaceholderData ? state.list : list;
  if (state.newest !== newest || state.list !== named) {
    shown = stableOrder(state.rows, newest, state.list === named && isHeld(element));
    setState({ newest, list: named, ...shown });
  }
  return {
    query,
    items: shown.rows,
    waiting: shown.waiting,
    release: () => setState({ newest, list: named, rows: newest, waiting: 0 }),
    region,
  };
}

/** A stable empty list. */
const NO_SESSIONS: AdminSession[] = [];

function isHeld(element: HTMLElement | null): boolean {
  if (!element) return false;
  const isAmong = element.matches(':hover') || element.contains(document.activeElement);
  return isAmong || element.getBoundingClientRect().top < 0;
}

/**
 * A list that must not jump under the pointer. While it is held, rows keep their places and take over new values; new
 * rows wait.
 */
interface StableOrder<Row> {
  /** The displayed rows. */
  rows: Row[];
  /** Number of rows of the latest answer that are not shown yet. */
  waiting: number;
}

/**
 * @param shown the displayed rows
 * @param newest the server's answer
 * @param isHeld whether somebody is reading the list or pointing at it
 */
export function stableOrder<Row extends { id: string }>(
  shown: readonly Row[],
  newest: readonly Row[],
  isHeld: boolean,
): StableOrder<Row> {
  if (!isHeld || shown.length === 0) return { rows: [...newest], waiting: 0 };
  const fresh = new Map(newest.map((row) => [row.id, row]));
  const rows = shown.map((row) => fresh.get(row.id) ?? row);
  const held = new Set(shown.map(({ id }) => id));
  return { rows, waiting: newest.filter(({ id }) => !held.has(id)).length };
}

/** New sessions waiting for the reader to show them. */
export function NewSessions({ stable, isDeep, onTop }: { stable: StableSessions; isDeep: boolean; onTop: () => void }) {
  const { started, forgetStarted } = useLive();
  const count = isDeep ? Math.max(started, stable.waiting) : stable.waiting;
  // At the top of a list that is not held, they are shown already.
  const areIn = !isDeep && stable.waiting === 0 && started > 0;
  useEffect(() => {
    if (areIn) forgetStarted();
  }, [areIn, forgetStarted]);
  return (
    <div role="status" className="no-print">
      {count > 0 ? (
        <div className="border-t px-4 py-2 sm:px-6">
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              forgetStarted();
              stable.release();
              onTop();
            }}
          >
            <ArrowUp aria-hidden /> {t('dashboard.newSessions', { count })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** A list of sessions: loading, failed, empty or its rows. @param empty shown instead of no rows */
export function SessionList({
  stable: { query, items },
  empty,
  children,
}: {
  stable: StableSessions;
  empty: ReactNode;
  children: ReactNode;
}) {
  if (query.isPending) return <Loading words={t('dashboard.lookingUpSessions')} />;
  if (query.error && !query.data) {
    return (
      <Failure onRetry={() => void query.refetch()}>
        {t('dashboard.errorLoadingSessions', { error: sentenceOf(query.error, t('dashboard.failedToFetchSessions')) })}
      </Failure>
    );
  }
  return items.length === 0 ? empty : children;
}
