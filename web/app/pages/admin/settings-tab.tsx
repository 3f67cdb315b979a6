import { lazy, Suspense } from 'react';
import { Loading } from '../../../ui/states.tsx';

/** A file of its own: the editors are of no use to whoever opens the dashboard to see whom to call. */
const SettingsPanel = lazy(() => import('./settings-panel.tsx'));

/** The Settings tab. */
export function SettingsTab() {
  return (
    <Suspense fallback={<Loading words="Loading the settings" />}>
      <SettingsPanel />
    </Suspense>
  );
}
