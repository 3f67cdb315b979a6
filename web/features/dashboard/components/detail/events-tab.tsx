import type { AdminEvent } from '@understudy/contract/admin';
import { cn } from '../../../../ui/cn.ts';
import { spaced } from '../../../../ui/id-words.ts';
import { Empty } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { longList } from './long-list.ts';

/** 'Session Events': what happened, with all details. */
export function EventsTab({ events }: { events: readonly AdminEvent[] }) {
  return (
    <section aria-labelledby="session-events">
      <h2 id="session-events" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
        Session Events
      </h2>
      {events.length === 0 ? (
        <Empty title="No events tracked">What the visitor presses, and what the twin could not do, appears here.</Empty>
      ) : (
        <ol className={cn('divide-y border-t', longList(events.length))}>
          {events.map(({ id, kind, payload, ts }) => (
            <li key={id} className="px-4 py-3 sm:px-6">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="wrap-anywhere font-medium">{spaced(kind)}</span>
                <When at={ts} className="text-muted-foreground text-sm tabular-nums" />
              </p>
              <pre className="mt-1 whitespace-pre-wrap break-words text-muted-foreground text-sm">
                {JSON.stringify(payload, null, 2)}
              </pre>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
