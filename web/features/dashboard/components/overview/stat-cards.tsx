import { NO_STATS, type Range } from '@understudy/contract/admin';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { Info } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { reportError } from '../../../../platform/report-error.ts';
import { Card } from '../../../../ui/card.tsx';
import { numberWords } from '../../../../ui/numbers.ts';
import { TextButton } from '../../../../ui/text-button.tsx';
import { useStats } from '../../api/queries.ts';
import { rangeCaption } from '../../words/session-words.ts';

/** The four figures of a range. '...' while loading; defaults after a failure. */
export function StatCards({ range, onScores }: { range: Range; onScores: () => void }) {
  const { data, error, isPending, refetch } = useStats(range);
  useEffect(() => {
    if (error) reportError(error, 'Error fetching admin stats');
  }, [error]);
  const stats = data ?? NO_STATS;
  const cards: { name: string; value: string; caption: string; help?: ReactNode }[] = [
    { name: 'Total Sessions', value: numberWords(stats.totalSessions), caption: rangeCaption(range) },
    {
      name: 'High-Quality Leads',
      value: numberWords(stats.highQualityLeads),
      caption: `Score ≥${HIGH_QUALITY_LEAD_SCORE}`,
      help: (
        <button
          type="button"
          aria-label={`Why ${HIGH_QUALITY_LEAD_SCORE}? What a score means`}
          className="-my-2 grid size-8 place-items-center rounded-md text-muted-foreground hover:text-foreground"
          onClick={onScores}
        >
          <Info aria-hidden className="size-4" />
        </button>
      ),
    },
    { name: 'Avg. Session Time', value: stats.avgSessionTime, caption: 'Average duration' },
    { name: 'Conversion Rate', value: stats.conversionRate, caption: 'CTAs clicked' },
  ];
  return (
    <section aria-label="Figures">
      <Card className="overflow-hidden">
        <dl aria-busy={isPending} className="-m-px grid grid-cols-2 lg:grid-cols-4">
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
      </Card>
      {error && !data ? (
        <p role="status" className="mt-2 text-muted-foreground text-sm">
          The figures could not be fetched, so these are not yours.{' '}
          <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      ) : null}
    </section>
  );
}
