import { type Intent, NEXT_QUESTIONS, type NextQuestions, type Work } from '@understudy/contract/leads';
import type { Understanding } from '../understanding/index.ts';
import type { LeadFacts } from './facts.ts';

/** Intents with which visitors may be asked: those who want an answer or a chat are not interrogated. */
const ASKED = new Set<Intent>(['consulting_inquiry', 'purchase_intent', 'demo_request', 'speaking_request']);

/** Minimum confidence that somebody organises an event: nobody else has one to ask about. */
const MIN_ORGANISER = 0.6;
const isOrganiser = ({ intent, confidence }: LeadFacts): boolean =>
  intent === 'speaking_request' && confidence >= MIN_ORGANISER;

/** Questions by how much they would raise the certainty; the first with an unknown answer is asked. */
const QUESTIONS: readonly { known(facts: LeadFacts): boolean; asks(facts: LeadFacts): keyof NextQuestions }[] = [
  {
    known: ({ painPoints, entities, intent }) =>
      painPoints.length > 0 || entities.use_case !== undefined || intent === 'speaking_request',
    asks: () => 'need',
  },
  {
    known: ({ entities }) => entities.timeline !== undefined,
    asks: (facts) => (isOrganiser(facts) ? 'event' : 'timeline'),
  },
  {
    known: ({ authority, entities }) => authority !== null || entities.role !== undefined,
    asks: () => 'authority',
  },
  {
    known: ({ entities }) => entities.org_name !== undefined,
    asks: (facts) => (isOrganiser(facts) ? 'organiser' : 'company'),
  },
  {
    known: ({ entities, noBudget }) => entities.budget_range !== undefined || noBudget !== null,
    asks: () => 'budget',
  },
  {
    known: ({ entities, phone }) => entities.contact_email !== undefined || phone !== null,
    asks: () => 'contact',
  },
];

/** The question that the twin should ask next; null when the visitor should not be asked, or nothing is missing. */
export function nextBestQuestion(facts: LeadFacts, work: Work): string | null {
  if (facts.disqualified || !facts.intent || !ASKED.has(facts.intent)) return null;
  const missing = QUESTIONS.filter(({ known }) => !known(facts)).map(({ asks }) => NEXT_QUESTIONS[work][asks(facts)]);
  return missing.find((question) => question !== null) ?? null;
}

/** What the visitor's newest lines mean for offers and questions. */
export interface OfferEligibility {
  /** The newest line's place; -1 before the first. */
  seq: number;
  lines: number;
  /** Lines since the last insult at the twin; null when there was none. */
  sinceInsult: number | null;
  /** Whether the newest line says goodbye. */
  leaves: boolean;
  /** Whether the newest line says that they want no more of it. */
  refuses: boolean;
}

/** The eligibility before the first line. */
export const INITIAL_ELIGIBILITY: OfferEligibility = {
  seq: -1,
  lines: 0,
  sinceInsult: null,
  leaves: false,
  refuses: false,
};

/** The eligibility after one more line. */
export function eligibilityAfter(
  { lines, sinceInsult }: OfferEligibility,
  { seq, understanding: { acts } }: { seq: number; understanding: Pick<Understanding, 'acts'> },
): OfferEligibility {
  return {
    seq,
    lines: lines + 1,
    sinceInsult: acts.has('insult') ? 0 : sinceInsult === null ? null : sinceInsult + 1,
    leaves: acts.has('bye'),
    refuses: acts.has('decline'),
  };
}

/** Lines after an insult, including the insult, in which nothing is offered unasked. */
const CALM_LINES = 2;
/** Lines before anything is offered unasked: somebody who tells much at once wants an answer first. */
const MIN_LINES = 3;

/**
 * Whether the next step may be offered now: not before the first answer, not right after an insult, and not to somebody
 * who refuses it or says goodbye, except that a goodbye does not count when they asked for it or are worth it. What
 * they ask for in the same breath they get.
 *
 * @param askedAt the place of the line in which they asked for it; null when they did not
 * @param worthIt whether the score alone is reason enough
 */
export function mayOffer(
  eligibility: OfferEligibility,
  { askedAt, worthIt }: { askedAt: number | null; worthIt: boolean },
): boolean {
  if (askedAt !== null && askedAt === eligibility.seq) return true;
  if (eligibility.sinceInsult !== null && eligibility.sinceInsult < CALM_LINES) return false;
  if (askedAt === null && eligibility.lines < MIN_LINES) return false;
  return !eligibility.refuses && (!eligibility.leaves || worthIt || askedAt !== null);
}

/**
 * Whether the visitor may be asked for more about themselves: not right after an insult, nor while they refuse or
 * leave.
 */
export const mayAskMore = ({ sinceInsult, refuses, leaves }: OfferEligibility): boolean =>
  !refuses && !leaves && (sinceInsult === null || sinceInsult >= CALM_LINES);
