import type { RequestedCall } from '@understudy/contract/leads';
import type { LeadFacts, Quote } from './facts.ts';

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
