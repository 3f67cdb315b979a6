import { getRouteApi, Link } from '@tanstack/react-router';
import { allows } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { lazy, Suspense, useEffect } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { Dashboard } from '../../../features/dashboard/components/dashboard.tsx';
import { type DashboardPlace, moved, placeOf, searchOf } from '../../../features/dashboard/search.ts';
import { FirstModelCard, ProviderNotices } from '../../../features/settings/components/dashboard-notices.tsx';
import { spanWords } from '../../../ui/counted-days.tsx';
import { Loading } from '../../../ui/states.tsx';
import { AnalyticsTab } from './analytics-tab.tsx';
import { SessionPage } from './lazy-pages.ts';
import { usePageStack } from './use-page-stack.ts';

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
  useEffect(() => {
    const soon = setTimeout(() => void SessionPage.preload?.()?.catch(() => undefined), SOON_MS);
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
        first={
          <FirstModelCard calls={calls} mayConnect={allows(role, 'admin') && !local} settingsLink={<ProvidersLink />} />
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
      Look at the providers
    </Link>
  );
}

/** A separate chunk: most visits to the dashboard do not need the editors. */
const SettingsPanel = lazy(() => import('./settings-panel.tsx'));

function SettingsTab() {
  return (
    <Suspense fallback={<Loading words="Loading the settings" />}>
      <SettingsPanel />
    </Suspense>
  );
}
