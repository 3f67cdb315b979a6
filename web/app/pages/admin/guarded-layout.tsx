import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { Guard } from '../../../features/auth/components/guard.tsx';
import { ReauthenticationDialog } from '../../../features/auth/components/reauthentication-dialog.tsx';
import { createReauthentication, createRefusals } from '../../../features/auth/reauthentication.ts';
import { ReauthenticationProvider, useSignedIn, useSignIn } from '../../../features/auth/sign-in-context.tsx';
import { AdminProvider } from '../../../features/dashboard/api/admin-client.tsx';
import { LiveProvider } from '../../../features/dashboard/live/use-live.tsx';
import { AdminShell } from './admin-shell.tsx';

/** Layout of all guarded pages: the admin role is required, and a page may require more (specification, section 6). */
export function GuardedLayout() {
  return (
    <Guard>
      <Behind />
    </Guard>
  );
}

function Behind() {
  const signIn = useSignIn();
  const { id, local: isReadOnly } = useSignedIn();
  const [reauthentication] = useState(() => createReauthentication(signIn));
  const [access] = useState(() => ({ token: signIn.token, refused: createRefusals(signIn, reauthentication) }));
  return (
    // Data fetched for one user must never be shown to another.
    <AdminProvider key={id} access={{ ...access, isReadOnly }}>
      <LiveProvider>
        <AdminShell>
          <ReauthenticationProvider value={reauthentication}>
            <Outlet />
          </ReauthenticationProvider>
        </AdminShell>
      </LiveProvider>
      <ReauthenticationDialog reauthentication={reauthentication} />
    </AdminProvider>
  );
}
