/**
 * The reasons of a score as the server writes and keeps them, in English: codes and sentences, of which each begins and
 * ends like no other. The page finds the code and the value in a sentence again and words them in the reader's language
 * (`reasons` in `web/texts`), also those of conversations long past.
 */
import { CONTACT_REASONS, INTENT_REASONS, type Intent } from './leads.ts';
import { fillForm, formReader } from './sentence-forms.ts';

const OF_INTENT = Object.fromEntries(
  Object.entries(INTENT_REASONS).map(([intent, sentence]) => [`intent_${intent}`, sentence]),
) as Record<`intent_${Intent}`, string>;

/** With `{value}` where the visitor's words or a number stand. */
export const SCORE_REASONS = {
  ...OF_INTENT,
  need: 'Has a clear need: {value}.',
  use_case: 'Has something in mind: {value}.',
  company: 'Speaks for {value}.',
  role: 'Role: {value}.',
  authority: 'Can decide: {value}.',
  budget: 'Names a budget: {value}.',
  timeline: 'Has a date in mind: {value}.',
  urgency: 'Says that it is urgent.',
  asked_call: 'Asked for a call.',
  asked_partnership: 'Asked for a partnership.',
  request: 'Asked for {value}.',
  email: `${CONTACT_REASONS.email}{value}.`,
  phone: `${CONTACT_REASONS.phone}{value}.`,
  returned_once: 'Came back: 1 earlier conversation.',
  returned: 'Came back: {value} earlier conversations.',
  no_budget: 'Says that there is no budget.',
  ceiling_student: 'Is a student, not a client: at most {value} points.',
  ceiling_vendor: 'Sells something: at most {value} points.',
  ceiling_job_seeker: 'Is about a job, not an engagement: at most {value} points.',
  ceiling_spam: 'Reads like spam: at most {value} points.',
  ceiling_declined: 'Said that they do not want it: at most {value} points.',
  ceiling_for_somebody_else: 'Speaks of somebody else, not of themselves: at most {value} points.',
  over: 'The points add up to {value}: the score is cut at 100.',
  under: 'The points add up to −{value}: the score is not below 0.',
} as const satisfies Record<string, string>;
export type ScoreReason = keyof typeof SCORE_REASONS;

/** The sentence for a reason. */
export const reasonSentence = (code: ScoreReason, value: string | number = ''): string =>
  fillForm(SCORE_REASONS[code], { value });

const reader = formReader(SCORE_REASONS);

/** The reason in a sentence; null for a sentence of another release. The first that fits counts. */
export function readReason(sentence: string): { code: ScoreReason; value: string } | null {
  const read = reader.whole(sentence);
  return read && { code: read.code, value: read.values.value ?? '' };
}
