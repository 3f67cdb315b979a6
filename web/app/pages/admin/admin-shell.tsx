import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { LogOut, MonitorCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSignedIn } from '../../../features/auth/sign-in-context.tsx';
import { useSignOut } from '../../../features/auth/use-sign-out.ts';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { ThemeToggle } from '../../theme-toggle.tsx';
import { Account } from './account.tsx';

const place =
  'inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-1 text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground';

/** The frame of the owner's pages: name, navigation and account. */
export function AdminShell({ children }: { children: ReactNode }) {
  const { name } = useConfig().consultant;
  const { role, local, by_link: byLink } = useSignedIn();
  const leave = useSignOut();
  return (
    <>
      <header className="border-b print:hidden">
        {/* Two rows if one is too narrow: name and account, then navigation. */}
        <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 px-5 py-1 sm:px-8 lg:flex">
          <Link to={paths.landing} className="flex min-h-11 min-w-0 items-center font-serif text-lg">
            <span className="truncate">AI {name}</span>
          </Link>
          <nav
            aria-label="Dashboard"
            className="flex gap-5 max-lg:order-last max-lg:col-span-2 max-sm:gap-x-[min(1.25rem,3.5vw)]"
          >
            <Link to={paths.admin} activeOptions={{ includeSearch: false, exact: true }} className={place}>
              Dashboard
            </Link>
            <Link to={paths.waitlist} activeOptions={{ includeSearch: false }} className={place}>
              Waitlist
            </Link>
            {role === 'owner' ? (
              <>
                <Link to={paths.users} className={place}>
                  Users
                </Link>
                <Link to={paths.audit} className={place}>
                  Audit log
                </Link>
              </>
            ) : null}
          </nav>
          <div className="ml-auto flex items-center sm:gap-1">
            <ThemeToggle />
            <Account />
            <Button variant="ghost" size="sm" title="Sign Out" className="max-sm:min-h-11" onClick={leave}>
              <LogOut aria-hidden className="sm:hidden" />
              <span className="max-sm:sr-only">Sign Out</span>
            </Button>
          </div>
        </div>
      </header>
      {local || byLink ? <NoPasswordNotice byLink={byLink} /> : null}
      {children}
      <footer className="border-t print:hidden">
        <div className="mx-auto flex max-w-page flex-wrap gap-x-6 px-5 py-4 text-muted-foreground text-sm sm:px-8">
          <Link to={paths.docs} className="inline-flex min-h-6 items-center underline underline-offset-4">
            API
          </Link>
          <Link to={paths.privacy} className="inline-flex min-h-6 items-center underline underline-offset-4">
            Privacy
          </Link>
        </div>
      </footer>
    </>
  );
}

/**
 * Explains on every page why no password was required, and what is unavailable because of that (docs/operating.md,
 * "Signing in").
 */
function NoPasswordNotice({ byLink }: { byLink: boolean }) {
  return (
    <aside aria-label="How you are signed in" className="border-b bg-muted text-sm print:hidden">
      <div className="mx-auto flex max-w-page items-start gap-3 px-5 py-2 sm:px-8">
        <MonitorCheck aria-hidden className="mt-1 size-4 shrink-0" />
        <p>
          {byLink
            ? 'A one-time link opened this dashboard, as admin.'
            : 'Nobody is signed in: LOCAL_ADMIN=on lets this machine read the dashboard.'}{' '}
          <Link to={paths.signIn} className="font-medium underline underline-offset-4">
            Sign in with a password
          </Link>{' '}
          {byLink ? 'to export data or to manage people.' : 'to change, export or delete anything.'}
        </p>
      </div>
    </aside>
  );
}
