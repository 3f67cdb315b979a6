import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../../platform/config.ts';

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
      title: 'A real conversation',
      features: [
        {
          title: 'Natural voice conversation',
          today: 'Talk out loud or type. It answers in its own voice, and stops when you cut in.',
        },
        {
          title: 'Conversation flow',
          today: 'It goes deeper where you are curious, pauses where a person would, and asks one question at a time.',
        },
        {
          title: 'Philosophical depth',
          today:
            `It brings ${firstName}’s opinions as well as the services, and ` +
            'six personalities to debate them with.',
        },
      ],
    },
    {
      title: 'Nothing gets lost',
      features: [
        {
          title: 'Memory across sessions',
          today:
            'If you agree, it remembers you on your next visit. You can see, correct and delete what it remembers.',
        },
        {
          title: 'Conversation summaries',
          today: 'At the end you get a summary: what you asked, what was promised and what is still open.',
        },
        {
          title: 'Action items',
          today: `Follow-ups go on a list for ${firstName}, ranked by priority.`,
          coming: 'reminders when one is due',
        },
      ],
    },
    {
      title: 'On to the next step',
      features: [
        {
          title: 'Calendar scheduling',
          today: `Ask for a call and say when it suits you. ${firstName} confirms the time.`,
          coming: 'booking a free slot on the spot',
        },
        {
          title: 'Lead scoring and intent analytics',
          today:
            `No forms. ${firstName} sees what you are looking for, how well it fits and which of your ` +
            'words say so.',
        },
        {
          title: 'Privacy first',
          today:
            'Nothing is kept unless you agree. If you do, each kind of data is deleted after a fixed time that ' +
            'you can look up.',
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
        What it can do
      </h2>
      <p className="mt-3 max-w-measure text-lg text-muted-foreground">
        Everything below works today. What is still on its way is marked as coming.
      </p>
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
                      <span className="font-semibold text-primary-text">Coming:</span> {feature.coming}
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
          Meet the six personalities
        </Link>
      </p>
    </section>
  );
}

/** The benefits of an own agent and its audiences: the four blocks and two lists of section 2. */
const BENEFITS = [
  {
    title: 'Your personality',
    text: 'It sounds like you, works from what you have written, and leaves out what you would never say.',
  },
  {
    title: 'Family support',
    text: 'It knows the school, the allergies and whose turn it is, so nobody has to ask you twice.',
  },
  {
    title: 'Schedule management',
    text: 'It keeps your appointments, finds the free half hour, and says no in your words when there is none.',
  },
  {
    title: 'Always available',
    text: 'It answers at three in the morning and while you are on holiday, and hands over to you when it should.',
  },
];

const USES = [
  {
    title: 'For parents',
    items: [
      'Who picks up whom, and what to bring',
      'Forms, deadlines and parents’ evenings',
      'Bedtime stories that start with your idea',
      'One answer for the sitter, the school and grandma',
    ],
  },
  {
    title: 'For professionals',
    items: [
      'First conversations with new contacts',
      'The questions every client asks',
      'Meetings prepared from what was said before',
      'Enquiries sorted by who to call first, and why',
    ],
  },
];

/** The section 'Want Your Own AI Agent' (section 2). */
export function OwnAgent() {
  return (
    <section aria-labelledby="own-agent-title" className="border-t bg-card">
      <div className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
        <h2 id="own-agent-title" className="max-w-xl text-3xl sm:text-4xl">
          Want Your Own AI Agent
        </h2>
        <p className="mt-3 max-w-measure text-lg text-muted-foreground">
          We are building personal agents for people who get asked the same things over and over. Here is what yours
          will do.
        </p>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:mt-14 lg:grid-cols-[3fr_2fr]">
          <ul className="grid content-start gap-x-10 gap-y-9 sm:grid-cols-2">
            {BENEFITS.map((benefit) => (
              <li key={benefit.title}>
                <h3 className="text-xl">{benefit.title}</h3>
                <p className="mt-2 text-muted-foreground">{benefit.text}</p>
              </li>
            ))}
          </ul>
          <div className="grid content-start gap-x-10 gap-y-9 sm:grid-cols-2 lg:border-l lg:pl-12">
            {USES.map((use) => (
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
