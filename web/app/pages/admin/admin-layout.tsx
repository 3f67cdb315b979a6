import { Link, Outlet } from '@tanstack/react-router';
import { allows } from '@understudy/contract/admin';
import { TOAST_DURATION_MS, TOAST_GAP_PX, TOAST_LIMIT } from '@understudy/contract/constants';
import { ownersPageTitle } from '@understudy/contract/page-words';
import { paths } from '@understudy/contract/pages';
import { ChevronDown, CircleUserRound, LogOut, MonitorCheck } from 'lucide-react';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { loadProfile } from '../../../features/auth/access.ts';
import { Guard } from '../../../features/auth/components/guard.tsx';
import { lazyClient } from '../../../features/auth/lazy-client.ts';
import {
  createReauthentication,
  createRefusals,
  ReauthenticationDialog,
  ReauthenticationProvider,
} from '../../../features/auth/reauthentication.tsx';
import { createSignIn, type SignIn } from '../../../features/auth/sign-in.ts';
import { SignInProvider, useSignedIn, useSignIn, useSignOut } from '../../../features/auth/sign-in-context.tsx';
import { readStoredSession } from '../../../features/auth/stored-session.ts';
import { AdminProvider } from '../../../features/dashboard/api/admin-client.tsx';
import { LiveProvider, useLive } from '../../../features/dashboard/live/use-live.tsx';
import { pause, systemClock } from '../../../platform/clock.ts';
import { useConfig } from '../../../platform/config.ts';
import { reportError } from '../../../platform/report-error.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { useTheme } from '../../../platform/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyToaster } from '../../../ui/lazy-toaster.tsx';
import { usePageTitle } from '../../page-title.ts';
import { LanguageSwitch, ThemeToggle } from '../../site-frame.tsx';

/** Layout of the owner's pages and the sign-in page: sign-in state and toasts. Visitors never load it. */
export function AdminLayout() {
  const theme = useTheme();
  const [signIn] = useState(pageSignIn);
  useEffect(() => signIn.open(), [signIn]);
  useLayoutEffect(withoutBrand, []);
  usePageTitle(ownersPageTitle);
  return (
    <SignInProvider value={signIn}>
      <Outlet />
      {/* Below the shell's header, which has an additional row on narrow screens. */}
      <div className="[--header-height:3.25rem] max-xl:[--header-height:6.125rem]">
        <LazyToaster limit={TOAST_LIMIT} durationMs={TOAST_DURATION_MS} gapPx={TOAST_GAP_PX} theme={theme} />
      </div>
    </SignInProvider>
  );
}

/** The charts need the house's colors, also for an owner who comes from a visitors' page. */
function withoutBrand() {
  const brand = document.querySelector<HTMLStyleElement>('style#brand');
  if (!brand) return;
  brand.disabled = true;
  return () => {
    brand.disabled = false;
  };
}

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
            <WaitingLine />
            <Outlet />
          </ReauthenticationProvider>
        </AdminShell>
      </LiveProvider>
      <ReauthenticationDialog reauthentication={reauthentication} />
    </AdminProvider>
  );
}

// Most of the time nobody waits.
const WaitingBar = lazy(async () => ({ default: (await import('./waiting-bar.tsx')).WaitingBar }));

/** Visitors who wait for a person, for those who may join them. */
function WaitingLine() {
  const { waiting } = useLive();
  const { role } = useSignedIn();
  return waiting > 0 && allows(role, 'admin') ? (
    <Suspense>
      <WaitingBar />
    </Suspense>
  ) : null;
}

const bar = 'mx-auto grid max-w-page grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 px-5 py-1 sm:px-8 xl:flex';
const place =
  'inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-1 text-muted-foreground ' +
  'hover:text-foreground aria-[current=page]:border-primary-text aria-[current=page]:text-foreground';

/** The frame of the owner's pages: name, navigation and account. */
function AdminShell({ children }: { children: ReactNode }) {
  const { name } = useConfig().consultant;
  const { role, local, by_link: byLink } = useSignedIn();
  const leave = useSignOut();
  return (
    <div className="contents [--container-page:96rem]">
      <header className="border-b print:hidden">
        {/* Two rows if one is too narrow: name and account, then navigation. */}
        <div className={bar}>
          <Link to={paths.landing} className="flex min-h-11 min-w-0 items-center font-serif text-lg">
            <span className="truncate">{t('admin.ai', { name })}</span>
          </Link>
          <nav
            aria-label={t('admin.dashboard')}
            className={
              // On a phone the places that do not fit are reached by scrolling the row.
              'flex gap-5 max-xl:order-last max-xl:col-span-2 max-xl:overflow-x-auto max-xl:[scrollbar-width:none] ' +
              'max-sm:-mx-5 max-sm:gap-x-[min(1.25rem,3.5vw)] max-sm:px-5'
            }
          >
            <Link to={paths.admin} activeOptions={{ includeSearch: false, exact: true }} className={place}>
              {t('admin.dashboard')}
            </Link>
            <Link to={paths.people} activeOptions={{ includeSearch: false }} className={place}>
              {t('people.title')}
            </Link>
            <Link to={paths.actionItems} activeOptions={{ includeSearch: false }} className={place}>
              {t('items.title')}
            </Link>
            <Link to={paths.bookings} activeOptions={{ includeSearch: false }} className={place}>
              {t('admin.bookings')}
            </Link>
            <Link to={paths.shows} activeOptions={{ includeSearch: false }} className={place}>
              {t('admin.shows')}
            </Link>
            <Link to={paths.waitlist} activeOptions={{ includeSearch: false }} className={place}>
              {t('admin.waitlist')}
            </Link>
            {role === 'owner' ? (
              <>
                <Link to={paths.users} data-role={role} className={place}>
                  {t('admin.users')}
                </Link>
                <Link to={paths.audit} data-role={role} className={place}>
                  {t('admin.auditLog')}
                </Link>
              </>
            ) : null}
          </nav>
          <div className="ml-auto flex items-center sm:gap-1">
            <ThemeToggle />
            <Account />
            <Button variant="ghost" size="sm" title={t('admin.signOut')} className="max-sm:min-h-11" onClick={leave}>
              <LogOut aria-hidden className="sm:hidden" />
              <span className="max-sm:sr-only">{t('admin.signOut')}</span>
            </Button>
          </div>
        </div>
      </header>
      {local || byLink ? <NoPasswordNotice byLink={byLink} /> : null}
      {children}
      <footer className="border-t print:hidden">
        <div
          className={
            'mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4 ' +
            'text-muted-foreground text-sm sm:px-8'
          }
        >
          <Link to={paths.docs} className="inline-flex min-h-6 items-center underline underline-offset-4">
            {t('admin.api')}
          </Link>
          <Link to={paths.privacy} className="inline-flex min-h-6 items-center underline underline-offset-4">
            {t('admin.privacy')}
          </Link>
          <div className="sm:ml-auto">
            <LanguageSwitch />
          </div>
        </div>
      </footer>
    </div>
  );
}

