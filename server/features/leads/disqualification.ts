import type { Intent } from '@understudy/contract/leads';
import type { Disqualifier, LeadFacts } from './facts.ts';
import { A_PARTNERSHIP } from './request-words.ts';

/** Who does not come to spend: what money, dates and troubles they tell are those of an offer, of a post, or bait. */
const NOT_SPENDING: Partial<Record<Intent, Disqualifier>> = {
  partnership_vendor: 'vendor',
  job_inquiry: 'job_seeker',
  spam: 'spam',
};

/** How sure that must be before what they tell is held back. */
export const SURE_FROM = 0.5;

/**
 * The facts that count for what the conversation is about: a seller's price is no budget, the end of an offer
 * no date of a project, and what hurts the clients that are promised no need of theirs. What was found stays known, for
 * the next message may show that it is about something else.
 */
export function withoutDisqualified(facts: LeadFacts): LeadFacts {
  if (!facts.intent || !(facts.intent in NOT_SPENDING) || facts.confidence < SURE_FROM) return facts;
  const { budget_range: _budget, timeline: _timeline, use_case: _use, ...entities } = facts.entities;
  return { ...facts, entities, painPoints: [] };
}

/**
 * What lowers a score: that they said to be no lead, or that the conversation is most likely about selling, a post or
 * bait. Whoever proposes to work together sells nothing.
 */
export function disqualifierOf({ intent, intentQuote, confidence, disqualified, request }: LeadFacts) {
  const kind = intent ? NOT_SPENDING[intent] : undefined;
  const isPartner = kind === 'vendor' && request?.value === A_PARTNERSHIP;
  const sells = kind && intentQuote && !isPartner && confidence >= SURE_FROM ? { kind, quote: intentQuote } : null;
  return disqualified ?? sells;
}
