import type { Intent } from '@understudy/contract/leads';
import type { ReadFacts } from './entities/reader.ts';
import { isOwnMeeting } from './entities/wishes.ts';
import type { LeadFacts } from './facts.ts';

/** Who does not come to spend: what money, dates and troubles they tell are those of an offer, of a post, or bait. */
const NOT_SPENDING: ReadonlySet<Intent> = new Set(['partnership_vendor', 'job_inquiry', 'spam']);

/** How sure that must be before what they tell is held back. */
const SURE_FROM = 0.5;

/**
 * The facts as far as they count for what the conversation is about: a seller's price is no budget, the end of an offer
 * no date of a project, and what hurts the clients that are promised no need of theirs. What was found stays known, for
 * the next message may show that it is about something else. A meeting that the visitor has anyway is no wish for one.
 */
export function heeded(told: LeadFacts): LeadFacts {
  const facts = told.request && isOwnMeeting(told.request.quote.text) ? { ...told, request: null } : told;
  if (!facts.intent || !NOT_SPENDING.has(facts.intent) || facts.confidence < SURE_FROM) return facts;
  const { budget_range: _budget, timeline: _timeline, use_case: _use, ...entities } = facts.entities;
  return { ...facts, entities, painPoints: [] };
}

/**
 * The facts with the newest number of the visitor's, also where nothing but its place in the line says that it is
 * theirs. What the conversation is about is told without it: the network has learnt from numbers that are told as such.
 */
export const withNumber = (facts: ReadFacts): LeadFacts =>
  facts.reader?.number ? { ...facts, phone: facts.reader.number } : facts;
