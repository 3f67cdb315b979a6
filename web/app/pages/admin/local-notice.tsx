import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { MonitorCheck } from 'lucide-react';

/** Says on every page why nobody was asked for a password (docs/operating.md: `LOCAL_ADMIN`). */
export function LocalNotice() {
  return (
    <aside aria-label="How you are signed in" className="border-b bg-muted text-sm print:hidden">
      <div className="mx-auto flex max-w-page items-start gap-3 px-5 py-2 sm:px-8">
        <MonitorCheck aria-hidden className="mt-1 size-4 shrink-0" />
        <p>
          You are admin without a password, because this page is open on the server's own machine.{' '}
          <Link to={paths.signIn} className="font-medium underline underline-offset-4">
            Sign in with an account
          </Link>{' '}
          to act under your own name.
        </p>
      </div>
    </aside>
  );
}
