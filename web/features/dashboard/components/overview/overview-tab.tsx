import { TextButton } from '../../../../ui/text-button.tsx';
import type { DashboardPlace } from '../../search.ts';
import { FilterWords } from '../filter-words.tsx';
import { RangeNote } from '../range-note.tsx';
import { RangeSelect } from '../sessions/filters.tsx';
import { PrioritySessions } from './priority-sessions.tsx';
import { StatCards } from './stat-cards.tsx';
import { WaitingForYou } from './waiting-for-you.tsx';

/** Answers 'whom do I call, and why': four figures, then waiting visitors, then the sessions that matter most. */
export function OverviewTab({
  place,
  chartDays,
  onMove,
  onScores,
}: {
  place: DashboardPlace;
  /** The days that the charts show instead of the range, as text; null if they show the range too. */
  chartDays: string | null;
  onMove: (change: Partial<DashboardPlace>) => void;
  /** Explains the score scales. */
  onScores: () => void;
}) {
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RangeSelect range={place.range} onRange={(range) => onMove({ range })} />
        <RangeNote place={place} chartDays={chartDays} onMove={onMove} />
        {place.intent !== 'all' || place.q ? (
          <p className="text-muted-foreground text-sm">
            The list shows only: <FilterWords place={place} />.{' '}
            <TextButton onClick={() => onMove({ intent: 'all', q: '' })}>Show all</TextButton>
          </p>
        ) : null}
      </div>
      <StatCards range={place.range} onScores={onScores} />
      <WaitingForYou />
      <PrioritySessions place={place} onMove={onMove} />
    </div>
  );
}
