import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AdminActionItem, NO_STATS, type Page, type Range } from '@understudy/contract/admin';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { reportError } from '../../../platform/report-error.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { fixedWords } from '../../../ui/fixed-words.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { When } from '../../../ui/when.tsx';
import { keys, useStats, useWaiting } from '../api/queries.ts';
import { type DashboardPlace, MAX_WAITING, WAITING_AT_FIRST } from '../search.ts';
import { rangeCaption } from '../session-words.ts';
import { FilterWords, RangeNote, RangeSelect } from './filters.tsx';
import { PrioritySessions } from './priority-sessions.tsx';
import { ActionItem, SessionLink } from './session-parts.tsx';

/** Answers 'whom do I call, and why': waiting visitors, the sessions that matter most, then four figures. */
export function OverviewTab({
  place,
  chartDays,
  isFirstUse,
  onMove,
  onScores,
}: {
  place: DashboardPlace;
  /** The days that the charts show instead of the range, as text; null if they show the range too. */
  chartDays: string | null;
  /** Whether figures that are all 0 are left out. */
  isFirstUse: boolean;
  onMove: (change: Partial<DashboardPlace>) => void;
  /** Explains the score scales. */
  onScores: () => void;
}) {
  return (
    <div className="space-y-6">
      {place.intent !== 'all' || place.q ? (
        <p className="text-muted-foreground text-sm">
          <Text
            id="dashboard.theListShowsOnly"
            tags={{
              filter: () => <FilterWords place={place} />,
              all: (words) => <TextButton onClick={() => onMove({ intent: 'all', q: '' })}>{words}</TextButton>,
            }}
          />
        </p>
      ) : null}
      <div className="overview-lists">
        <WaitingForYou />
        <PrioritySessions place={place} onMove={onMove} />
      </div>
      <StatCards range={place.range} isFirstUse={isFirstUse} onScores={onScores}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <RangeSelect range={place.range} onRange={(range) => onMove({ range })} />
          <RangeNote place={place} chartDays={chartDays} onMove={onMove} />
        </div>
      </StatCards>
    </div>
  );
}

interface StatCardsProps {
  range: Range;
  isFirstUse: boolean;
  onScores: () => void;
  /** The choice of the range. */
  children: ReactNode;
}

/** The four figures of a range. '...' while loading; defaults after a failure. */
function StatCards({ range, isFirstUse, onScores, children }: StatCardsProps) {
  const { data, error, isPending, refetch } = useStats(range);
  useEffect(() => {
    if (error) reportError(error, 'Error fetching admin stats');
  }, [error]);
  if (isFirstUse && data?.totalSessions === 0) return children;
  const stats = data ?? NO_STATS;
  const cards: { name: string; value: string; caption: string; help?: ReactNode }[] = [
    { name: t('dashboard.totalSessions'), value: numberWords(stats.totalSessions), caption: rangeCaption(range) },
    {
      name: t('dashboard.highQualityLeads'),
      value: numberWords(stats.highQualityLeads),
      caption: t('dashboard.scoreFrom', { score: HIGH_QUALITY_LEAD_SCORE }),
      help: (
        <button
          type="button"
          aria-label={t('dashboard.whyWhatAScoreMeans', { score: HIGH_QUALITY_LEAD_SCORE })}
          className="-my-2 grid size-8 place-items-center rounded-md text-muted-foreground hover:text-foreground"
          onClick={onScores}
        >
          <Info aria-hidden className="size-4" />
        </button>
      ),
    },
    { name: t('dashboard.avgSessionTime'), value: stats.avgSessionTime, caption: t('dashboard.averageDuration') },
    { name: t('dashboard.conversionRate'), value: stats.conversionRate, caption: t('dashboard.ctasClicked') },
  ];
  return (
    <Card className="overflow-hidden">
      <div className="px-4 py-3 sm:px-6">{children}</div>
      <section aria-label={t('dashboard.figures')}>
        <dl aria-busy={isPending} className="-mx-px -mb-px grid grid-cols-2 lg:grid-cols-4">
          {cards.map(({ name, value, caption, help }) => (
            <div key={name} className="flex min-w-0 flex-col border-t border-l px-4 py-4 sm:px-6 sm:py-5">
              <dt className="font-medium text-sm">{name}</dt>
              <dd className="mt-1 font-serif text-3xl tabular-nums sm:text-4xl">{isPending ? '...' : value}</dd>
              <dd className="mt-1 flex items-center gap-0.5 text-muted-foreground text-sm">
                {caption}
                {help}
              </dd>
            </div>
          ))}
        </dl>
        {error && !data ? (
          <p role="status" className="border-t px-4 py-3 text-muted-foreground text-sm sm:px-6">
            <Text
              id="dashboard.theFiguresCouldNotBe"
              tags={{ retry: (words) => <TextButton onClick={() => void refetch()}>{words}</TextButton> }}
            />
          </p>
        ) : null}
      </section>
    </Card>
  );
}

/** Requests of visitors and other high-priority items, whatever the range; renders nothing if there are none. */
function WaitingForYou() {
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
        <Text
          id="dashboard.waitingNotLoaded"
          tags={{ retry: (words) => <TextButton onClick={() => void refetch()}>{words}</TextButton> }}
        />
      </p>
    );
  }
  if (!data || data.items.length === 0) return null;
  const isMore = data.next_cursor !== null;
  return (
    <Card>
      <section aria-labelledby="waiting">
        <div className="px-4 pt-4 pb-3 sm:px-6">
          <h2 id="waiting" className="text-xl sm:text-2xl">
            {t('dashboard.waitingForYou')}
          </h2>
          <p className="text-muted-foreground text-sm">{t('dashboard.callsAnswersAndWhateverElse')}</p>
          <Link
            to={paths.actionItems}
            className="inline-flex min-h-6 items-center text-sm underline underline-offset-4"
          >
            {t('items.seeAll')}
          </Link>
        </div>
        <ul className="divide-y border-t">
          {data.items.map((item) => (
            <ActionItem key={item.id} item={item} isNamed className="px-4 sm:px-6">
              <When at={item.created_at} className="whitespace-nowrap text-muted-foreground text-sm tabular-nums" />
              {item.session_id ? (
                <span className="text-sm">
                  <SessionLink
                    id={item.session_id}
                    at={item.seq ?? undefined}
                    label={t('dashboard.readTheConversation', { title: fixedWords(item.title) })}
                    className="underline underline-offset-4"
                  >
                    {t('dashboard.read')}
                  </SessionLink>
                </span>
              ) : null}
            </ActionItem>
          ))}
        </ul>
        {isWhole || isMore ? (
          <div className="no-print border-t px-4 py-2 sm:px-6">
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setWhole(!isWhole)}>
              {isWhole ? t('dashboard.showTheNewest') : t('dashboard.showMore')}
            </Button>
            {isWhole && isMore ? (
              <span className="text-muted-foreground text-sm">
                {t('dashboard.theNewestAreShown', { count: MAX_WAITING })}
              </span>
            ) : null}
          </div>
        ) : null}
      </section>
    </Card>
  );
}
