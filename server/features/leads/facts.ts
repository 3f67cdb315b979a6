import type { EntityName, Intent, RequestedCall } from '@understudy/contract/leads';

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
interface Engagement {
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

/** What a visitor typed into the page's call form. */
export interface CallForm extends RequestedCall {
  /** Their newest line before it; -1 before the first. */
  after: number;
}

/**
 * Form text as evidence. It stands in no utterance, so the quote covers characters 0 to 0 of the utterance before it.
 */
export const typedQuote = (text: string, after: number): Quote => ({ seq: Math.max(0, after), from: 0, to: 0, text });

/**
 * Adds the form to the facts: the visitor's own address and the call request. An address stated after it wins, since
 * the last stated value always does.
 */
export function withCallForm(facts: LeadFacts, call: CallForm | null): LeadFacts {
  if (!call) return facts;
  const told = facts.entities.contact_email;
  const typed = { value: call.email, quote: typedQuote(call.email, call.after) };
  return {
    ...facts,
    entities: { ...facts.entities, contact_email: told && told.quote.seq > call.after ? told : typed },
    request: facts.request ?? { value: 'a call', quote: typedQuote(call.wished_time, call.after) },
  };
}

/** Longest quote of a sentence, in characters. */
const MAX_QUOTE_CHARS = 200;

/** The visitor's own words in the original line; the whole line when they were read with something left out. */
export function quoteOf({ seq, text }: { seq: number; text: string }, words: string): Quote {
  const found = text.indexOf(words);
  const from = Math.max(0, found);
  const to = found < 0 ? Math.min(text.length, MAX_QUOTE_CHARS) : from + Math.min(words.length, MAX_QUOTE_CHARS);
  return { seq, from, to, text: text.slice(from, to).toWellFormed() };
}

export const A_CALL = 'a call';
export const A_PARTNERSHIP = 'a partnership';
