import type { EntityName, Intent } from '@understudy/contract/leads';

/** A stretch of the visitor's own words: characters `from` to `to` (exclusive) of the utterance at `seq`. */
export interface Quote {
  seq: number;
  from: number;
  to: number;
  text: string;
}

/** Something that the visitor told, in the form in which it is used, with the words that told it. */
export interface Finding {
  value: string;
  quote: Quote;
}

/** Why somebody is no lead, however eager they sound (docs/leads.md, tiers). */
export type Disqualifier = 'student' | 'vendor' | 'job_seeker' | 'spam' | 'declined' | 'for_somebody_else';

/** What the visitor did in the conversation, beside what they told. */
export interface Engagement {
  /** Messages of theirs. */
  messages: number;
  /** Words of theirs. */
  words: number;
  /** Questions of theirs that were about the consultant's work. */
  questions: number;
  /** Conversations of this visitor before this one. */
  earlierVisits: number;
}

/**
 * What is known about a visitor from one conversation; the last stated position, each with its evidence. Facts are
 * values: learning a line gives new ones and leaves the old as they are.
 */
export interface LeadFacts {
  intent: Intent | null;
  /** How sure the intent is, 0 to 1. */
  confidence: number;
  /** The words that speak most for the intent. */
  intentQuote: Quote | null;
  entities: Partial<Record<EntityName, Finding>>;
  phone: Finding | null;
  /** Short phrases for what hurts, the first told first. */
  painPoints: Finding[];
  /** That they decide, or carry weight where it is decided. */
  authority: Finding | null;
  /** What they asked for: a call, a meeting, an offer, a contract, a demonstration. */
  request: Finding | null;
  /** That there is no money for it. */
  noBudget: Finding | null;
  /** That it is to happen at once. */
  urgency: Finding | null;
  disqualified: { kind: Disqualifier; quote: Quote } | null;
  engagement: Engagement;
}

/** Nothing is known yet. */
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
