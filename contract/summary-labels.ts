/**
 * Labels of the fields in a summary that the rules write. The page words them in the reader's language: `summary` in
 * `web/texts`, by the label in lower case with underscores.
 */
export const SUMMARY_LABELS = [
  'Asks for a person',
  'Complaint',
  'Wants',
  'Problem',
  'No call',
  'Terms',
  'Asked for',
  'Score',
  'Not answered',
  'You said',
  'What troubles you',
  'You named',
  'You asked for',
  'You want no call',
] as const;
/** Two contain a language or a day: their forms are `wants_in` and `open_from` of `fixed-sentences.ts`. */
export type SummaryLabel = (typeof SUMMARY_LABELS)[number] | `Wants (in ${string})` | `Still open from ${string}`;
