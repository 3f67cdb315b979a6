import { lazy, Suspense } from 'react';
import { Loading } from '../../../ui/states.tsx';

/** A separate chunk: most visits to the dashboard do not need the editors. */
const SettingsRoom = lazy(() => import('./settings-room.tsx'));

export function SettingsTab() {
  return (
    <Suspense fallback={<Loading words="Loading the settings" />}>
      <SettingsRoom />
    </Suspense>
  );
}
