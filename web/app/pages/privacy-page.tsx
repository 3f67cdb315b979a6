import { Link } from '@tanstack/react-router';
import { PAGE_GONE_AFTER_MS, SESSION_IDLE_MS } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import type { PublicConfig } from '@understudy/contract/wire';
import { lazy, Suspense } from 'react';
import { useConfig } from '../../platform/config.ts';
import { shownConsent } from '../../platform/consent.ts';
import { reportError } from '../../platform/report-error.ts';
import { Text } from '../../platform/text.tsx';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

// Lazily: what it shares with conversations would otherwise be named in the first file of every page.
const DeskSection = lazy(() =>
  import('../../features/privacy/components/desk-section.tsx').then(
    (desk) => ({ default: desk.DeskSection }),
    (error: unknown) => {
      reportError(error, 'the desk could not be loaded');
      return { default: () => <DeskNotice words={t('desk.notLoaded')} /> };
    },
  ),
);

/** Stands for the desk while it loads, or if it cannot. */
function DeskNotice({ words, isBusy = false }: { words: string; isBusy?: boolean }) {
  return (
    <p role="status" aria-busy={isBusy} className="mt-12 min-h-24 max-w-measure text-lg text-muted-foreground">
      {words}
    </p>
  );
}

const section = 'mt-14';
const heading = 'text-2xl sm:text-3xl';
const text = 'mt-4 max-w-measure text-lg';
const quote = 'mt-4 max-w-measure border-primary-text border-l-2 pl-5 font-serif text-xl leading-snug';

/** `/privacy`: what is stored, why and for how long, and the visitor's rights. */
export function PrivacyPage() {
  const config = useConfig();
  const { consultant } = config;
  const consent = config.consent && shownConsent(config.consent);
  const mail = (
    <a href={`mailto:${consultant.contact_email}`} className="underline underline-offset-4">
      {consultant.contact_email}
    </a>
  );
  return (
    <>
      <SiteHeader>
        <Link to={paths.landing} className={headerLink}>
          {t('privacy.home')}
        </Link>
        <Button asChild variant="outline">
          <Link to={paths.chat}>{t('site.chatWith', { name: consultant.name })}</Link>
        </Button>
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pt-10 pb-20 outline-none sm:px-8 lg:pt-16">
        <h1 className="text-4xl sm:font-display sm:text-5xl">{t('site.privacy')}</h1>
        <p className="mt-4 max-w-measure text-lg">{t('privacy.intro', { firstName: consultant.first_name })}</p>
        <Suspense fallback={<DeskNotice words={t('desk.loading')} isBusy />}>
          <DeskSection />
        </Suspense>

        <section aria-labelledby="choice" className={section}>
          <h2 id="choice" className={heading}>
            {t('privacy.choice')}
          </h2>
          {consent ? (
            <>
              <p className={text}>{t('privacy.box', { version: consent.version })}</p>
              <blockquote lang={consent.language} className={quote}>
                {consent.text}
              </blockquote>
            </>
          ) : (
            <p className={text}>{t('privacy.noBox')}</p>
          )}
          <p className={text}>
            {t('privacy.unchecked', {
              idle: SESSION_IDLE_MS / 60_000,
              gone: PAGE_GONE_AFTER_MS / 60_000,
            })}
          </p>
        </section>

        <section aria-labelledby="kept" className={section}>
          <h2 id="kept" className={heading}>
            {t('privacy.kept')}
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
            {t('privacy.others')}
          </h2>
          {othersWhoSee(config).map((sentence) => (
            <p key={sentence} className={text}>
              {sentence}
            </p>
          ))}
        </section>

        <section aria-labelledby="rights" className={section}>
          <h2 id="rights" className={heading}>
            {t('privacy.rights')}
          </h2>
          <ul className="mt-4 max-w-measure space-y-2 text-lg">
            {rights().map((right) => (
              <li key={right} className="dash-item">
                {right}
              </li>
            ))}
          </ul>
          <p className={text}>{t('privacy.deskDoes')}</p>
          <p className={text}>
            <Text id="privacy.writeTo" tags={{ mail: () => mail }} />
          </p>
        </section>
      </main>
      <SiteFooter />
    </>
  );
}

