import { lazy, Suspense } from 'react';
import { Loading } from '../../../ui/states.tsx';

/** A separate chunk: most visits to the dashboard do not need the editors. */
const SettingsPanel = lazy(() => import('./settings-panel.tsx'));

export function SettingsTab() {
  return (
    <Suspense fallback={<Loading words="Loading the settings" />}>
      <SettingsPanel />
    </Suspense>
  );
}
