import { type ReactNode, useState } from 'react';
import { CountedDays } from '../../../ui/counted-days.tsx';
import { useChart } from '../analysis.ts';

/**
 * What all charts count, stated once.
 * @param clock link to the time zone setting, for readers in another zone
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
