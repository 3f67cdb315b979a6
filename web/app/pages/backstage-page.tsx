import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../../platform/config.ts';
import { Button } from '../../ui/button.tsx';
import { SiteHeader } from '../site-header.tsx';

/** `/admin` and `/auth` until the dashboard is there: says so, and leads back. */
export function BackstagePage() {
  const { name } = useConfig().consultant;
  return (
    <>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-16 outline-none sm:px-8 lg:py-24">
        <p className="text-primary-text">Backstage</p>
        <h1 className="mt-2 max-w-2xl text-4xl sm:font-display sm:text-5xl">AI {name} Dashboard</h1>
        <p className="mt-5 max-w-measure text-lg">
          The dashboard, where the owner reads conversations and sees whom to call, arrives with a later version. Until
          then every conversation that may be kept is kept, and will be here when the door opens.
        </p>
        <Button asChild className="mt-8">
          <Link to={paths.landing}>Back to Home</Link>
        </Button>
      </main>
    </>
  );
}
