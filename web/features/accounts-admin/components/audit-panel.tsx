import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { serverSentence } from '../../../platform/http.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { plainDay, timeOfDay } from '../../../ui/dates.ts';
import { sentenceCase, spaced } from '../../../ui/id-words.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { FormAlert, Spinner } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { listAudit } from '../accounts.ts';

/** Describes a settings change field by field; null if it cannot. Passed in, since settings are another feature. */
type SettingsWords = (detail: AuditEntry['detail']) => { group: string; changes: string[] } | null;

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
      <p className="max-w-measure text-muted-foreground">{t('accounts.everySignInWrongPassword')}</p>
      <div className="mt-6 space-y-4">
        {data ? (
          <Entries entries={entries} settingsWords={settingsWords} />
        ) : error ? null : (
          <Spinner label={t('accounts.readingTheAuditLog')} />
        )}
        {error ? (
          <>
            <FormAlert>{serverSentence(error, t('accounts.theAuditLogCouldNot'))}</FormAlert>
            <Button variant="outline" onClick={() => void (data ? fetchNextPage() : refetch())}>
              {t('accounts.tryAgain')}
            </Button>
          </>
        ) : null}
        {hasNextPage && !error ? (
          <Button variant="outline" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? t('accounts.reading') : t('accounts.showOlderEntries')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function Entries({ entries, settingsWords }: { entries: readonly AuditEntry[]; settingsWords: SettingsWords }) {
  if (entries.length === 0) {
    return <p>{t('accounts.nothingHasBeenDoneYet')}</p>;
  }
  return (
    <ol aria-label={t('accounts.auditLog')} className="divide-y border-y">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[11rem_1fr_auto]">
          <When at={entry.at} className="text-muted-foreground text-sm tabular-nums sm:mt-0.5" />
          <div className="min-w-0">
            <p>
              <Text
                id={entry.action === 'sign_in_failed' ? 'accounts.actionFor' : 'accounts.actionBy'}
                values={{ action: actionWords(entry.action), who: entry.actor }}
                tags={{
                  action: (words) => <span className="font-medium">{words}</span>,
                  who: (words) => <span className="wrap-anywhere text-muted-foreground">{words}</span>,
                }}
              />
            </p>
            <Subject subject={entry.subject} />
            <Detail entry={entry} settingsWords={settingsWords} />
          </div>
          <p className="text-muted-foreground text-sm tabular-nums sm:mt-0.5">
            {entry.address ? t('accounts.from', { address: entry.address }) : null}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The subject of an entry, with a link to it. */
function Subject({ subject }: Pick<AuditEntry, 'subject'>) {
  if (subject === null) return null;
  const name = subject.name ?? t('accounts.anonymous');
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
        <span className="text-muted-foreground">{change.group}</span>{' '}
        {change.changes.join('; ') || t('accounts.noChange')}
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

/** A readable label: `user_invited` becomes 'User invited'. */
export function actionWords(action: string): string {
  return t('accounts.action', { action }) || sentenceCase(action);
}

/** Fields useful only to machines; subjects are shown by name. */
const UNSAID = new Set(['visitor_id', 'other_visitor_id', 'link_id', 'session_id', 'note_id', 'hour']);
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** The details of an action as label and value pairs. Empty ones are left out. */
export function detailWords(detail: AuditEntry['detail']): [name: string, value: string][] {
  const { from, to, tries, last, networks, ...rest } = detail;
  // The database orders the fields of a detail by length; readers expect old values before new ones.
  const first: AuditEntry['detail'] = { tries, last, networks, from, to };
  if (Array.isArray(networks) && networks.length < 2) first['networks'] = null;
  return Object.entries({ ...first, ...rest })
    .filter(([name, value]) => !UNSAID.has(name) && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [t('accounts.detail', { name }) || spaced(name), valueWords(value)]);
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return t('accounts.none');
  if (typeof value === 'boolean') return value ? t('accounts.yes') : t('accounts.no');
  if (typeof value === 'number') return numberWords(value, 3);
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || t('accounts.none');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${spaced(name)} ${valueWords(one)}`)
      .join(', ');
  }
  const text = String(value);
  return TIME.test(text) ? `${plainDay(text)}, ${timeOfDay(text)}` : text;
}
