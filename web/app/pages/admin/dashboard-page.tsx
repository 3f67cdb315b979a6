import { getRouteApi, Link, lazyRouteComponent, useRouterState } from '@tanstack/react-router';
import { allows } from '@understudy/contract/admin';
import { RANGE_DAYS } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { CustomDays, daysUpTo } from '../../../features/analytics/days.tsx';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { Dashboard, preloadSessions } from '../../../features/dashboard/components/dashboard.tsx';
import { RangeSelect } from '../../../features/dashboard/components/filters.tsx';
import { type DashboardPlace, moved, placeOf, searchOf } from '../../../features/dashboard/search.ts';
import { FirstModelCard, ProviderNotices } from '../../../features/settings/components/dashboard-notices.tsx';
import { isProposed, SetupCard, useSetupState } from '../../../features/settings/setup/setup-card.tsx';
import { t, withTexts } from '../../../platform/texts.ts';
import { Loading } from '../../../ui/states.tsx';
import { spanWords } from '../../../ui/when.tsx';

/** By then the first screen has rendered. */
const SOON_MS = 3_000;

const route = getRouteApi('/admin-shell/guarded/admin');

/** `/admin`: the dashboard, with its place in the address. */
export function DashboardPage() {
  const place = placeOf(route.useSearch());
  const navigate = route.useNavigate();
  const trail = usePageStack();
  const calls = useAdminClient();
  const { role, local } = useSignedIn();
  const maySetUp = allows(role, 'admin') && !local;
  const { data: setup } = useSetupState(calls, maySetUp);
  useEffect(() => {
    const soon = setTimeout(() => {
      preloadSessions();
      void SessionPage.preload?.()?.catch(() => undefined);
    }, SOON_MS);
    return () => clearTimeout(soon);
  }, []);
  const go = (change: Partial<DashboardPlace>, trailThen: (string | null)[], replace = false) =>
    void navigate({
      search: searchOf(moved(place, change)),
      state: { trail: trailThen },
      replace,
      resetScroll: 'cursor' in change,
    });
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-6 outline-none sm:px-8 sm:py-8">
      <Dashboard
        place={place}
        chartDays={place.from ? spanWords(place) : null}
        onMove={(change, replace) => go(change, [], replace)}
        onPage={(cursor) => go({ cursor }, [...trail, place.cursor])}
        onPreviousPage={trail.length > 0 ? () => go({ cursor: trail.at(-1) ?? null }, trail.slice(0, -1)) : null}
        isFirstUse={setup?.is_sample === true && isProposed(setup)}
        first={
          maySetUp ? (
            <SetupCard calls={calls} link={(words) => <Link to={paths.setup}>{words}</Link>}>
              <FirstModelCard calls={calls} mayConnect settingsLink={<ProvidersLink />} />
            </SetupCard>
          ) : (
            <FirstModelCard calls={calls} mayConnect={false} settingsLink={<ProvidersLink />} />
          )
        }
        notices={<ProviderNotices calls={calls} link={<ProvidersLink />} />}
        analytics={<AnalyticsTab place={place} onMove={(change) => go(change, [])} />}
        settings={<SettingsTab />}
      />
    </main>
  );
}

function ProvidersLink() {
  return (
    <Link
      to={paths.admin}
      search={{ tab: 'settings', section: 'providers' }}
      className="font-medium underline underline-offset-4"
    >
      {t('admin.viewProviders')}
    </Link>
  );
}

/** A separate chunk: most visits to the dashboard do not need the editors. */
const SettingsPanel = lazy(() =>
  withTexts('owner-pages', withTexts('pages', withTexts('chat', import('./settings-panel.tsx')))),
);

function SettingsTab() {
  return (
    <Suspense fallback={<Loading words={t('admin.loadingTheSettings')} />}>
      <SettingsPanel />
    </Suspense>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Cursors of the pages before this one, null for the first. */
    trail?: (string | null)[];
    /** The dashboard address from which a session was opened. */
    from?: Record<string, string>;
  }
}

/**
 * The pages before the current one. A list with keyset pagination knows only its next page; the previous ones are
 * stored in the browser's history entry and so survive a reload.
 */
export function usePageStack(): (string | null)[] {
  return useRouterState({ select: ({ location }) => location.state.trail }) ?? NONE;
}

const NONE: (string | null)[] = [];

/** Loaded when the tab is first opened, since the other tabs do not need the charts. */
const AnalyticsPanel = lazy(async () => {
  const { AnalyticsPanel: Panel } = await withTexts('owner-pages', import('../../../features/analytics/analytics.tsx'));
  return { default: Panel };
});

/** The Analytics tab, with the days in the address and links from the charts. */
function AnalyticsTab({
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
    <Suspense fallback={<Loading words={t('admin.fetchingTheCharts')} />}>
      <AnalyticsPanel
        calls={calls}
        days={isCustom ? { from, to } : { range }}
        choice={choice}
        texts={(words) => <ToSettings section="twin">{words}</ToSettings>}
        clock={(words) => <ToSettings section="hours">{words}</ToSettings>}
        prices={(words) => <ToSettings section="prices">{words}</ToSettings>}
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

/** A session's details, the usual next page of an owner: preloaded as soon as the Overview is idle. */
export const SessionPage = lazyRouteComponent(
  () => withTexts('owner-pages', import('./session-page.tsx')),
  'SessionPage',
);
