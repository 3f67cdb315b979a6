import { Navigate, useRouterState } from '@tanstack/react-router';
import type { Role } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import type { ReactNode } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { SignedInProvider, useAccess } from '../sign-in-context.tsx';
import { AccessDenied } from './access-denied.tsx';

/**
 * Shows its children to whoever has the role (specification, section 6); sends whoever is not signed in to the sign-in
 * page, which remembers where they wanted to go. What the server gives out, the server decides for itself.
 */
export function Guard({ required = 'admin', children }: { required?: Role; children: ReactNode }) {
  const access = useAccess(required);
  const here = useRouterState({ select: (state) => state.location.href });
  switch (access.is) {
    case 'unknown':
      return (
        <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
          <Spinner label="Checking who you are" />
        </main>
      );
    case 'signed_out':
      return <Navigate to={paths.signIn} search={{ next: here }} replace />;
    case 'denied':
      return <AccessDenied profile={access.profile} required={access.required} />;
    case 'allowed':
      return <SignedInProvider value={access.profile}>{children}</SignedInProvider>;
  }
}
