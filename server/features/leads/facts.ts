import type { EntityName, Intent } from '@understudy/contract/leads';

/** A span of the visitor's own words: characters `from` to `to` (exclusive) of the utterance at `seq`. */
export interface Quote {
  seq: number;
  from: number;
  to: number;
  text: string;
}

/** A normalized value with the quote that shows it. */
export interface Finding {
  value: string;
  quote: Quote;
}

/** Why somebody is no lead, however eager they sound (docs/leads.md, tiers). */
export type Disqualifier = 'student' | 'vendor' | 'job_seeker' | 'spam' | 'declined' | 'for_somebody_else';

/** What the visitor did in the conversation, apart from the facts they stated. */
export interface Engagement {
  messages: number;
  words: number;
  /** Number of their questions about the consultant's work. */
  questions: number;
  /** Number of this visitor's conversations before this one. */
  earlierVisits: number;
}

/**
 * What is known about a visitor from one conversation: the last stated value of each field, with its quote. Immutable:
 * learning a line creates a new object.
 */
export interface LeadFacts {
  intent: Intent | null;
  /** Confidence in the intent, 0 to 1. */
  confidence: number;
  /** The strongest evidence for the intent. */
  intentQuote: Quote | null;
  entities: Partial<Record<EntityName, Finding>>;
  phone: Finding | null;
  /** Short phrases for their problems, in the order mentioned. */
  painPoints: Finding[];
  /** That they decide, or influence the decision. */
  authority: Finding | null;
  /** What they asked for: a call, a meeting, an offer, a contract, a demonstration. */
  request: Finding | null;
  noBudget: Finding | null;
  urgency: Finding | null;
  disqualified: { kind: Disqualifier; quote: Quote } | null;
  engagement: Engagement;
}

/** The facts before the first line. */
export const noFacts = (earlierVisits = 0): LeadFacts => ({
  intent: null,
  confidence: 0,
  intentQuote: null,
  entities: {},
  phone: null,
  painPoints: [],
  authority: null,
  request: null,
  noBudget: null,
  urgency: null,
  disqualified: null,
  engagement: { messages: 0, words: 0, questions: 0, earlierVisits },
});
