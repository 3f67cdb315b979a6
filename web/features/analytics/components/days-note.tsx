import { type ReactNode, useState } from 'react';
import { CountedDays } from '../../../ui/counted-days.tsx';
import { useChart } from '../analysis.ts';

/**
 * What all charts count, said once.
 * @param clock the way to where another time zone is set, for who reads this by another
 */
export function DaysNote({ clock }: { clock: ReactNode }) {
  const [here] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const span = useChart('over_time').data?.span;
  return (
    <p className="min-h-6 max-w-prose text-muted-foreground text-sm">
      {span ? (
        <>
          <CountedDays span={span} /> Pain points, topics, unanswered questions, speed and cost are read once a
          conversation is over.
        </>
      ) : null}
      {span && span.time_zone !== here ? <> Your time zone is another: {clock}.</> : null}
    </p>
  );
}
