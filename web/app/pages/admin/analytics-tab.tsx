import { Link } from '@tanstack/react-router';
import { RANGE_DAYS } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { lazy, type ReactNode, Suspense } from 'react';
import { CustomDays, daysUpTo } from '../../../features/analytics/days.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { RangeSelect } from '../../../features/dashboard/components/filters.tsx';
import type { DashboardPlace } from '../../../features/dashboard/search.ts';
import { Loading } from '../../../ui/states.tsx';

/** Loaded when the tab is first opened, since the other tabs do not need the charts. */
const AnalyticsPanel = lazy(async () => {
  const { AnalyticsPanel: Panel } = await import('../../../features/analytics/analytics.tsx');
  return { default: Panel };
});

/** The Analytics tab, with the days in the address and links from the charts. */
export function AnalyticsTab({
  place: { range, from, to },
  onMove,
}: {
  place: DashboardPlace;
  onMove: (change: Partial<DashboardPlace>) => void;
}) {
  const calls = useAdminClient();
  const isCustom = from !== '';
  const choice = (
    <>
      <RangeSelect
        range={range}
        onRange={(chosen) => onMove({ range: chosen })}
        custom={{ isChosen: isCustom, onChoose: () => onMove(daysUpTo(new Date(), RANGE_DAYS[range])) }}
      />
      {isCustom ? <CustomDays from={from} to={to} onDays={onMove} /> : null}
    </>
  );
  return (
    <Suspense fallback={<Loading words="Fetching the charts" />}>
      <AnalyticsPanel
        calls={calls}
        days={isCustom ? { from, to } : { range }}
        choice={choice}
        texts={<ToSettings section="twin">Settings &gt; Twin texts</ToSettings>}
        clock={<ToSettings section="hours">set it with the opening hours</ToSettings>}
        prices={<ToSettings section="prices">price table in the settings</ToSettings>}
      />
    </Suspense>
  );
}

function ToSettings({ section, children }: { section: string; children: ReactNode }) {
  return (
    <Link to={paths.admin} search={{ tab: 'settings', section }} className="font-medium underline underline-offset-4">
      {children}
    </Link>
  );
}
