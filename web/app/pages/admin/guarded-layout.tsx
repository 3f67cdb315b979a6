import { Outlet } from '@tanstack/react-router';
import { Guard } from '../../../features/auth/components/guard.tsx';
import { useSignedIn, useSignIn } from '../../../features/auth/sign-in-context.tsx';
import { AdminProvider } from '../../../features/dashboard/api/admin-provider.tsx';
import { LiveProvider } from '../../../features/dashboard/live/use-live.tsx';
import { AdminShell } from './admin-shell.tsx';

/** Round every page behind the guard: admin is required, and a page may require more (specification, section 6). */
export function GuardedLayout() {
  return (
    <Guard>
      <Behind />
    </Guard>
  );
}

function Behind() {
  const signIn = useSignIn();
  const { id } = useSignedIn();
  return (
    // What was fetched for one is never shown to another.
    <AdminProvider key={id} access={signIn}>
      <LiveProvider>
        <AdminShell>
          <Outlet />
        </AdminShell>
      </LiveProvider>
    </AdminProvider>
  );
}
