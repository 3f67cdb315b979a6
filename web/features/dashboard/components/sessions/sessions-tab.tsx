import { PAGE_SIZE } from '@understudy/contract/admin';
import type { RefCallback } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Card } from '../../../../ui/card.tsx';
import { counted } from '../../../../ui/numbers.ts';
import { Empty, Failure, Loading } from '../../../../ui/states.tsx';
import { listName, NO_SESSIONS, useSessions } from '../../api/queries.ts';
import { useStableSessions } from '../../live/use-stable-sessions.ts';
import type { DashboardPlace } from '../../search.ts';
import { NewSessions } from '../new-sessions.tsx';
import { RangeNote } from '../range-note.tsx';
import { Filters } from './filters.tsx';
import { Pager } from './pager.tsx';
import { SessionsTable } from './sessions-table.tsx';
import { TranscriptField, TranscriptHits } from './transcript-search.tsx';

export interface SessionsTabProps {
  place: DashboardPlace;
  /** The days that the charts show instead of the range, as text; null if they show the range too. */
  chartDays: string | null;
  search: RefCallback<HTMLInputElement>;
  onMove: (change: Partial<DashboardPlace>, replace?: boolean) => void;
  /** Goes to a page of the list. */
  onPage: (cursor: string) => void;
  /** Goes to the previous page; null if it is unknown. */
  onPreviousPage: (() => void) | null;
}

/** All sessions that match the filter; the database filters, sorts, searches and paginates. */
export function SessionsTab({ place, chartDays, search, onMove, onPage, onPreviousPage }: SessionsTabProps) {
  const query = useSessions(place, PAGE_SIZE);
  const stable = useStableSessions(query.data?.items ?? NO_SESSIONS, listName(place), query.isPlaceholderData);
  const { data } = query;
  const next = data?.next_cursor ?? null;
  const toFirst = () => onMove({ cursor: null });
  return (
    <div className="space-y-4">
      <Filters place={place} intents={data?.intents ?? []} search={search} onMove={onMove} />
      <TranscriptField find={place.find} onFind={(find) => onMove({ find }, true)} />
      <Card className="overflow-clip">
        {place.find ? (
          <section aria-labelledby="in-transcripts">
            <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 pt-4 pb-3 sm:px-6">
              <h2 id="in-transcripts" className="text-2xl">
                In transcripts
              </h2>
              <p className="text-muted-foreground text-sm">Of all conversations, whatever the time range and intent</p>
            </div>
            <TranscriptHits find={place.find} />
          </section>
        ) : (
          <section aria-labelledby="all-sessions">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 pt-4 pb-3 sm:px-6">
              <h2 id="all-sessions" className="text-2xl">
                All Sessions
              </h2>
              <div className="grow">
                <RangeNote place={place} chartDays={chartDays} onMove={onMove} />
              </div>
              <p role="status" className="text-muted-foreground text-sm tabular-nums">
                {data && !query.isPlaceholderData
                  ? `${data.total_is_more ? 'At least ' : ''}${counted(data.total, 'session')}`
                  : ''}
              </p>
            </div>
            <NewSessions stable={stable} isDeep={place.cursor !== null} onTop={toFirst} />
            {query.isPending ? (
              <Loading words="Looking up sessions" />
            ) : query.error && !data ? (
              <Failure onRetry={() => void query.refetch()}>
                Error loading sessions: {sentenceOf(query.error, 'Failed to fetch sessions')}
              </Failure>
            ) : stable.items.length === 0 ? (
              <Empty title="No sessions found">
                Try a longer time range, another intent or fewer letters in the search.
              </Empty>
            ) : (
              <SessionsTable
                sessions={stable.items}
                sort={place.sort}
                isBusy={query.isPlaceholderData}
                region={stable.region}
                onSort={(sort) => onMove({ sort })}
              />
            )}
            <Pager
              onFirst={place.cursor ? toFirst : null}
              onPrevious={onPreviousPage}
              onNext={next && !query.isPlaceholderData ? () => onPage(next) : null}
            />
          </section>
        )}
      </Card>
    </div>
  );
}
