import type { Intent } from '@understudy/contract/leads';
import type { LeadFacts } from '../facts.ts';

/** Intents of visitors who want an answer and no engagement, which contradicts money for one. */
export const ANSWER_ONLY: ReadonlySet<Intent> = new Set(['advice_request', 'general_chat']);
/** The intents to choose from instead; the words decide which. */
export const ENGAGEMENT: ReadonlySet<Intent> = new Set(['consulting_inquiry', 'purchase_intent']);

/**
 * Whether the visitor means to buy, whatever the tone of their questions: they have money of their own, and either
 * contact details or both a date and a need (docs/leads.md: an answer is wanted, 'not an engagement').
 */
export function meansToBuy({ entities, phone, painPoints, disqualified }: LeadFacts): boolean {
  if (disqualified || !entities.budget_range) return false;
  const reachable = entities.contact_email !== undefined || phone !== null;
  return reachable || (entities.timeline !== undefined && (painPoints.length > 0 || entities.use_case !== undefined));
}
