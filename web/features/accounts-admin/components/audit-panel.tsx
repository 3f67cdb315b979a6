import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { serverSentence } from '../../../platform/http.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Spinner } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { type AdminCalls, listAudit } from '../accounts.ts';
import { actionWords, detailWords } from '../words.ts';

/** Describes a settings change field by field; null if it cannot. Passed in, since settings are another feature. */
export type SettingsWords = (detail: AuditEntry['detail']) => { group: string; changes: string[] } | null;

/** The audit log: what happened in the dashboard, when, by whom and from where. For owners. */
export function AuditPanel({ calls, settingsWords }: { calls: AdminCalls; settingsWords: SettingsWords }) {
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
        Every sign-in, wrong password, invitation, change of a role, export, erasure and change of a setting, the newest
        first. Nobody can change what stands here. Wrong passwords for one account share an entry an hour.
      </p>
      <div className="mt-6 space-y-4">
        {data ? (
          <Entries entries={entries} settingsWords={settingsWords} />
        ) : error ? null : (
          <Spinner label="Reading the audit log" />
        )}
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

function Entries({ entries, settingsWords }: { entries: readonly AuditEntry[]; settingsWords: SettingsWords }) {
  if (entries.length === 0) {
    return <p>Nothing has been done yet. The first sign-in will stand here.</p>;
  }
  return (
    <ol aria-label="Audit log" className="divide-y border-y">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[11rem_1fr_auto]">
          <When at={entry.at} className="text-muted-foreground text-sm tabular-nums sm:mt-0.5" />
          <div className="min-w-0">
            <p>
              <span className="font-medium">{actionWords(entry.action)}</span>
              <span className="wrap-anywhere text-muted-foreground">
                {entry.action === 'sign_in_failed' ? ' for ' : ' by '}
                {entry.actor}
              </span>
            </p>
            <Subject subject={entry.subject} />
            <Detail entry={entry} settingsWords={settingsWords} />
          </div>
          <p className="text-muted-foreground text-sm tabular-nums sm:mt-0.5">
            {entry.address ? <>from {entry.address}</> : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The subject of an entry, with a link to it. */
function Subject({ subject }: Pick<AuditEntry, 'subject'>) {
  if (subject === null) return null;
  const name = subject.name ?? 'Anonymous';
  return (
    <p className="wrap-anywhere text-sm">
      {subject.session_id ? (
        <Link
          to={paths.adminSession}
          params={{ sessionId: subject.session_id }}
          className="inline-flex min-h-6 items-center underline underline-offset-4"
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  );
}

function Detail({ entry, settingsWords }: { entry: AuditEntry; settingsWords: SettingsWords }) {
  const isSettings = entry.action === 'settings_changed' || entry.action === 'settings_reset';
  const change = isSettings ? settingsWords(entry.detail) : null;
  if (change) {
    return (
      <p className="wrap-anywhere text-sm">
        <span className="text-muted-foreground">{change.group}</span> {change.changes.join('; ') || 'as they were'}
      </p>
    );
  }
  const pairs = detailWords(entry.detail);
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