/**
 * Explains on every page why no password was required, and what is unavailable because of that (docs/operating.md,
 * "Signing in").
 */
function NoPasswordNotice({ byLink }: { byLink: boolean }) {
  return (
    <aside aria-label={t('admin.howYouAreSignedIn')} className="border-b bg-muted text-sm print:hidden">
      <div className="mx-auto flex max-w-page items-start gap-3 px-5 py-2 sm:px-8">
        <MonitorCheck aria-hidden className="mt-1 size-4 shrink-0" />
        <p>
          <Text
            id={byLink ? 'admin.aOneTimeLinkOpened' : 'admin.nobodyIsSignedInLocal'}
            tags={{
              link: (words) => (
                <Link to={paths.signIn} className="font-medium underline underline-offset-4">
                  {words}
                </Link>
              ),
            }}
          />
        </p>
      </div>
    </aside>
  );
}

/** It needs libraries that the Overview does not use, and is not opened first. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** By then the first screen has rendered. */
const SOON_MS = 2_000;

/**
 * The account menu, loaded on interaction or after the first screen. Its button is there earlier, and interactions with
 * it are not lost.
 */
function Account() {
  const [isAskedFor, setAskedFor] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  // As a transition, so that the button stays until the menu is loaded.
  const askFor = () => startTransition(() => setAskedFor(true));
  useEffect(() => {
    const soon = setTimeout(() => startTransition(() => setAskedFor(true)), SOON_MS);
    return () => clearTimeout(soon);
  }, []);
  const early = (
    <AccountButton
      onPointerEnter={askFor}
      onClick={() => {
        setWanted(true);
        askFor();
      }}
      onFocus={() => {
        setFocus(true);
        askFor();
      }}
      onBlur={() => setFocus(false)}
    />
  );
  return (
    <Suspense fallback={early}>
      {isAskedFor ? (
        <AccountMenu isOpenAtFirst={isWanted} hasFocusAtFirst={hasFocus}>
          <AccountButton />
        </AccountMenu>
      ) : (
        early
      )}
    </Suspense>
  );
}

/** Shows who is signed in and opens the account menu. */
function AccountButton(props: ComponentProps<typeof Button>) {
  const { email } = useSignedIn();
  return (
    <Button
      {...props}
      variant="ghost"
      size="sm"
      aria-label={t('admin.accountOf', { email })}
      className="max-w-48 max-sm:min-h-11"
    >
      {/* Beside the navigation there is no room for it. */}
      <span className="min-w-0 truncate max-sm:hidden xl:max-2xl:hidden">{email}</span>
      <CircleUserRound aria-hidden className="sm:max-xl:hidden 2xl:hidden" />
      <ChevronDown aria-hidden />
    </Button>
  );
}

/** How long rendering is delayed, since the user is probably identified by then. */
const KNOWN_WITHIN_MS = 500;

let early: SignIn | null = null;

/** Identifies the user before the first render, so that the page they asked for is rendered first. */
export async function resolveSignIn(): Promise<void> {
  early = createPageSignIn();
  const wait = new AbortController();
  await Promise.race([early.check(), pause(systemClock, KNOWN_WITHIN_MS, wait.signal)]);
  wait.abort();
}

/** The sign-in of the owner's pages, created each time they are entered. */
function pageSignIn(): SignIn {
  const signIn = early ?? createPageSignIn();
  early = null;
  return signIn;
}

function createPageSignIn(): SignIn {
  return createSignIn({
    client: lazyClient({
      load: async () => {
        const { authClient } = await import('../../../features/auth/auth-client.ts');
        return authClient(new URL('/auth/v1', window.location.href).href);
      },
      kept: () => readStoredSession(systemClock.now()),
      later: (act) => systemClock.after(SOON_MS, act),
      report: reportError,
    }),
    loadProfile,
    clock: systemClock,
    report: reportError,
  });
}
