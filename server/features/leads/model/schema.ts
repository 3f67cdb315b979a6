import { type ENTITY_NAMES, INTENTS } from '@understudy/contract/leads';
import { z } from 'zod';
import type { Disqualifier } from '../facts.ts';

/** What a visitor may have asked for, in the words in which it is told. */
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

/** Longest stretch of the visitor's words that is taken for one thing. */
const MAX_WORDS = 300;
/** Pain points that are asked for. */
export const MAX_PAIN_POINTS = 5;

/** Words of the visitor's, copied. */
export const copiedWords = z.string().trim().min(1).max(MAX_WORDS);
const copied = copiedWords.nullable();

/**
 * What a model is asked for. It points at the visitor's words and chooses from lists; it writes nothing of its own, and
 * it is never asked for a score: the number comes from code, so that no visitor can talk it up.
 */
export const modelAnswer = z.strictObject({
  intent: z.enum(INTENTS),
  /** How sure the intent is, 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** The words that show the intent. */
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

/** An answer as far as it could be used; what is missing was not given, or not fit. */
export type ModelAnswer = Partial<z.infer<typeof modelAnswer>>;
