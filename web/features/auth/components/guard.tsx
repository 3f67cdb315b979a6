import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import type { Profile, Role } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/states.tsx';
import { SignedInProvider, useAccess, useSignOut } from '../sign-in-context.tsx';

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
      <h1 className="sr-only">{t('auth.oneMoment')}</h1>
      <Spinner label={t('auth.checkingWhoYouAre')} />
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

/** The guard's screen for signed-in users whose role is insufficient. */
function AccessDenied({ profile, required }: { profile: Profile; required: Role }) {
  const leave = useSignOut();
  const here = useRouterState({ select: (state) => state.location.href });
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-16 outline-none sm:px-8 lg:py-24">
      <h1 className="text-4xl">{t('auth.accessDenied')}</h1>
      <p className="mt-4 max-w-measure text-lg">{t('auth.youDontHaveTheRequired')}</p>
      <dl className="mt-8 grid max-w-md grid-cols-[auto_1fr] gap-x-8 gap-y-2 border-y py-4">
        <dt className="text-muted-foreground">{t('auth.currentRole')}</dt>
        <dd className="font-medium">{t(`role.${profile.role}`)}</dd>
        <dt className="text-muted-foreground">{t('auth.requiredRole')}</dt>
        <dd className="font-medium">{t(`role.${required}`)}</dd>
      </dl>
      <p className="wrap-anywhere mt-4 max-w-measure text-muted-foreground">{whoIsThis(profile)}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={leave}>{t('auth.signOut')}</Button>
        <Button asChild variant="outline">
          <Link to={paths.landing}>{t('auth.backToHome')}</Link>
        </Button>
        {profile.local || profile.by_link ? (
          <Button asChild variant="outline">
            <Link to={paths.signIn} search={{ next: here }}>
              {t('auth.signInWithAPassword')}
            </Link>
          </Button>
        ) : null}
      </div>
    </main>
  );
}

function whoIsThis({ local, by_link: byLink, email }: Profile): string {
  if (local) return t('auth.nobodyIsSignedInLocal');
  if (byLink) return t('auth.aOneTimeLinkOpened', { email });
  return t('auth.signedInAsAnOwner', { email });
}