/** One row of the privacy page. */
interface KeptThing {
  what: string;
  why: string;
  howLong: string;
}

/** All stored data, with its configured retention. Every new kind of stored data needs a row here. */
export function keptThings({ consultant, retention_days: days }: PublicConfig): KeptThing[] {
  const reader = consultant.first_name;
  return [
    {
      what: t('privacy.conversation'),
      why: t('privacy.conversationWhy', { reader }),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.whereYouStarted'),
      why: t('privacy.ifYouChatOnAnother', { reader }),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.shows'),
      why: t('privacy.showsWhy', { reader }),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.events'),
      why: t('privacy.eventsWhy'),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.understood'),
      why: t('privacy.understoodWhy', { reader }),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.inquiry'),
      why: t('privacy.inquiryWhy'),
      howLong: inDays(days?.leads),
    },
    {
      what: t('privacy.items'),
      why: t('privacy.itemsWhy'),
      howLong: inDays(days?.action_items),
    },
    {
      what: t('privacy.bookings'),
      why: t('privacy.bookingsWhy', { reader }),
      howLong: inDays(days?.leads),
    },
    {
      what: t('privacy.notes'),
      why: t('privacy.notesWhy', { reader }),
      howLong: inDays(days?.notes),
    },
    {
      what: t('privacy.memories'),
      why: t('privacy.memoriesWhy'),
      howLong: inDays(days?.memories),
    },
    {
      what: t('privacy.waitlist'),
      why: t('privacy.waitlistWhy'),
      howLong: inDays(days?.waitlist),
    },
    {
      what: t('privacy.browser'),
      why: t('privacy.browserWhy'),
      howLong: t('privacy.untilCleared'),
    },
    {
      what: t('privacy.visits'),
      why: t('privacy.visitsWhy'),
      howLong: t('privacy.numberPerDay'),
    },
    {
      what: t('privacy.links'),
      why: t('privacy.linksWhy'),
      howLong: t('privacy.hours', { hours: 1 }),
    },
    {
      what: t('privacy.erasures'),
      why: t('privacy.erasuresWhy'),
      howLong: t('privacy.withoutLimit'),
    },
    {
      what: t('privacy.sound'),
      why: t('privacy.soundWhy'),
      howLong: t('privacy.notKept'),
    },
  ];
}

/** @param days null: no limit; undefined: currently unknown */
function inDays(days: number | null | undefined): string {
  if (days === undefined) return t('privacy.unknown');
  if (days === null) return t('privacy.untilAsked');
  return t('privacy.days', { days });
}

/** The visitor's rights, in the order people ask for them. */
const rights = () => [
  t('privacy.copy'),
  t('privacy.correction'),
  t('privacy.deletion'),
  t('privacy.withdrawal'),
  t('privacy.objection'),
];

/** Third parties that receive parts of a conversation, one sentence each; a single sentence if there are none. */
function othersWhoSee(config: PublicConfig): string[] {
  const { consultant, models, speech, memory, tells_others: tellsOthers } = config;
  const owner = consultant.first_name;
  const sentences = [
    // The list of models is empty where the owner does not show it.
    config.basic_answers ? null : t(models.length > 0 ? 'privacy.toModel' : 'privacy.toModelAlone', { owner }),
    speech.transcription.providers.length > 0 ? t('privacy.toTranscription', { owner }) : null,
    speech.voice.provider && speech.voice.provider !== 'embedded' ? t('privacy.toVoice', { owner }) : null,
    memory.provider !== 'embedded' ? t('privacy.toMemory', { owner }) : null,
  ].filter((sentence) => sentence !== null);
  if (tellsOthers) {
    sentences.push(t('privacy.toNotifier', { owner }));
  }
  if (config.sends_mail) sentences.push(t('privacy.toMailServer', { owner }));
  const told = sentences.length > 0 ? sentences : [t('privacy.noOther')];
  return speech.transcription.browser ? [...told, t('privacy.toVendor')] : told;
}
