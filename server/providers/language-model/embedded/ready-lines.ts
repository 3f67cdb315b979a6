/** Lines for those who have told what a first talk needs. */

/** 'Ok' to an offered step. */
export const TAKEN_UP = ['Good, then that is the next step.', 'Gladly.', 'Then let us do that.'];
/** They told what was to be told, and nothing is asked of them. */
export const WELL_TOLD = [
  'With that {first_name} can say quickly whether it fits.',
  'That is most of what {first_name} would want to know first.',
  'Nothing more is needed for a first opinion.',
];
/** 'Ok' where nothing is left to offer. */
export const AT_REST = [
  'Good. I am here if anything else comes up.',
  'Then that stands. Ask whenever you like.',
  'All right; take your time, I will be here.',
  'Fine. Nothing more is needed from you just now.',
];
/** They named an hour for a call: `{Time}` in their own words. */
export const NOTED_WITH_WISH = [
  '{Time}: noted with your wish for a call. It becomes an appointment when {first_name} confirms it.',
  '{Time}, for the call: that is noted. {first_name} confirms it or names another hour.',
];
/** The same where it is unknown whether it is kept. */
export const NOTED_WITH_WISH_IF_KEPT = [
  '{Time}: noted with your wish for a call, which {first_name} finds here if you agreed that this conversation is kept. It is fixed once it is confirmed.',
  '{Time}, for the call: {first_name} reads it here if you agreed that this conversation is kept, and confirms it or names another hour.',
];
