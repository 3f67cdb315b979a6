import { Link } from '@tanstack/react-router';
import { PAGE_GONE_AFTER_MS, SESSION_IDLE_MS } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../../platform/config.ts';
import { Button } from '../../ui/button.tsx';
import { SiteFooter } from '../site-footer.tsx';
import { headerLink, SiteHeader } from '../site-header.tsx';
import { keptThings, othersWhoSee, RIGHTS } from './privacy-content.ts';

const section = 'mt-14';
const heading = 'text-2xl sm:text-3xl';
const text = 'mt-4 max-w-measure text-lg';

/** `/privacy`: what is stored, why and for how long, and the visitor's rights. */
export function PrivacyPage() {
  const config = useConfig();
  const { consultant, consent } = config;
  return (
    <>
      <SiteHeader>
        <Link to={paths.landing} className={headerLink}>
          Home
        </Link>
        <Button asChild variant="outline">
          <Link to={paths.chat}>Chat with AI {consultant.name}</Link>
        </Button>
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pt-10 pb-20 outline-none sm:px-8 lg:pt-16">
        <h1 className="text-4xl sm:font-display sm:text-5xl">Privacy</h1>
        <p className="mt-4 max-w-measure text-lg">
          You talk to an AI here, not to {consultant.first_name}. This page says what is kept of your conversation, why,
          and for how long. There are no cookies and no trackers, and nothing is loaded from anyone else’s server.
        </p>

        <section aria-labelledby="choice" className={section}>
          <h2 id="choice" className={heading}>
            Your choice before you begin
          </h2>
          {consent ? (
            <>
              <p className={text}>
                Before you start, the chat shows you this box, unticked (version {consent.version}):
              </p>
              <blockquote className="mt-4 max-w-measure border-primary-text border-l-2 pl-5 font-serif text-xl leading-snug">
                {consent.text}
              </blockquote>
            </>
          ) : (
            <p className={text}>
              Before you start, the chat shows you an unticked box. Right now it cannot tell how long things would be
              kept, so it does not ask, and nothing is kept.
            </p>
          )}
          <p className={text}>
            If you leave it unticked, you get the same conversation. Nobody is notified, it is not listed anywhere, and
            every word is deleted when it ends: when you end it, after {SESSION_IDLE_MS / 60_000} minutes of silence, or
            about {PAGE_GONE_AFTER_MS / 60_000} minutes after you close the page. All that stays is the number of
            conversations per day.
          </p>
        </section>

        <section aria-labelledby="kept" className={section}>
          <h2 id="kept" className={heading}>
            What is kept, why and how long
          </h2>
          <dl className="mt-6 border-t">
            {keptThings(config).map((thing) => (
              <div key={thing.what} className="grid gap-x-10 gap-y-1 border-b py-5 md:grid-cols-[1fr_2fr_10rem]">
                <dt className="font-semibold">{thing.what}</dt>
                <dd className="max-w-measure">{thing.why}</dd>
                <dd className="tabular-nums text-muted-foreground">{thing.howLong}</dd>
              </div>
            ))}
          </dl>
        </section>

        <section aria-labelledby="others" className={section}>
          <h2 id="others" className={heading}>
            Who else sees your words
          </h2>
          {othersWhoSee(config).map((sentence) => (
            <p key={sentence} className={text}>
              {sentence}
            </p>
          ))}
        </section>

        <section aria-labelledby="rights" className={section}>
          <h2 id="rights" className={heading}>
            What you can ask for
          </h2>
          <ul className="mt-4 max-w-measure space-y-2 text-lg">
            {RIGHTS.map((right) => (
              <li key={right} className="dash-item">
                {right}
              </li>
            ))}
          </ul>
          <p className={text}>
            Write to{' '}
            <a href={`mailto:${consultant.contact_email}`} className="underline underline-offset-4">
              {consultant.contact_email}
            </a>{' '}
            and say when you had the conversation; the eight characters at the bottom of the chat help to find it. You
            can also complain to your country’s data protection authority.
          </p>
        </section>
      </main>
      <SiteFooter />
    </>
  );
}
