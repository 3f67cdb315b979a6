import type { Intent } from '@understudy/contract/leads';
import type { LeadFacts } from '../facts.ts';

/** Purposes of whoever wants an answer and no engagement: their words do not go with money for one. */
export const ANSWER_ONLY: ReadonlySet<Intent> = new Set(['advice_request', 'general_chat']);
/** What it is instead: which of them, the words say. */
export const ENGAGEMENT: ReadonlySet<Intent> = new Set(['consulting_inquiry', 'purchase_intent']);

/**
 * Whether somebody means to buy, whatever the tone of their questions: money of their own, and either a way to reach
 * them or a date and a need (docs/leads.md: an answer is wanted, 'not an engagement').
 */
export function meansToBuy({ entities, phone, painPoints, disqualified }: LeadFacts): boolean {
  if (disqualified || !entities.budget_range) return false;
  const reachable = entities.contact_email !== undefined || phone !== null;
  return reachable || (entities.timeline !== undefined && (painPoints.length > 0 || entities.use_case !== undefined));
}
