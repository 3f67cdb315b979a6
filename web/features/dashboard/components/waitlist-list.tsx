import { progressWords, useDownload } from '../../../platform/download.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { Empty, Failure, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { useAdminClient } from '../api/admin-client.tsx';
import { useWaitlist } from '../api/queries.ts';
import { Pager } from './sessions-tab.tsx';
import '../dashboard.css';

/** `/admin/waitlist`: requests for early access, newest first. */
export function WaitlistList({
  cursor,
  onPage,
  onPreviousPage,
}: {
  cursor: string | null;
  onPage: (cursor: string | null) => void;
  onPreviousPage: (() => void) | null;
}) {
  const query = useWaitlist(cursor);
  const client = useAdminClient();
  const { state, start, cancel } = useDownload(client, 'waitlist/export');
  const next = query.data?.next_cursor ?? null;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl sm:text-4xl">{t('dashboard.waitlist')}</h1>
          <p className="mt-1 text-muted-foreground">{t('dashboard.whoAskedForEarlyAccess')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm tabular-nums">
            {progressWords(state)}
          </p>
          {state.is === 'running' ? (
            <Button variant="outline" size="sm" onClick={cancel}>
              {t('dashboard.cancel')}
            </Button>
          ) : (
            <>
              <Button
                variant="outline"
                size="sm"
                disabled={client.isReadOnly}
                onClick={() => void start('waitlist', 'csv', {})}
              >
                {t('dashboard.exportAsCsv')}
              </Button>
              <Button
                variant="outline"
                size="sm"
                disabled={client.isReadOnly}
                onClick={() => void start('waitlist', 'jsonl', {})}
              >
                {t('dashboard.exportAsJsonLines')}
              </Button>
            </>
          )}
        </div>
      </div>
      {state.is === 'failed' ? (
        <p role="alert" className="mt-3 text-destructive-text">
          {t('dashboard.theExportFailed', { error: sentenceOf(state.error) })}
        </p>
      ) : null}
      <Card className="mt-6">
        {query.isPending ? <Loading words={t('dashboard.lookingUpTheWaitlist')} /> : null}
        {query.error && !query.data ? (
          <Failure onRetry={() => void query.refetch()}>
            {t('dashboard.errorLoadingTheWaitlist', { error: sentenceOf(query.error) })}
          </Failure>
        ) : null}
        {query.data?.items.length === 0 ? (
          <Empty title={t('dashboard.nobodyIsWaitingYet')}>{t('dashboard.whoeverFillsInRequestEarly')}</Empty>
        ) : null}
        {query.data && query.data.items.length > 0 ? (
          <table aria-busy={query.isPlaceholderData} className="w-full text-left">
            <caption className="sr-only">{t('dashboard.waitlist')}</caption>
            <thead className="text-muted-foreground text-sm max-sm:sr-only">
              <tr className="border-b">
                {[t('dashboard.email'), t('dashboard.name'), t('dashboard.date')].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-medium first:pl-6 last:pr-6">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y max-sm:block">
              {query.data.items.map(({ id, email, name, created_at: at }) => (
                <tr key={id} className="max-sm:block max-sm:px-4 max-sm:py-3">
                  <td className="wrap-anywhere px-3 py-3 first:pl-6 max-sm:block max-sm:p-0 max-sm:first:pl-0">
                    <a href={`mailto:${email}`} className="underline underline-offset-4">
                      {email}
                    </a>
                  </td>
                  <td className="wrap-anywhere px-3 py-3 max-sm:block max-sm:p-0">
                    {name ?? <span className="text-muted-foreground">{t('dashboard.noName')}</span>}
                  </td>
                  <td
                    className={cn(
                      'whitespace-nowrap px-3 py-3 last:pr-6 tabular-nums max-sm:block max-sm:p-0',
                      'max-sm:text-muted-foreground max-sm:text-sm',
                    )}
                  >
                    <When at={at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        <Pager
          onFirst={cursor ? () => onPage(null) : null}
          onPrevious={onPreviousPage}
          onNext={next && !query.isPlaceholderData ? () => onPage(next) : null}
        />
      </Card>
    </>
  );
}
