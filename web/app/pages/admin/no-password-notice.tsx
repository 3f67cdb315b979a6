import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { MonitorCheck } from 'lucide-react';

/**
 * Explains on every page why no password was required, and what is unavailable because of that (docs/operating.md,
 * "Signing in").
 */
export function NoPasswordNotice({ byLink }: { byLink: boolean }) {
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
