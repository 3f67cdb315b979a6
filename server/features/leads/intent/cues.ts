import { CLIENT_CUES } from './client-cues.ts';
import { type Cue, cue, pattern } from './cue.ts';
import { OTHER_CUES } from './other-cues.ts';

/** Marks that are no phrase: an address, a number to call, a question. */
const MARKS: readonly Cue[] = [
  pattern(
    'email',
    { consulting_inquiry: 0.2, general_chat: -0.6, advice_request: -0.4 },
    /\bemailword\b| (?:at|@) [\w -]{2,60} dot \w|\bdot (?:com|org|net|example|ie|uk|co|de|nl|in|ng|ca|fr|es)\b/,
  ),
  pattern('phone', {}, /\+?\d[\d ()-]{7,}\d/),
  pattern('question', {}, /\?/),
  cue(
    'date',
    { speaking_request: 0.1 },
    `(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|q[1-4]|next (?:week|month|quarter|year)|before the|by the end|start(?:s|ing)? (?:on|in|of)|easter|christmas|spring|autumn|summer)~`,
  ),
  pattern('forged', { spam: 1 }, /\bforgedword\b/),
];

/** What several cues say together (features.ts, togetherCues). */
export const TOGETHER = [
  'silent',
  'troubled_lead',
  'asks_fit',
  'asks_only',
  'buys',
  'forged_only',
  'funded_lead',
] as const;

/** All cues, in the order of their names' weights. */
export const CUES: readonly Cue[] = [...CLIENT_CUES, ...OTHER_CUES, ...MARKS];

/** What the twin's lines show: its questions are part of the talk, and an answer is clearer with them. */
export const AGENT_CUES: readonly Cue[] = [
  cue(
    'names_price',
    { purchase_intent: 0.6 },
    `(?:costs?|price|is|begins at|from) [€£$]\\s?\\d | [€£$]\\s?\\d | invoice | contract~ | proposal~ | plus travel`,
  ),
  cue(
    'asks_trouble',
    { consulting_inquiry: 0.5 },
    `what (?:waits|stops|happens|hurts|goes wrong|do they ask|does it cost|would you (?:like|want)|have you tried|is stuck)~ | who (?:decides|may|owns|signs)~ | what (?:was|is) the last~ | first call | a fit~ | how many people`,
  ),
  cue(
    'shows',
    { demo_request: 0.9 },
    `demo | show(?:s|n)?~ | example~ | sample~ | walk(?:s)? (?:you )?through | see (?:it|one)~ | live~ | video`,
  ),
  cue(
    'of_stage',
    { speaking_request: 1.2 },
    `talks?~ | keynote | audience | occasion | stage~ | conference | podcast | speaks?~ | topic~`,
  ),
  cue(
    'of_vendor',
    { partnership_vendor: 1.2 },
    `vendors?~ | offers?~ | buys? (?:nothing|no|anything)~ | partner | referr | suppliers? | commission | both sides`,
  ),
  cue(
    'of_support',
    { support_request: 1.2 },
    `(?:i am|i'm|so) sorry~ | sorry~ | apolog | pass (?:it|this|that) on | cannot see | can't see | clients herself | on your contract | look into | correct(?:ed)?~ | resend | reload`,
  ),
  cue(
    'of_job',
    { job_inquiry: 1.5 },
    `not hiring | hiring~ | opening~ | vacanc | jobs?~ | intern | cv~ | position~ | alone with | place people | application | recruit`,
  ),
  cue(
    'of_spam',
    { spam: 1.2 },
    `i answer questions | text made to look | that was not me | instructions? | not a command | is there (?:something|a question|anything) | cannot read | no links? | ignore~ | not something i~ | treat`,
  ),
  cue(
    'of_chat',
    { general_chat: 0.8 },
    `i am the (?:ai )?twin | ai twin | machine~ | robot | i don't (?:eat|sleep|dream) | welcome~ | enjoy`,
  ),
];
