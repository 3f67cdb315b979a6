import { type ReactNode, useState } from 'react';
import { useChart } from '../analysis.ts';
import { spanWords } from '../days.ts';

/**
 * Which days are counted and by whose clock, said once for all charts.
 * @param clock the way to where another one is set, for who reads this by another
 */
export function DaysNote({ clock }: { clock: ReactNode }) {
  const [here] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const span = useChart('over_time').data?.span;
  return (
    <p className="min-h-6 text-muted-foreground text-sm">
      {span
        ? `${spanWords(span)}, counted by the clock of ${placeWords(span.time_zone)}: conversations that are over and whose visitors agreed that they are kept.`
        : null}
      {span && span.time_zone !== here ? <> Yours is another: {clock}.</> : null}
    </p>
  );
}

/** 'New York (America/New_York)': the place that a time zone is named after; the name alone where it has none. */
function placeWords(zone: string): string {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return place === zone ? zone : `${place} (${zone})`;
}
