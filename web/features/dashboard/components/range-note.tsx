import { RANGE_DAYS } from '@understudy/contract/constants';
import { dayAndTime } from '../../../ui/dates.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useNow } from '../../../ui/when.tsx';
import type { DashboardPlace } from '../search.ts';
import { RANGE_WORDS } from '../words/session-words.ts';

const DAY_MS = 86_400_000;

/** From when on exactly a range counts, which goes with the clock; and that the charts count other days meanwhile. */
export function RangeNote({
  place: { range },
  chartDays,
  onMove,
}: {
  place: DashboardPlace;
  /** The days that were chosen for the charts, in words; null where they count the range too. */
  chartDays: string | null;
  onMove: (change: Partial<DashboardPlace>) => void;
}) {
  const now = useNow();
  const since = dayAndTime(new Date(now - RANGE_DAYS[range] * DAY_MS).toISOString(), now);
  return (
    <p className="text-muted-foreground text-sm tabular-nums">
      Since {since}.
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
