import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { ReactNode } from 'react';
import { useConfig } from '../../platform/config.ts';
import { Text } from '../../platform/text.tsx';
import { type TextId, t } from '../../platform/texts.ts';
import { LeadPicture, MemoryPicture, TalkPicture } from './feature-pictures.tsx';

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
  /** A small picture of it; not read out, since the sentences say the same. */
  picture: ReactNode;
  features: Feature[];
}

/** The nine features named in section 1. When one is completed, its text moves from `coming` to `today`. */
function featureGroups(firstName: string): FeatureGroup[] {
  return [
    {
      title: t('landing.conversation'),
      picture: <TalkPicture />,
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
      picture: <MemoryPicture />,
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
      picture: <LeadPicture />,
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

/** The nine feature cards (section 2) in three groups, each beside a picture of what it is about. */
export function FeatureGrid() {
  const { first_name: firstName } = useConfig().consultant;
  return (
    <section aria-labelledby="features-title" className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
      <h2 id="features-title" className="text-3xl sm:text-5xl">
        {t('landing.whatItCanDo')}
      </h2>
      <p className="mt-3 max-w-measure text-lg text-muted-foreground">{t('landing.worksToday')}</p>
      {featureGroups(firstName).map(({ title, picture, features }) => (
        <section key={title} aria-label={title} className="feature-group">
          <div>
            <h3 className="text-2xl text-primary-text sm:text-3xl">{title}</h3>
            <ul className="mt-5">
              {features.map((feature) => (
                <li key={feature.title} className="border-t py-4">
                  <h4 className="font-semibold text-lg">{feature.title}</h4>
                  <p className="mt-1 max-w-measure text-muted-foreground">{feature.today}</p>
                  {feature.coming ? (
                    <p className="mt-1 text-muted-foreground text-sm">
                      <Text
                        id={feature.coming}
                        tags={{ b: (words) => <span className="font-semibold text-primary-text">{words}</span> }}
                      />
                    </p>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
          <div aria-hidden="true">{picture}</div>
        </section>
      ))}
      <p className="mt-12 lg:mt-16">
        <Link to={paths.personalities} className={furtherLink}>
          {t('landing.meetThem')}
        </Link>
      </p>
    </section>
  );
}

/** What clients of the consultant say; absent if the twin's folder names none. */
export function Proof() {
  const { consultant, proof } = useConfig();
  if (proof.clients.length + proof.quotes.length === 0) return null;
  return (
    <section aria-labelledby="proof-title" className="border-b bg-card">
      <div className="proof mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-16">
        <div>
          <h2 id="proof-title" className="font-sans text-base text-muted-foreground">
            {t('landing.proof', { firstName: consultant.first_name })}
          </h2>
          <ul className="proof-clients">
            {proof.clients.map((client) => (
              <li key={client}>{client}</li>
            ))}
          </ul>
        </div>
        <div className="proof-quotes">
          {proof.quotes.map(({ text, by }) => (
            <blockquote key={text}>
              <p>{text}</p>
              <cite>{by}</cite>
            </blockquote>
          ))}
        </div>
      </div>
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
      <div className="mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-14">
        <h2 id="own-agent-title" className="text-2xl sm:text-3xl">
          {t('landing.own')}
        </h2>
        <p className="mt-2 max-w-measure text-muted-foreground">{t('landing.ownIntro')}</p>
        <div className="own-agent">
          {benefits().map((benefit) => (
            <div key={benefit.title}>
              <h3>{benefit.title}</h3>
              <p>{benefit.text}</p>
            </div>
          ))}
          {uses().map((use) => (
            <div key={use.title} className="own-uses">
              <h3>{use.title}</h3>
              <ul>
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
    </section>
  );
}
