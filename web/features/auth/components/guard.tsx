import { useRouter } from '@tanstack/react-router';
import type { Role } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { type ReactNode, useEffect } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { SignedInProvider, useAccess } from '../sign-in-context.tsx';
import { AccessDenied } from './access-denied.tsx';

/**
 * Shows its children to users with the role (specification, section 6); redirects signed-out users to the sign-in page,
 * which remembers the destination. The server enforces its own access checks.
 */
export function Guard({ required = 'admin', children }: { required?: Role; children: ReactNode }) {
  const access = useAccess(required);
  switch (access.is) {
    case 'unknown':
      return <Checking />;
    case 'signed_out':
      return <ToTheDoor />;
    case 'denied':
      return <AccessDenied profile={access.profile} required={access.required} />;
    case 'allowed':
      return <SignedInProvider value={access.profile}>{children}</SignedInProvider>;
  }
}

function Checking() {
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
      <h1 className="sr-only">One moment</h1>
      <Spinner label="Checking who you are" />
    </main>
  );
}

/** Redirects only once: during the navigation the address has already changed and is not the destination. */
function ToTheDoor() {
  const router = useRouter();
  useEffect(() => {
    const { href } = router.latestLocation;
    void router.navigate({ to: paths.signIn, search: { next: href }, replace: true });
  }, [router]);
  return <Checking />;
}
