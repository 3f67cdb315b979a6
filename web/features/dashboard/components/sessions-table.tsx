import type { AdminSession, Sort } from '@understudy/contract/admin';
import { tierOf } from '@understudy/contract/leads';
import { ArrowDown, Eye } from 'lucide-react';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cn } from '../../../ui/cn.ts';
import { LinkRow } from '../../../ui/link-row.tsx';
import { When } from '../../../ui/when.tsx';
import { complaintWords, ctaWords, durationWords, intentVariant, intentWords, tierWords } from '../session-words.ts';
import { PersonLink, ReachedAt, SessionLink, scoreVariant } from './session-parts.tsx';

const columns = (): readonly { name: string; sort?: Sort }[] => [
  { name: t('dashboard.date'), sort: 'date' },
  { name: t('dashboard.contact') },
  { name: t('dashboard.intent') },
  { name: t('dashboard.columnScore'), sort: 'score' },
  { name: t('dashboard.cta') },
  { name: t('dashboard.columnDuration'), sort: 'duration' },
  { name: t('dashboard.summary') },
  { name: t('dashboard.actions') },
];

/** The table of section 2; on a phone each row becomes a card. */
export function SessionsTable({
  sessions,
  sort,
  isBusy,
  region,
  onSort,
}: {
  sessions: readonly AdminSession[];
  sort: Sort;
  isBusy: boolean;
  region: (element: HTMLElement | null) => void;
  onSort: (sort: Sort) => void;
}) {
  return (
    <table aria-labelledby="all-sessions" aria-busy={isBusy} className="w-full text-[0.9375rem]">
      <thead className="max-lg:sr-only">
        <tr className="border-y text-left text-muted-foreground text-sm">
          {columns().map(({ name, sort: by }) => (
            <th
              key={name}
              scope="col"
              aria-sort={by && by === sort ? 'descending' : undefined}
              className="px-3 py-1 font-medium first:pl-6 last:pr-6"
            >
              {by ? (
                <button
                  type="button"
                  className={cn(
                    'inline-flex min-h-9 items-center gap-1 hover:text-foreground',
                    by === sort && 'text-foreground',
                  )}
                  onClick={() => onSort(by)}
                >
                  {name}
                  {by === sort ? <ArrowDown aria-hidden className="size-3.5" /> : null}
                </button>
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={region} className={cn('divide-y max-lg:block max-lg:border-t', isBusy && 'opacity-70')}>
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </tbody>
    </table>
  );
}

const cell = 'px-3 py-3 align-top first:pl-6 last:pr-6 max-lg:block max-lg:px-0 max-lg:py-0 max-lg:first:pl-0';

function Row({ session }: { session: AdminSession }) {
  const { id, contact_name: name, lead_score: score } = session;
  const reached = session.email ?? session.phone;
  const tier = tierOf(score);
  return (
    <LinkRow
      as="tr"
      data-tier={tier}
      className={cn(
        'tier-row max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1.5',
        'max-lg:px-4 max-lg:py-4',
      )}
    >
      <td
        className={cn(
          cell,
          'whitespace-nowrap tabular-nums max-lg:order-2 max-lg:w-full max-lg:text-muted-foreground max-lg:text-sm',
        )}
      >
        <When at={session.started_at} />
      </td>
      <td className={cn(cell, 'wrap-anywhere min-w-40 max-lg:order-1 max-lg:min-w-0 max-lg:grow max-lg:basis-3/5')}>
        <span className="font-medium">
          <PersonLink id={session.visitor_id} className="hover:underline">
            {name ?? t('dashboard.anonymous')}
          </PersonLink>
        </span>
        {reached ? (
          <span className="block text-muted-foreground text-sm">
            <ReachedAt value={reached} />
          </span>
        ) : null}
        {session.ended_at === null ? (
          <Badge variant="secondary" className="mt-1 mr-1">
            {t('dashboard.runsNow')}
          </Badge>
        ) : null}
        {session.complaint ? (
          <Badge variant="outline" className="mt-1">
            {complaintWords(session)}
          </Badge>
        ) : null}
      </td>
      <td className={cn(cell, 'max-lg:order-4')}>
        <IntentBadge session={session} />
      </td>
      <td className={cn(cell, 'max-lg:order-3')}>
        <Badge variant={scoreVariant(score)} className="tabular-nums" title={tierWords()[tier]}>
          <TierShape tier={tier} /> {score}
          <span className="sr-only"> {tierWords()[tier]}</span>
        </Badge>
      </td>
      <td className={cn(cell, 'wrap-anywhere max-lg:order-5 max-lg:text-sm')}>
        <span className="text-muted-foreground lg:sr-only">{t('dashboard.ctaLabel')} </span>
        {ctaWords(session) ?? t('dashboard.none')}
      </td>
      <td className={cn(cell, 'whitespace-nowrap tabular-nums max-lg:order-6 max-lg:text-sm')}>
        <span className="text-muted-foreground lg:sr-only">{t('dashboard.durationLabel')} </span>
        {durationWords(session)}
      </td>
      <td className={cn(cell, 'max-lg:order-7 max-lg:text-sm')}>
        <span className="text-muted-foreground lg:sr-only">{t('dashboard.summaryLabel')} </span>
        {session.summary ? t('dashboard.yes') : t('dashboard.no')}
      </td>
      <td className={cn(cell, 'max-lg:order-1 max-lg:self-start')}>
        <SessionLink
          id={id}
          label={t('dashboard.viewSessionOf', { who: name ?? reached ?? t('dashboard.anonymous') })}
          className={cn(
            '-my-1 inline-flex min-h-8 items-center gap-1.5 font-medium text-sm underline-offset-4',
            'hover:underline',
          )}
        >
          <Eye aria-hidden className="size-4" /> {t('dashboard.view')}
        </SessionLink>
      </td>
    </LinkRow>
  );
}

/** Within a badge the shape takes the badge's colour. */
function TierShape({ tier }: { tier: ReturnType<typeof tierOf> }) {
  return tier === 'cold' ? null : (
    <span aria-hidden className={cn('size-2 bg-current', tier === 'hot' ? 'rounded-full' : 'rotate-45')} />
  );
}

/**
 * The final intent or 'Unknown', in the style of the specification's section 4; the current guess while the session
 * runs.
 */
function IntentBadge({ session: { final_intent: final, current_intent: current } }: { session: AdminSession }) {
  return (
    <>
      <Badge variant={intentVariant(final)} className="whitespace-nowrap">
        {final === null ? t('dashboard.unknown') : intentWords(final)}
      </Badge>
      {final === null && current ? (
        <span className="block whitespace-nowrap text-muted-foreground text-sm">
          {t('dashboard.soFar', { intent: intentWords(current) })}
        </span>
      ) : null}
    </>
  );
}
