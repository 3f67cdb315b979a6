import { Link } from '@tanstack/react-router';
import { PAGE_GONE_AFTER_MS, SESSION_IDLE_MS } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import type { PublicConfig } from '@understudy/contract/wire';
import { useConfig } from '../../platform/config.ts';
import { Text } from '../../platform/text.tsx';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

const section = 'mt-14';
const heading = 'text-2xl sm:text-3xl';
const text = 'mt-4 max-w-measure text-lg';
const quote = 'mt-4 max-w-measure border-primary-text border-l-2 pl-5 font-serif text-xl leading-snug';

/** `/privacy`: what is stored, why and for how long, and the visitor's rights. */
export function PrivacyPage() {
  const config = useConfig();
  const { consultant, consent } = config;
  return (
    <>
      <SiteHeader>
        <Link to={paths.landing} className={headerLink}>
          {t('privacy.home')}
        </Link>
        <Button asChild variant="outline">
          <Link to={paths.chat}>{t('privacy.chatWithAi', { name: consultant.name })}</Link>
        </Button>
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pt-10 pb-20 outline-none sm:px-8 lg:pt-16">
        <h1 className="text-4xl sm:font-display sm:text-5xl">{t('privacy.privacy')}</h1>
        <p className="mt-4 max-w-measure text-lg">{t('privacy.youTalkToAnAi', { firstName: consultant.first_name })}</p>

        <section aria-labelledby="choice" className={section}>
          <h2 id="choice" className={heading}>
            {t('privacy.yourChoiceBeforeYouBegin')}
          </h2>
          {consent ? (
            <>
              <p className={text}>{t('privacy.beforeYouStartTheChat', { version: consent.version })}</p>
              <blockquote className={quote}>{consent.text}</blockquote>
            </>
          ) : (
            <p className={text}>{t('privacy.beforeYouStartTheChat2')}</p>
          )}
          <p className={text}>
            {t('privacy.ifYouLeaveItUnticked', {
              idle: SESSION_IDLE_MS / 60_000,
              gone: PAGE_GONE_AFTER_MS / 60_000,
            })}
          </p>
        </section>

        <section aria-labelledby="kept" className={section}>
          <h2 id="kept" className={heading}>
            {t('privacy.whatIsKeptWhyAnd')}
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
            {t('privacy.whoElseSeesYourWords')}
          </h2>
          {othersWhoSee(config).map((sentence) => (
            <p key={sentence} className={text}>
              {sentence}
            </p>
          ))}
        </section>

        <section aria-labelledby="rights" className={section}>
          <h2 id="rights" className={heading}>
            {t('privacy.whatYouCanAskFor')}
          </h2>
          <ul className="mt-4 max-w-measure space-y-2 text-lg">
            {rights().map((right) => (
              <li key={right} className="dash-item">
                {right}
              </li>
            ))}
          </ul>
          <p className={text}>
            <Text
              id="privacy.writeTo"
              tags={{
                mail: () => (
                  <a href={`mailto:${consultant.contact_email}`} className="underline underline-offset-4">
                    {consultant.contact_email}
                  </a>
                ),
              }}
            />
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
      what: t('privacy.theConversation'),
      why: t('privacy.whatYouAndTheAi', { reader }),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.whereYouStarted'),
      why: t('privacy.ifYouChatOnAnother', { reader }),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.eventsOfTheConversation'),
      why: t('privacy.suchAsWhichModelAnswered'),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.whatWasUnderstood'),
      why: t('privacy.whatYouSeemToBe', { reader }),
      howLong: inDays(days?.transcripts),
    },
    {
      what: t('privacy.yourEnquiry'),
      why: t('privacy.yourNameCompanyRoleAddress'),
      howLong: inDays(days?.leads),
    },
    {
      what: t('privacy.whatIsToBeDone'),
      why: t('privacy.whatYouAskedForSuch'),
      howLong: inDays(days?.action_items),
    },
    {
      what: t('privacy.notes'),
      why: t('privacy.whatAndColleaguesWriteDown', { reader }),
      howLong: inDays(days?.notes),
    },
    {
      what: t('privacy.whatTheAiRemembers'),
      why: t('privacy.factsWishesAndOpenPoints'),
      howLong: inDays(days?.memories),
    },
    {
      what: t('privacy.waitlist'),
      why: t('privacy.yourAddressAndIfYou'),
      howLong: inDays(days?.waitlist),
    },
    {
      what: t('privacy.inYourBrowser'),
      why: t('privacy.aRandomNumberForThis'),
      howLong: t('privacy.untilYouClearIt'),
    },
    {
      what: t('privacy.visits'),
      why: t('privacy.howManyTimesThePages'),
      howLong: t('privacy.aNumberPerDay'),
    },
    {
      what: t('privacy.sound'),
      why: t('privacy.whatYouSayAloudIs'),
      howLong: t('privacy.notKept'),
    },
  ];
}

/** @param days null: no limit; undefined: currently unknown */
function inDays(days: number | null | undefined): string {
  if (days === undefined) return t('privacy.cannotBeToldRightNow');
  if (days === null) return t('privacy.untilYouAskForIts');
  return t('privacy.days', { days });
}

/** The visitor's rights, in the order people ask for them. */
const rights = () => [
  t('privacy.aCopyOfWhatIs'),
  t('privacy.itsCorrectionWhereItIs'),
  t('privacy.itsDeletionAtAnyTime'),
  t('privacy.withdrawingYourConsentAsEasily'),
  t('privacy.thatItIsNotUsed'),
];

/** Third parties that receive parts of a conversation, one sentence each; a single sentence if there are none. */
function othersWhoSee(config: PublicConfig): string[] {
  const { consultant, models, speech, memory, tells_others: tellsOthers } = config;
  const owner = consultant.first_name;
  const sentences = [
    // The list of models is empty where the owner does not show it.
    !config.basic_answers
      ? t(models.length > 0 ? 'privacy.toWriteItsRepliesAnd' : 'privacy.toWriteItsRepliesAlone', { owner })
      : null,
    speech.transcription.providers.length > 0 ? t('privacy.whatYouSayAloudIs2', { owner }) : null,
    speech.voice.provider && speech.voice.provider !== 'embedded' ? t('privacy.theAisRepliesAreSent', { owner }) : null,
    memory.provider !== 'embedded' ? t('privacy.whatTheAiRemembersIs', { owner }) : null,
  ].filter((sentence) => sentence !== null);
  if (tellsOthers) {
    sentences.push(t('privacy.whenYouAgreedThatThe', { owner }));
  }
  const told = sentences.length > 0 ? sentences : [t('privacy.noOtherCompanyTheReplies')];
  return speech.transcription.browser ? [...told, t('privacy.ifYouSpeakYourBrowser')] : told;
}
