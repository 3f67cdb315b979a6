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
      today: 'It keeps hold of everything said in a conversation, also when you reload the page in the middle of it.',
      coming: 'memory from one visit to the next',
    },
    {
      title: 'Conversation summaries',
      today: 'Every word you agree to keep is kept in order, so that nobody has to rely on recollection.',
      coming: 'a summary when you leave',
    },
    {
      title: 'Action items',
      today: 'When you are interested, it names the next step in plain words instead of leaving it in the air.',
      coming: 'a list with priorities and reminders',
    },
    {
      title: 'Calendar',
      today: `It tells you when ${firstName} has time and how a first call goes.`,
      coming: 'booking that call here',
    },
    {
      title: 'Timing',
      today: 'It pauses where a person would, asks one question at a time, and stops when you cut in.',
    },
    {
      title: 'Voice',
      today: 'You type and it writes, word by word, as fast as you care to read.',
      coming: 'speaking and listening',
    },
    {
      title: 'Lead scoring',
      today: `It listens for what you need, without a form to fill in before you may ask.`,
      coming: `intent and scores for ${firstName}`,
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
