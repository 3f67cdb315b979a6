import { type ENTITY_NAMES, INTENTS } from '@understudy/contract/leads';
import { z } from 'zod';
import type { Disqualifier } from '../facts.ts';

/** The possible requests, as presented to the owner. */
export const REQUESTS = [
  'a call',
  'a meeting',
  'an offer',
  'a contract',
  'a demonstration',
  'a talk or workshop',
] as const;

export const DISQUALIFIERS = [
  'student',
  'vendor',
  'job_seeker',
  'spam',
  'declined',
  'for_somebody_else',
] as const satisfies readonly Disqualifier[];

/** Longest span of the visitor's words for one value. */
const MAX_WORDS = 300;
export const MAX_PAIN_POINTS = 5;

/** Words copied from the visitor. */
export const copiedWords = z.string().trim().min(1).max(MAX_WORDS);
const copied = copiedWords.nullable();

/**
 * The answer that a model must give. It points at the visitor's words and chooses from lists, and writes nothing of its
 * own. It is never asked for a score: code computes it, so that no visitor can talk it up.
 */
export const modelAnswer = z.strictObject({
  intent: z.enum(INTENTS),
  /** Confidence in the intent, 0 to 1. */
  confidence: z.number().min(0).max(1),
  intent_words: copied,
  person_name: copied,
  org_name: copied,
  role: copied,
  budget_range: copied,
  timeline: copied,
  use_case: copied,
  contact_email: copied,
  phone: copied,
  pain_points: z.array(copiedWords).max(MAX_PAIN_POINTS),
  authority: copied,
  no_budget: copied,
  urgency: copied,
  request: z.strictObject({ kind: z.enum(REQUESTS), words: copiedWords }).nullable(),
  disqualified: z.strictObject({ kind: z.enum(DISQUALIFIERS), words: copiedWords }).nullable(),
} satisfies Record<(typeof ENTITY_NAMES)[number], z.ZodType> & Record<string, z.ZodType>);

/** The usable part of an answer; a missing field was not given or not valid. */
export type ModelAnswer = Partial<z.infer<typeof modelAnswer>>;
