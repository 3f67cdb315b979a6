import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../../platform/config.ts';
import { t } from '../../platform/texts.ts';

/** A link from a section to another page. */
export const furtherLink =
  'inline-flex min-h-11 items-center font-medium text-lg text-primary-text underline underline-offset-4';

/** One of the product's nine features, described as it is today. */
interface Feature {
  title: string;
  today: string;
  /** The part that is still to come, in a few words; absent if the feature is complete. */
  coming?: string;
}

/** Three related features. */
interface FeatureGroup {
  title: string;
  features: Feature[];
}

/** The nine features named in section 1. When one is completed, its text moves from `coming` to `today`. */
function featureGroups(firstName: string): FeatureGroup[] {
  return [
    {
      title: t('landing.aRealConversation'),
      features: [
        {
          title: t('landing.naturalVoiceConversation'),
          today: t('landing.talkOutLoudOrType'),
        },
        {
          title: t('landing.conversationFlow'),
          today: t('landing.itGoesDeeperWhereYou'),
        },
        {
          title: t('landing.philosophicalDepth'),
          today: t('landing.itBringsSOpinionsAs', { firstName }),
        },
      ],
    },
    {
      title: t('landing.nothingGetsLost'),
      features: [
        {
          title: t('landing.memoryAcrossSessions'),
          today: t('landing.ifYouAgreeItRemembers'),
        },
        {
          title: t('landing.conversationSummaries'),
          today: t('landing.atTheEndYouGet'),
        },
        {
          title: t('landing.actionItems'),
          today: t('landing.followUpsGoOnA', { firstName }),
          coming: 'reminders when one is due',
        },
      ],
    },
    {
      title: t('landing.onToTheNextStep'),
      features: [
        {
          title: t('landing.calendarScheduling'),
          today: t('landing.askForACallAnd', { firstName }),
          coming: 'booking a free slot on the spot',
        },
        {
          title: t('landing.leadScoringAndIntentAnalytics'),
          today: t('landing.noFormsSeesWhatYou', { firstName }),
        },
        {
          title: t('landing.privacyFirst'),
          today: t('landing.nothingIsKeptUnlessYou'),
        },
      ],
    },
  ];
}

/** The nine feature cards (section 2) in three groups, set like a theatre programme: hairlines, no boxes. */
export function FeatureGrid() {
  const { first_name: firstName } = useConfig().consultant;
  return (
    <section aria-labelledby="features-title" className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
      <h2 id="features-title" className="text-3xl sm:text-4xl">
        {t('landing.whatItCanDo')}
      </h2>
      <p className="mt-3 max-w-measure text-lg text-muted-foreground">{t('landing.everythingBelowWorksTodayWhat')}</p>
      <div className="mt-10 grid gap-x-12 gap-y-12 lg:mt-14 lg:grid-cols-3">
        {featureGroups(firstName).map(({ title, features }) => (
          <section key={title} aria-label={title}>
            <h3 className="font-medium text-lg text-primary-text">{title}</h3>
            <ul className="mt-4 grid gap-x-12 sm:max-lg:grid-cols-3 sm:max-lg:gap-x-8">
              {features.map((feature) => (
                <li key={feature.title} className="flex flex-col gap-2 border-t py-6">
                  <h4 className="font-serif text-2xl">{feature.title}</h4>
                  <p className="max-w-measure">{feature.today}</p>
                  {feature.coming ? (
                    <p className="text-muted-foreground text-sm">
                      <span className="font-semibold text-primary-text">{t('landing.coming')}</span> {feature.coming}
                    </p>
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="border-t pt-7">
        <Link to={paths.personalities} className={furtherLink}>
          {t('landing.meetTheSixPersonalities')}
        </Link>
      </p>
    </section>
  );
}

/** The benefits of an own agent and its audiences: the four blocks and two lists of section 2. */
const benefits = () => [
  {
    title: t('landing.yourPersonality'),
    text: t('landing.itSoundsLikeYouWorks'),
  },
  {
    title: t('landing.familySupport'),
    text: t('landing.itKnowsTheSchoolThe'),
  },
  {
    title: t('landing.scheduleManagement'),
    text: t('landing.itKeepsYourAppointmentsFinds'),
  },
  {
    title: t('landing.alwaysAvailable'),
    text: t('landing.itAnswersAtThreeIn'),
  },
];

const uses = () => [
  {
    title: t('landing.forParents'),
    items: [
      t('landing.whoPicksUpWhomAnd'),
      t('landing.formsDeadlinesAndParentsEvenings'),
      t('landing.bedtimeStoriesThatStartWith'),
      t('landing.oneAnswerForTheSitter'),
    ],
  },
  {
    title: t('landing.forProfessionals'),
    items: [
      t('landing.firstConversationsWithNewContacts'),
      t('landing.theQuestionsEveryClientAsks'),
      t('landing.meetingsPreparedFromWhatWas'),
      t('landing.enquiriesSortedByWhoTo'),
    ],
  },
];

/** The section 'Want Your Own AI Agent' (section 2). */
export function OwnAgent() {
  return (
    <section aria-labelledby="own-agent-title" className="border-t bg-card">
      <div className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
        <h2 id="own-agent-title" className="max-w-xl text-3xl sm:text-4xl">
          {t('landing.wantYourOwnAiAgent')}
        </h2>
        <p className="mt-3 max-w-measure text-lg text-muted-foreground">{t('landing.weAreBuildingPersonalAgents')}</p>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:mt-14 lg:grid-cols-[3fr_2fr]">
          <ul className="grid content-start gap-x-10 gap-y-9 sm:grid-cols-2">
            {benefits().map((benefit) => (
              <li key={benefit.title}>
                <h3 className="text-xl">{benefit.title}</h3>
                <p className="mt-2 text-muted-foreground">{benefit.text}</p>
              </li>
            ))}
          </ul>
          <div className="grid content-start gap-x-10 gap-y-9 sm:grid-cols-2 lg:border-l lg:pl-12">
            {uses().map((use) => (
              <div key={use.title}>
                <h3 className="text-xl">{use.title}</h3>
                <ul className="mt-3 space-y-2 text-muted-foreground">
                  {use.items.map((item) => (
                    <li key={item} className="dash-item">
                      {item}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
