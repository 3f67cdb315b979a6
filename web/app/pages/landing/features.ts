/** One of the product's nine features, described as it is today. */
export interface Feature {
  title: string;
  today: string;
  /** The part that is still to come, in a few words; absent if the feature is complete. */
  coming?: string;
}

/** Three related features. */
export interface FeatureGroup {
  title: string;
  features: Feature[];
}

/** The nine features named in section 1. When one is completed, its text moves from `coming` to `today`. */
export function featureGroups(firstName: string): FeatureGroup[] {
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
          today: `It brings ${firstName}’s opinions as well as the services, and six personalities to debate them with.`,
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
          today: `No forms. ${firstName} sees what you are looking for, how well it fits and which of your words say so.`,
        },
        {
          title: 'Privacy first',
          today:
            'Nothing is kept unless you agree. If you do, each kind of data is deleted after a fixed time that you can look up.',
        },
      ],
    },
  ];
}
