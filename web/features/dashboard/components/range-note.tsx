import { TextButton } from '../../../ui/text-button.tsx';
import { CountedDays } from '../../../ui/when.tsx';
import { useStats } from '../api/queries.ts';
import type { DashboardPlace } from '../search.ts';
import { RANGE_WORDS } from '../words/session-words.ts';

/** What the range counts, in the charts' words, and a note if the charts count other days. */
export function RangeNote({
  place: { range },
  chartDays,
  onMove,
}: {
  place: DashboardPlace;
  /** The days chosen for the charts, as text; null if they count the range too. */
  chartDays: string | null;
  onMove: (change: Partial<DashboardPlace>) => void;
}) {
  const span = useStats(range).data?.span;
  return (
    <p className="min-h-6 max-w-prose text-muted-foreground text-sm tabular-nums">
      {span ? <CountedDays span={span} /> : null}
      {chartDays ? (
        <>
          {' '}
          Analytics shows {chartDays}; here: {RANGE_WORDS[range]}.{' '}
          <TextButton onClick={() => onMove({ range })}>Show {RANGE_WORDS[range]} there too</TextButton>
        </>
      ) : null}
    </p>
  );
}
