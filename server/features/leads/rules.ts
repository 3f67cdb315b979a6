/**
 * The table of score rules: how many points each gives for the facts, which words show it, and the reason shown to the
 * owner. The weights are those that come nearest to the tiers and score ranges of the training conversations
 * (docs/leads.md defines the tiers), kept from falling below 0 and rounded. The intent counts most, then contact
 * details, then money, a date and urgency; need and identity come on top.
 */
import { CONTACT_REASONS, INTENT_REASONS, type Intent } from '@understudy/contract/leads';
import type { Disqualifier, Finding, LeadFacts, Quote } from './facts.ts';

interface Worth {
  points: number;
  quote: Quote;
}

interface ScoreRule {
  id: string;
  group: 'fit' | 'engagement' | 'buying' | 'contact' | 'deduction';
  /** Points for the facts, with the words that show them; null when there is no evidence. */
  worth(facts: LeadFacts): Worth | null;
  /** The reason as a sentence for the owner; null when it explains nothing. */
  reason(facts: LeadFacts): string | null;
}

/** Points by intent: an engagement, a price or a talk are worth more than an answer. */
const INTENT_POINTS: Record<Intent, number> = {
  purchase_intent: 38,
  consulting_inquiry: 33,
  demo_request: 35,
  speaking_request: 31,
  advice_request: 31,
  partnership_vendor: 20,
  support_request: 25,
  general_chat: 14,
  job_inquiry: 8,
  spam: 0,
};

const valued = (finding: Finding | null | undefined, points: number): Worth | null =>
  finding ? { points, quote: finding.quote } : null;

const ROLE_POINTS = 3;

/** Whether both rest on the same words. */
const isSame = (one: Finding | null, other: Finding | undefined): boolean =>
  one !== null && one.quote.seq === other?.quote.seq && one.quote.from === other.quote.from;

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Number of words from which length and curiosity count in full. */
const WORDS_FULL = 120;
const MAX_ENGAGEMENT = 14;

export const SCORE_RULES: readonly ScoreRule[] = [
  {
    id: 'intent',
    group: 'fit',
    worth: ({ intent, intentQuote }) =>
      intent && intentQuote ? { points: INTENT_POINTS[intent], quote: intentQuote } : null,
    reason: ({ intent }) => INTENT_REASONS[intent ?? 'general_chat'],
  },
  {
    id: 'need',
    group: 'fit',
    worth: ({ painPoints, entities }) => {
      const [first, second] = painPoints;
      if (first) return { points: second ? 9 : 7, quote: first.quote };
      return valued(entities.use_case, 5);
    },
    reason: ({ painPoints, entities }) =>
      painPoints.length > 0
        ? `Has a clear need: ${painPoints
            .slice(0, 2)
            .map((pain) => pain.value)
            .join('; ')}.`
        : `Has something in mind: ${entities.use_case?.value}.`,
  },
  {
    id: 'company',
    group: 'fit',
    worth: ({ entities }) => valued(entities.org_name, 7),
    reason: ({ entities }) => `Speaks for ${entities.org_name?.value}.`,
  },
  {
    id: 'role',
    group: 'fit',
    // A role that decides by itself counts once, as the next rule's entry.
    worth: ({ entities, authority }) => (isSame(authority, entities.role) ? null : valued(entities.role, ROLE_POINTS)),
    reason: ({ entities }) => `Role: ${entities.role?.value}.`,
  },
  {
    id: 'authority',
    group: 'buying',
    worth: ({ authority, entities }) => valued(authority, 8 + (isSame(authority, entities.role) ? ROLE_POINTS : 0)),
    reason: ({ authority }) => `Can decide: ${authority?.value}.`,
  },
  {
    id: 'budget',
    group: 'buying',
    worth: ({ entities }) => valued(entities.budget_range, 11),
    reason: ({ entities }) => `Names a budget: ${entities.budget_range?.value}.`,
  },
  {
    id: 'timeline',
    group: 'buying',
    worth: ({ entities }) => valued(entities.timeline, 11),
    reason: ({ entities }) => `Has a date in mind: ${entities.timeline?.value}.`,
  },
  {
    id: 'urgency',
    group: 'buying',
    worth: ({ urgency }) => valued(urgency, 9),
    reason: () => 'Says that it is urgent.',
  },
  {
    id: 'request',
    group: 'buying',
    worth: ({ request }) => valued(request, 4),
    reason: ({ request }) => `Asked for ${request?.value}.`,
  },
  {
    id: 'email',
    group: 'contact',
    worth: ({ entities }) => valued(entities.contact_email, 13),
    reason: ({ entities }) => `${CONTACT_REASONS.email}${entities.contact_email?.value}.`,
  },
  {
    id: 'phone',
    group: 'contact',
    worth: ({ phone, entities }) => valued(phone, entities.contact_email ? 6 : 10),
    reason: ({ phone }) => `${CONTACT_REASONS.phone}${phone?.value}.`,
  },
  {
    id: 'engagement',
    group: 'engagement',
    worth: ({ engagement, intentQuote }) => {
      const { words, questions, earlierVisits } = engagement;
      const points = Math.min(words / WORDS_FULL, 1) * 6 + Math.min(questions, 3) + Math.min(earlierVisits, 2) * 2;
      return intentQuote ? { points: Math.min(MAX_ENGAGEMENT, Math.round(points)), quote: intentQuote } : null;
    },
    // The number of words and questions is no reason to call.
    reason: ({ engagement: { earlierVisits } }) =>
      earlierVisits > 0 ? `Came back: ${counted(earlierVisits, 'earlier conversation')}.` : null,
  },
  {
    id: 'no_budget',
    group: 'deduction',
    worth: ({ noBudget, entities }) => (entities.budget_range ? null : valued(noBudget, -6)),
    reason: () => 'Says that there is no budget.',
  },
];

/** The highest score for each kind of disqualification: none of them is hot, and most are no lead at all. */
export const CEILINGS: Record<Disqualifier, { most: number; reason: string }> = {
  student: { most: 40, reason: 'Is a student, not a client' },
  vendor: { most: 35, reason: 'Sells something' },
  job_seeker: { most: 30, reason: 'Is about a job, not an engagement' },
  spam: { most: 5, reason: 'Reads like spam' },
  declined: { most: 25, reason: 'Said that they do not want it' },
  for_somebody_else: { most: 45, reason: 'Speaks of somebody else, not of themselves' },
};
