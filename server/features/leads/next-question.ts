import { type Intent, NEXT_QUESTIONS } from '@understudy/contract/leads';
import type { LeadFacts } from './facts.ts';

/** Intents with which visitors may be asked: those who want an answer or a chat are not interrogated. */
const ASKED = new Set<Intent>(['consulting_inquiry', 'purchase_intent', 'demo_request', 'speaking_request']);

/** Confidence from which somebody counts as organising an event: nobody else has one to ask about. */
const ORGANISES_FROM = 0.6;
const isOrganiser = ({ intent, confidence }: LeadFacts): boolean =>
  intent === 'speaking_request' && confidence >= ORGANISES_FROM;

/** Questions by how much they would raise the certainty; the first with an unknown answer is asked. */
const QUESTIONS: readonly { known(facts: LeadFacts): boolean; text(facts: LeadFacts): string }[] = [
  {
    known: ({ painPoints, entities, intent }) =>
      painPoints.length > 0 || entities.use_case !== undefined || intent === 'speaking_request',
    text: () => NEXT_QUESTIONS.need,
  },
  {
    known: ({ entities }) => entities.timeline !== undefined,
    text: (facts) => (isOrganiser(facts) ? NEXT_QUESTIONS.event : NEXT_QUESTIONS.timeline),
  },
  {
    known: ({ authority, entities }) => authority !== null || entities.role !== undefined,
    text: () => NEXT_QUESTIONS.authority,
  },
  {
    known: ({ entities }) => entities.org_name !== undefined,
    text: (facts) => (isOrganiser(facts) ? NEXT_QUESTIONS.organiser : NEXT_QUESTIONS.company),
  },
  {
    known: ({ entities, noBudget }) => entities.budget_range !== undefined || noBudget !== null,
    text: () => NEXT_QUESTIONS.budget,
  },
  {
    known: ({ entities, phone }) => entities.contact_email !== undefined || phone !== null,
    text: () => NEXT_QUESTIONS.contact,
  },
];

/** The question that the twin should ask next; null when the visitor should not be asked, or nothing is missing. */
export function nextBestQuestion(facts: LeadFacts): string | null {
  if (facts.disqualified || !facts.intent || !ASKED.has(facts.intent)) return null;
  return QUESTIONS.find(({ known }) => !known(facts))?.text(facts) ?? null;
}
