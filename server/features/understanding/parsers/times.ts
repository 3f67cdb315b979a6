/** Days and times of day, as people name them for a call. */
const DAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|this (?:afternoon|morning|evening|week)|next week|next month|(?:in|after) (?:an?|one|two|three|four|five|ten|\\d+) (?:minutes?|hours?|days?|weeks?|months?)|in the (?:morning|afternoon|evening)|\\d{1,2}(?:st|nd|rd|th)|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber';
const CLOCK =
  "(?:at|after|before|around|from|by|between|till|until) (?:about )?(?:\\d{1,2}(?:[:.]\\d{2})?(?! ?(?:%|k|euro|people))|noon|lunch|midday|half past|nine|ten|eleven|twelve|one|two|three|four|five|six)(?: ?(?:am|pm|o'clock))?|\\d{1,2}(?::\\d{2})? ?(?:am|pm|o'clock)";
/** A day or a time of day. */
export const TIME = new RegExp(`\\b(?:${DAY})\\b|\\b(?:${CLOCK})\\b`, 'i');
