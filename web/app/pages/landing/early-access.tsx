import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { SignupOutcome } from '../../../features/waitlist/join-waitlist.ts';
import { WaitlistForm } from '../../../features/waitlist/waitlist-form.tsx';
import { useConfig } from '../../../platform/config.ts';
import { landingNotices, prepareNotices } from './landing-notices.tsx';

function tell({ joined, title, description }: SignupOutcome): void {
  landingNotices.show({ title, description, tone: joined ? 'plain' : 'destructive' });
}

/** How long an address is kept, in a sentence. @param days null: no limit; undefined: unknown, so nothing is said */
function keptFor(days: number | null | undefined): string {
  if (days === undefined) return 'It is used for nothing else.';
  if (days === null) return 'It is kept until you ask us to delete it, and used for nothing else.';
  return `It is kept for at most ${days} ${days === 1 ? 'day' : 'days'}, and used for nothing else.`;
}

/** The waitlist (section 2), with a link for those who want to try the twin first. */
export function EarlyAccess() {
  const { consultant, retention_days: retention } = useConfig();
  return (
    <section aria-labelledby="early-access-title" className="stage">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-5 py-16 sm:px-8 lg:grid-cols-2 lg:py-24">
        <div>
          <h2 id="early-access-title" className="text-3xl sm:text-4xl">
            Request Early Access
          </h2>
          <p className="mt-4 max-w-md text-lg text-muted-foreground">
            Leave your email and we will write once, when a place opens up. {keptFor(retention?.waitlist)}{' '}
            <Link to={paths.privacy} className="text-foreground underline underline-offset-4">
              How we handle it
            </Link>
          </p>
          <p className="mt-8">
            <Link
              to={paths.chat}
              className="inline-flex min-h-11 items-center font-medium text-lg text-primary-text underline underline-offset-4"
            >
              Try AI {consultant.name} first
            </Link>
          </p>
        </div>
        <div className="max-w-lg lg:w-full lg:justify-self-end">
          <WaitlistForm onBegin={prepareNotices} onOutcome={tell} />
        </div>
      </div>
    </section>
  );
}
