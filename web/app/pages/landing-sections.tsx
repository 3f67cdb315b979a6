import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../../platform/config.ts';
import { Text } from '../../platform/text.tsx';
import { type TextId, t } from '../../platform/texts.ts';

/** A link from a section to another page. */
export const furtherLink =
  'inline-flex min-h-11 items-center font-medium text-lg text-primary-text underline underline-offset-4';

/** One of the product's nine features, described as it is today. */
interface Feature {
  title: string;
  today: string;
  /** What is still to come; absent if the feature is complete. */
  coming?: TextId;
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
      title: t('landing.conversation'),
      features: [
        {
          title: t('landing.voice'),
          today: t('landing.voiceToday'),
        },
        {
          title: t('landing.flow'),
          today: t('landing.flowToday'),
        },
        {
          title: t('landing.depth'),
          today: t('landing.depthToday', { firstName }),
        },
      ],
    },
    {
      title: t('landing.nothingLost'),
      features: [
        {
          title: t('landing.memory'),
          today: t('landing.memoryToday'),
        },
        {
          title: t('landing.summaries'),
          today: t('landing.summariesToday'),
        },
        {
          title: t('landing.items'),
          today: t('landing.itemsToday', { firstName }),
          coming: 'landing.itemsComing',
        },
      ],
    },
    {
      title: t('landing.nextStep'),
      features: [
        {
          title: t('landing.calendar'),
          today: t('landing.calendarToday', { firstName }),
          coming: 'landing.calendarComing',
        },
        {
          title: t('landing.scoring'),
          today: t('landing.scoringToday', { firstName }),
        },
        {
          title: t('landing.privacy'),
          today: t('landing.privacyToday'),
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
      <p className="mt-3 max-w-measure text-lg text-muted-foreground">{t('landing.worksToday')}</p>
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
                      <Text
                        id={feature.coming}
                        tags={{ b: (words) => <span className="font-semibold text-primary-text">{words}</span> }}
                      />
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
          {t('landing.meetThem')}
        </Link>
      </p>
    </section>
  );
}

/** The benefits of an own agent and its audiences: the four blocks and two lists of section 2. */
const benefits = () => [
  {
    title: t('landing.ownVoice'),
    text: t('landing.ownVoiceText'),
  },
  {
    title: t('landing.family'),
    text: t('landing.familyText'),
  },
  {
    title: t('landing.schedule'),
    text: t('landing.scheduleText'),
  },
  {
    title: t('landing.always'),
    text: t('landing.alwaysText'),
  },
];

const uses = () => [
  {
    title: t('landing.parents'),
    items: [t('landing.parents1'), t('landing.parents2'), t('landing.parents3'), t('landing.parents4')],
  },
  {
    title: t('landing.work'),
    items: [t('landing.work1'), t('landing.work2'), t('landing.work3'), t('landing.work4')],
  },
];

/** The section 'Want Your Own AI Agent' (section 2). */
export function OwnAgent() {
  return (
    <section aria-labelledby="own-agent-title" className="border-t bg-card">
      <div className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
        <h2 id="own-agent-title" className="max-w-xl text-3xl sm:text-4xl">
          {t('landing.own')}
        </h2>
        <p className="mt-3 max-w-measure text-lg text-muted-foreground">{t('landing.ownIntro')}</p>
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
