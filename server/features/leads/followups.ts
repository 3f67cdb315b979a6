import { tierOf } from '@understudy/contract/leads';
import type { LeadFacts } from './facts.ts';

/** Recommended next actions for the owner, the most urgent first; empty for somebody who is no lead. */
export function followupsOf(facts: LeadFacts, score: number): string[] {
  const { intent, entities, phone, request, disqualified } = facts;
  if (!intent || disqualified || intent === 'spam' || intent === 'general_chat') return [];
  const who = entities.person_name?.value ?? 'the visitor';
  const reachable = entities.contact_email?.value ?? phone?.value ?? null;
  const actions: string[] = [];
  if (tierOf(score) === 'hot' && reachable) actions.push(`Call or write to ${who} today: ${reachable}`);
  else if (request && reachable) actions.push(`Answer ${who}'s wish for ${request.value}: ${reachable}`);
  if (intent === 'purchase_intent') actions.push('Follow up on purchase interest');
  if (intent === 'demo_request') actions.push('Schedule product demo');
  if (intent === 'consulting_inquiry') actions.push('Prepare consulting proposal');
  if (intent === 'speaking_request') actions.push('Check the date and answer the invitation');
  if (intent === 'support_request') actions.push('Look into what does not work');
  if (intent === 'partnership_vendor') actions.push('Decide whether the offer is of interest');
  if (!reachable && tierOf(score) !== 'cold') actions.push('Ask for an address at which to answer');
  return actions;
}
