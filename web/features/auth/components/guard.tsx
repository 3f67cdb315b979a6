import { useRouter } from '@tanstack/react-router';
import type { Role } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { type ReactNode, useEffect } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { SignedInProvider, useAccess } from '../sign-in-context.tsx';
import { AccessDenied } from './access-denied.tsx';

/**
 * Shows its children to whoever has the role (specification, section 6); sends whoever is not signed in to the sign-in
 * page, which remembers where they wanted to go. What the server gives out, the server decides for itself.
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

/** Goes once: on the way there the address is another already, and is not what was wanted. */
function ToTheDoor() {
  const router = useRouter();
  useEffect(() => {
    const { href } = router.latestLocation;
    void router.navigate({ to: paths.signIn, search: { next: href }, replace: true });
  }, [router]);
  return <Checking />;
}
