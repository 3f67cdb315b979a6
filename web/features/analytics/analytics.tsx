import { type ReactNode, useState } from 'react';
import type { AdminCalls } from '../../platform/admin-calls.ts';
import { Text } from '../../platform/text.tsx';
import { t } from '../../platform/texts.ts';
import { readerZone } from '../../ui/dates.ts';
import { CountedDays } from '../../ui/when.tsx';
import { AnalysisContext, type AskedDays, useChart } from './chart-panel.tsx';
import { Calibration } from './charts/calibration.tsx';
import { Cost } from './charts/cost.tsx';
import { Funnel } from './charts/funnel.tsx';
import { Hours } from './charts/hours.tsx';
import { Latency } from './charts/latency.tsx';
import { OverTime } from './charts/over-time.tsx';
import { Terms, Unanswered } from './charts/ranked.tsx';
import { Scores } from './charts/scores.tsx';
import './analytics.css';

interface AnalyticsProps {
  calls: Pick<AdminCalls, 'get' | 'open'>;
  days: AskedDays;
  /** The day picker. */
  choice: ReactNode;
  /** Links to the settings of the twin's texts and of the prices. */
  texts: (words: string) => ReactNode;
  prices: (words: string) => ReactNode;
  /** Link to the setting of the time zone in which days and hours are counted. */
  clock: (words: string) => ReactNode;
}

/** The Analytics tab: ten questions, in the order in which an owner asks them. */
export function AnalyticsPanel({ calls, days, choice, texts, prices, clock }: AnalyticsProps) {
  return (
    <AnalysisContext value={{ calls, days }}>
      <div className="space-y-2">
        <div className="flex flex-wrap items-center gap-3">{choice}</div>
        <DaysNote clock={clock} />
      </div>
      <div className="charts mt-5">
        <OverTime className="min-[72rem]:col-span-12" />
        <Funnel className="min-[72rem]:col-span-7" />
        <Scores className="min-[72rem]:col-span-5" />
        <Unanswered className="min-[72rem]:col-span-12" texts={texts} />
        <Terms className="min-[72rem]:col-span-6" chart="pains" />
        <Terms className="min-[72rem]:col-span-6" chart="topics" />
        <Hours className="min-[72rem]:col-span-7" />
        <Calibration className="min-[72rem]:col-span-5" />
        <Latency className="min-[72rem]:col-span-8" />
        <Cost className="min-[72rem]:col-span-4" prices={prices} />
      </div>
    </AnalysisContext>
  );
}

/**
 * What all charts count, stated once.
 * @param clock link to the time zone setting, for readers in another zone
 */
function DaysNote({ clock }: { clock: (words: string) => ReactNode }) {
  const [here] = useState(() => readerZone());
  const span = useChart('over_time').data?.span;
  return (
    <p className="min-h-6 max-w-prose text-muted-foreground text-sm">
      {span ? (
        <>
          <CountedDays span={span} /> {t('analytics.painPointsTopicsUnansweredQuestions')}
        </>
      ) : null}
      {span && span.time_zone !== here ? <Text id="analytics.yourTimeZoneIsAnother" tags={{ clock }} /> : null}
    </p>
  );
}
