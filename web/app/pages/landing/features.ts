/** One of the nine features of the product, in a sentence that is true today. */
export interface Feature {
  title: string;
  today: string;
  /** What of it is still to come, in a few words; absent when all of it is here. */
  coming?: string;
}

/** The nine features that section 1 names, in its order. Whoever finishes one moves its words from `coming` to `today`. */
export function features(firstName: string): Feature[] {
  return [
    {
      title: 'Memory',
      today: 'With your consent it knows you again on the next visit, and shows what it remembers.',
    },
    {
      title: 'Conversation summaries',
      today: 'It sums up what you asked, what was promised and what is open.',
    },
    {
      title: 'Action items',
      today: 'When you are interested, it names the next step in plain words.',
      coming: 'a list with priorities and reminders',
    },
    {
      title: 'Calendar',
      today: `It tells you how a first call goes and notes when one would suit you, for ${firstName} to confirm.`,
      coming: 'booking a free hour at once',
    },
    {
      title: 'Timing',
      today: 'It pauses where a person would, asks one question at a time, and stops when you cut in.',
    },
    {
      title: 'Voice',
      today: 'It answers aloud, and where your browser can, it listens. You may always type instead.',
    },
    {
      title: 'Lead scoring',
      today: `It works out what you are after, without a form, and shows ${firstName} which of your words tell it so.`,
    },
    {
      title: 'Philosophical depth',
      today: `It has ${firstName}’s opinions, not only the services, and six personalities to discuss them with.`,
    },
    {
      title: 'Privacy first',
      today: 'Nothing is kept unless you tick the box; without it the conversation is deleted when it ends.',
    },
  ];
}
