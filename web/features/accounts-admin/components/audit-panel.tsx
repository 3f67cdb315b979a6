import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@understudy/contract/admin';
import { serverSentence } from '../../../platform/http.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type AdminCalls, listAudit } from '../accounts.ts';
import { actionWords, detailWords, exactTime } from '../words.ts';

/** What was done on the owner's side: when, by whom, from where. For owners. */
export function AuditPanel({ calls }: { calls: AdminCalls }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => listAudit(calls, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <p className="max-w-measure text-muted-foreground">
        Every sign-in, invitation, change of a role, export, erasure and change of a setting, the newest first. Nobody
        can change what stands here.
      </p>
      <div className="mt-6 space-y-4">
        {data ? <Entries entries={entries} /> : error ? null : <Spinner label="Reading the audit log" />}
        {error ? (
          <>
            <FormAlert>{serverSentence(error, 'The audit log could not be read.')}</FormAlert>
            <Button variant="outline" onClick={() => void (data ? fetchNextPage() : refetch())}>
              Try again
            </Button>
          </>
        ) : null}
        {hasNextPage && !error ? (
          <Button variant="outline" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Reading...' : 'Show older entries'}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) {
    return <p>Nothing has been done yet. The first sign-in will stand here.</p>;
  }
  return (
    <ol aria-label="Audit log" className="divide-y border-y">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[11rem_1fr_auto]">
          <time dateTime={entry.at} className="text-muted-foreground text-sm tabular-nums sm:mt-0.5">
            {exactTime(entry.at)}
          </time>
          <div className="min-w-0">
            <p>
              <span className="font-medium">{actionWords(entry.action)}</span>
              <span className="wrap-anywhere text-muted-foreground"> by {entry.actor}</span>
            </p>
            <Detail detail={entry.detail} />
          </div>
          <p className="text-muted-foreground text-sm tabular-nums sm:mt-0.5">
            {entry.address ? <>from {entry.address}</> : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Detail({ detail }: { detail: AuditEntry['detail'] }) {
  const pairs = detailWords(detail);
  if (pairs.length === 0) return null;
  return (
    <p className="wrap-anywhere text-sm">
      {pairs.map(([name, value], index) => (
        <span key={name}>
          {index > 0 ? ', ' : null}
          <span className="text-muted-foreground">{name}</span> {value}
        </span>
      ))}
    </p>
  );
}
