/** Days and times of day, as people name them for a call. */
const DAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|this (?:afternoon|morning|evening|week)|next week|next month|(?:in|after) (?:an?|one|two|three|four|five|ten|\\d+) (?:minutes?|hours?|days?|weeks?|months?)|in the (?:morning|afternoon|evening)|\\d{1,2}(?:st|nd|rd|th)|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber';
const CLOCK =
  "(?:at|after|before|around|from|by|between|till|until) (?:about )?(?:\\d{1,2}(?:[:.]\\d{2})?(?! ?(?:%|k|euro|people))|noon|lunch|midday|half past|nine|ten|eleven|twelve|one|two|three|four|five|six)(?: ?(?:am|pm|o'clock))?|\\d{1,2}(?::\\d{2})? ?(?:am|pm|o'clock)";
export const TIME = new RegExp(`\\b(?:${DAY})\\b|\\b(?:${CLOCK})\\b`, 'i');

/** Including negations: 'not Friday', 'not before ten'. */
const EACH_TIME = new RegExp(`(?:\\b(?:not|except|but|no) (?:on )?)?(?:${TIME.source})`, 'gi');
const SENTENCE_END = /(?<=[.!?])\s+/;

/** The words of a sentence from its first day or time to its last; all words when it names none. */
export function timeWordsOf(words: string): string {
  const sentence = words.split(SENTENCE_END).find((one) => TIME.test(one)) ?? words;
  const named = [...sentence.matchAll(EACH_TIME)];
  const last = named.at(-1);
  return last ? sentence.slice(named[0]?.index, last.index + last[0].length) : words;
}
