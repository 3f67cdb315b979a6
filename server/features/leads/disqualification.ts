import type { Intent } from '@understudy/contract/leads';
import type { Disqualifier, LeadFacts } from './facts.ts';
import { A_PARTNERSHIP } from './request-words.ts';

/** Intents of people who do not come to buy: their money, dates and problems belong to an offer, a job post or bait. */
const NOT_SPENDING: Partial<Record<Intent, Disqualifier>> = {
  partnership_vendor: 'vendor',
  job_inquiry: 'job_seeker',
  spam: 'spam',
};

/** Confidence from which their facts are held back. */
export const SURE_FROM = 0.5;

/**
 * The facts that count for the conversation's intent: a seller's price is no budget, the end of an offer is no project
 * date, and the problems of a seller's clients are no need. The other facts are kept, for the next message may show a
 * different intent.
 */
export function withoutDisqualified(facts: LeadFacts): LeadFacts {
  if (!facts.intent || !(facts.intent in NOT_SPENDING) || facts.confidence < SURE_FROM) return facts;
  const { budget_range: _budget, timeline: _timeline, use_case: _use, ...entities } = facts.entities;
  return { ...facts, entities, painPoints: [] };
}

/**
 * What lowers the score: the visitor said that they are no lead, or the conversation is most likely about selling, a
 * job post or bait. Somebody who proposes a partnership does not count as a seller.
 */
export function disqualifierOf({ intent, intentQuote, confidence, disqualified, request }: LeadFacts) {
  const kind = intent ? NOT_SPENDING[intent] : undefined;
  const isPartner = kind === 'vendor' && request?.value === A_PARTNERSHIP;
  const sells = kind && intentQuote && !isPartner && confidence >= SURE_FROM ? { kind, quote: intentQuote } : null;
  return disqualified ?? sells;
}
