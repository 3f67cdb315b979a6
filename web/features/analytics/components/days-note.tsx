import { useChart } from '../analysis.ts';
import { spanWords } from '../days.ts';

/** Which days are counted and by whose clock, said once for all charts. */
export function DaysNote() {
  const span = useChart('over_time').data?.span;
  return (
    <p className="min-h-6 text-muted-foreground text-sm">
      {span
        ? `${spanWords(span)}, counted by the clock of ${placeWords(span.time_zone)}: conversations that are over and whose visitors agreed that they are kept.`
        : null}
    </p>
  );
}

/** 'New York (America/New York)'... the place of a time zone's name, or the name where it has none. */
function placeWords(zone: string): string {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return place === zone ? zone : `${place} (${zone})`;
}
