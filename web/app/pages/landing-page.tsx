import { Link } from '@tanstack/react-router';
import { LANDING_TOAST_LIMIT, LANDING_TOAST_REMOVE_DELAY_MS } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { ExchangePlayer } from '../../features/demo/exchange-player.tsx';
import type { SignupOutcome } from '../../features/waitlist/waitlist-form.tsx';
import { WaitlistForm } from '../../features/waitlist/waitlist-form.tsx';
import { useConfig } from '../../platform/config.ts';
import { Text } from '../../platform/text.tsx';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { createNoticeQueue } from '../../ui/notice-queue.ts';
import { Portrait } from '../../ui/portrait.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';
import { Ask } from './ask-form.tsx';
import { FeatureGrid, furtherLink, OwnAgent, Proof } from './landing-sections.tsx';

/** Two sentences take about six seconds to read; hovering holds a notice. */
const NOTICE_MS = 8_000;

const loadNotices = () => import('../../ui/notices.tsx');
/** If its script fails to load, nothing is shown: the form says the same in place. */
const Notices = lazy(() => loadNotices().catch(() => ({ default: (): ReactNode => null })));

/** The landing page's toasts: at most one (section 9). */
const landingNotices = createNoticeQueue({
  limit: LANDING_TOAST_LIMIT,
  removeDelayMs: LANDING_TOAST_REMOVE_DELAY_MS,
});

/** Loads the toast code when a visitor starts on the form, which keeps it out of the first load. */
function prepareNotices(): void {
  // Retried when there is something to show.
  loadNotices().catch(() => {});
}

/** The landing page's toasts; their code is loaded with the first one. */
function LandingNotices() {
  const any = useSyncExternalStore(
    landingNotices.subscribe,
    () => landingNotices.notices.length > 0,
    () => false,
  );
  return any ? (
    <Suspense>
      <Notices queue={landingNotices} durationMs={NOTICE_MS} />
    </Suspense>
  ) : null;
}

function tell({ joined, title, description }: SignupOutcome): void {
  landingNotices.show({ title, description, tone: joined ? 'plain' : 'destructive' });
}

/** How long an address is kept, in a sentence. @param days null: no limit; undefined: unknown, so nothing is said */
function keptFor(days: number | null | undefined): string {
  if (days === undefined) return t('landing.usedOnlyForThis');
  if (days === null) return t('landing.keptUntilAsked');
  return t('landing.keptForDays', { days });
}

/** The waitlist (section 2), with a link for those who want to try the twin first. */
function EarlyAccess() {
  const { consultant, retention_days: retention } = useConfig();
  return (
    <section aria-labelledby="early-access-title" className="own-form stage">
      <h2 id="early-access-title" className="text-2xl sm:text-3xl">
        {t('waitlist.title')}
      </h2>
      <p className="text-muted-foreground">
        <Text
          id="landing.weWillEmail"
          values={{ kept: keptFor(retention?.waitlist) }}
          tags={{
            link: (words) => (
              <Link to={paths.privacy} className="text-foreground underline underline-offset-4">
                {words}
              </Link>
            ),
          }}
        />
      </p>
      <WaitlistForm onBegin={prepareNotices} onOutcome={tell} />
      <Link to={paths.chat} className={furtherLink}>
        {t('landing.tryFirst', { name: consultant.name })}
      </Link>
    </section>
  );
}

/** The first screen: portrait, one sentence, start button, and a sample exchange above a field to type at once. */
function Hero() {
  const { consultant, demo } = useConfig();
  return (
    <section aria-labelledby="hero-title" className="stage hero-stage">
      <div className="hero mx-auto max-w-page px-5 pt-3 pb-12 sm:px-8 lg:pb-16">
        <div className="hero-portrait spotlight">
          <Portrait src={consultant.portrait} alt={t('site.portrait', { name: consultant.name })} shape="arch" />
        </div>
        <p className="hero-name text-primary-text">{consultant.title}</p>
        <div className="hero-words">
          <h1 id="hero-title" className="sm:font-display">
            {consultant.tagline}
          </h1>
          <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3 lg:mt-8">
            <Button asChild size="lg">
              <Link to={paths.chat}>{t('site.start')}</Link>
            </Button>
            <Link to={paths.chat} className={headerLink} hash="show" state={{ show: true }}>
              {t('site.startShow')}
            </Link>
            <p className="max-w-xs text-muted-foreground text-sm">
              {t('landing.youTalkToAnAi', { firstName: consultant.first_name })}
            </p>
          </div>
        </div>
        <div className="hero-stage-front">
          {demo ? (
            <div className="hero-exchange">
              <ExchangePlayer exchange={demo} twin={t('site.ai', { name: consultant.first_name })} />
            </div>
          ) : null}
          <Ask />
        </div>
      </div>
    </section>
  );
}

/** `/`: the landing page (section 2). */
export function LandingPage() {
  const { consultant, sample, visitor_page: shows } = useConfig();
  const chat = t('site.chatWith', { name: consultant.name });
  return (
    <>
      <div className="stage">
        {sample ? <aside className="sample-note">{t('landing.sample', { name: consultant.name })}</aside> : null}
        <SiteHeader>
          {shows.dashboard_link ? (
            <Link to={paths.admin} className={`${headerLink} max-sm:hidden`}>
              {t('site.dashboard')}
            </Link>
          ) : null}
          <Link to={paths.chat} aria-label={chat} className={headerLink}>
            <span className="max-sm:hidden">{chat}</span>
            <span className="sm:hidden">{t('site.chat')}</span>
          </Link>
        </SiteHeader>
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <Proof />
        <FeatureGrid />
        {shows.waitlist ? (
          <OwnAgent>
            <EarlyAccess />
          </OwnAgent>
        ) : null}
      </main>
      <SiteFooter />
      <LandingNotices />
    </>
  );
}
