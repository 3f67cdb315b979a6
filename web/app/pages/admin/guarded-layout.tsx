import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { Guard } from '../../../features/auth/components/guard.tsx';
import { PasswordAgainDialog } from '../../../features/auth/components/password-again-dialog.tsx';
import { createPasswordAgain } from '../../../features/auth/password-again.ts';
import { createRefusals } from '../../../features/auth/refusals.ts';
import { PasswordAgainProvider, useSignedIn, useSignIn } from '../../../features/auth/sign-in-context.tsx';
import { AdminProvider } from '../../../features/dashboard/api/admin-provider.tsx';
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
  const [passwordAgain] = useState(() => createPasswordAgain(signIn));
  const [access] = useState(() => ({ token: signIn.token, refused: createRefusals(signIn, passwordAgain) }));
  return (
    // Data fetched for one user must never be shown to another.
    <AdminProvider key={id} access={{ ...access, isReadOnly }}>
      <LiveProvider>
        <AdminShell>
          <PasswordAgainProvider value={passwordAgain}>
            <Outlet />
          </PasswordAgainProvider>
        </AdminShell>
      </LiveProvider>
      <PasswordAgainDialog passwordAgain={passwordAgain} />
    </AdminProvider>
  );
}
