import type { RequestedCall } from '@understudy/contract/leads';
import type { LeadFacts, Quote } from './facts.ts';

/** What a visitor typed into the page's form for a call. */
export interface CallForm extends RequestedCall {
  /** Their newest line before it; -1 before the first. */
  after: number;
}

/**
 * The words of a form as evidence: they stand in no utterance, so they are characters 0 to 0 of the one behind which
 * they were typed.
 */
export const typedQuote = (text: string, after: number): Quote => ({ seq: Math.max(0, after), from: 0, to: 0, text });

/**
 * The facts with what was typed into the form: the visitor's own address, and the wish for a call. An address that they
 * told after it counts more, as the last stated one does everywhere.
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
