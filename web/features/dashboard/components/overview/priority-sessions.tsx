import { SORTS, type Sort } from '@understudy/contract/admin';
import { PRIORITY_LIST_SIZE } from '@understudy/contract/constants';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Label, Select } from '../../../../ui/field.tsx';
import { numberWords } from '../../../../ui/numbers.ts';
import { Empty, Failure, Loading } from '../../../../ui/states.tsx';
import { listName, NO_SESSIONS, useSessions } from '../../api/queries.ts';
import { type StableSessions, useStableSessions } from '../../live/use-stable-sessions.ts';
import type { DashboardPlace } from '../../search.ts';
import { SORT_WORDS } from '../../words/session-words.ts';
import { NewSessions } from '../new-sessions.tsx';
import { PriorityRow } from './priority-row.tsx';

/** The five sessions that matter most, in the chosen order. */
export function PrioritySessions({
  place,
  onMove,
}: {
  place: DashboardPlace;
  onMove: (change: Partial<DashboardPlace>) => void;
}) {
  const query = useSessions({ ...place, cursor: null }, PRIORITY_LIST_SIZE);
  const stable = useStableSessions(
    query.data?.items ?? NO_SESSIONS,
    listName({ ...place, cursor: null }),
    query.isPlaceholderData,
  );
  const total = query.data?.total ?? 0;
  return (
    <Card>
      <section aria-labelledby="priority">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-4 pb-3 sm:px-6">
          <h2 id="priority" className="text-2xl">
            Priority Sessions
          </h2>
          <div>
            <Label htmlFor="priority-sort" className="sr-only">
              Sort sessions
            </Label>
            <Select
              id="priority-sort"
              value={place.sort}
              onChange={({ target }) => onMove({ sort: target.value as Sort })}
            >
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {SORT_WORDS[sort]}
                </option>
              ))}
            </Select>
          </div>
        </div>
        <NewSessions stable={stable} isDeep={false} onTop={() => {}} />
        <List query={query} stable={stable} />
        {total > PRIORITY_LIST_SIZE ? (
          <div className="border-t px-4 py-3 sm:px-6">
            <Button
              variant="ghost"
              size="sm"
              className="-ml-3"
              onClick={() => onMove({ tab: 'sessions', cursor: null })}
            >
              View All {numberWords(total)}
              {query.data?.total_is_more ? '+' : ''} Sessions
            </Button>
          </div>
        ) : null}
      </section>
    </Card>
  );
}

function List({ query, stable }: { query: ReturnType<typeof useSessions>; stable: StableSessions }) {
  if (query.isPending) return <Loading words="Looking up sessions" />;
  if (query.error && !query.data) {
    return (
      <Failure onRetry={() => void query.refetch()}>
        Error loading sessions: {sentenceOf(query.error, 'Failed to fetch sessions')}
      </Failure>
    );
  }
  if (stable.items.length === 0) {
    return (
      <Empty title="No sessions found matching your criteria">
        Conversations whose visitors agreed that they are kept appear here while they run, the best lead first. A longer
        time range shows older ones.
      </Empty>
    );
  }
  return (
    <ol ref={stable.region} aria-busy={query.isPlaceholderData} className="divide-y border-t">
      {stable.items.map((session) => (
        <PriorityRow key={session.id} session={session} />
      ))}
    </ol>
  );
}
