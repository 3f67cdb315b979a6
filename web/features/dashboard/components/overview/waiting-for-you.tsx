import { useQueryClient } from '@tanstack/react-query';
import type { AdminActionItem, Page } from '@understudy/contract/admin';
import { useEffect, useLayoutEffect, useState } from 'react';
import { reportError } from '../../../../platform/report-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { TextButton } from '../../../../ui/text-button.tsx';
import { When } from '../../../../ui/when.tsx';
import { MAX_WAITING, WAITING_AT_FIRST } from '../../api/addresses.ts';
import { keys, useWaiting } from '../../api/queries.ts';
import { ActionItem } from '../action-item.tsx';
import { SessionLink } from '../session-link.tsx';

/** Requests of visitors and other high-priority items, whatever the range; renders nothing if there are none. */
export function WaitingForYou() {
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useWaiting(isWhole ? MAX_WAITING : WAITING_AT_FIRST);
  const cache = useQueryClient();
  // Removes items that were completed on an earlier visit of this page.
  useLayoutEffect(() => {
    cache.setQueriesData<Page<AdminActionItem>>(
      { queryKey: keys.allWaiting },
      (page) => page && { ...page, items: page.items.filter(({ status }) => status === 'open') },
    );
  }, [cache]);
  useEffect(() => {
    if (error) reportError(error, 'Failed to fetch who waits');
  }, [error]);
  if (error && !data) {
    return (
      <p role="status" className="text-muted-foreground text-sm">
        Whether somebody waits for you could not be fetched.{' '}
        <TextButton onClick={() => void refetch()}>Try again</TextButton>
      </p>
    );
  }
  if (!data || data.items.length === 0) return null;
  const isMore = data.next_cursor !== null;
  return (
    <Card>
      <section aria-labelledby="waiting">
        <div className="px-4 pt-4 pb-3 sm:px-6">
          <h2 id="waiting" className="text-2xl">
            Waiting for you
          </h2>
          <p className="text-muted-foreground text-sm">
            Calls, answers and whatever else is of high priority, the newest first
          </p>
        </div>
        <ul className="divide-y border-t">
          {data.items.map((item) => (
            <ActionItem key={item.id} item={item} className="px-4 sm:px-6">
              <When at={item.created_at} className="whitespace-nowrap text-muted-foreground text-sm tabular-nums" />
              {item.session_id ? (
                <span className="text-sm">
                  <SessionLink
                    id={item.session_id}
                    at={item.seq ?? undefined}
                    label={`Read the conversation: ${item.title}`}
                    className="underline underline-offset-4"
                  >
                    Read
                  </SessionLink>
                </span>
              ) : null}
            </ActionItem>
          ))}
        </ul>
        {isWhole || isMore ? (
          <div className="no-print border-t px-4 py-2 sm:px-6">
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show the newest' : 'Show more'}
            </Button>
            {isWhole && isMore ? (
              <span className="text-muted-foreground text-sm">The newest {MAX_WAITING} are shown.</span>
            ) : null}
          </div>
        ) : null}
      </section>
    </Card>
  );
}
