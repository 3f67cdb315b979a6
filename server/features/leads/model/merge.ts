import { ENTITY_NAMES, type EntityName } from '@understudy/contract/leads';
import type { Finding, LeadFacts, Quote } from '../facts.ts';
import type { ModelReading } from './reading.ts';

/**
 * Which reader wins when both have a value.
 * `model`: the model, unless the visitor has said something newer about it since the model read.
 * `embedded`: the embedded reader; the model only fills its gaps.
 * `later`: the one that quotes the later words; for the same message, the model.
 * `both`: all values, without duplicates.
 * `embedded_only`: the model is ignored.
 */
type Precedence = 'model' | 'embedded' | 'later' | 'both' | 'embedded_only';

/** A row of the table, which docs/decisions/merged-readings.md explains. */
interface Row {
  field: Exclude<keyof LeadFacts, 'entities' | 'confidence' | 'intentQuote'> | EntityName;
  who: Precedence;
  why: string;
}

/** Precedence by field. The score has no row: code derives it from the facts. */
export const PRECEDENCE: readonly Row[] = [
  {
    field: 'intent',
    who: 'model',
    why: 'reads a purpose better, when it is sure, no spam was heard, and nothing newer is as sure',
  },
  { field: 'person_name', who: 'model', why: 'knows names of more cultures' },
  { field: 'org_name', who: 'model', why: 'knows an organisation without its legal form' },
  { field: 'role', who: 'model', why: 'cuts positions out of long sentences better' },
  { field: 'budget_range', who: 'later', why: 'the last stated position wins' },
  { field: 'timeline', who: 'later', why: 'the last stated position wins' },
  { field: 'use_case', who: 'later', why: 'the last stated position wins' },
  {
    field: 'contact_email',
    who: 'embedded',
    why: 'whose address it is, is decided by tested rules; a wrong one does harm',
  },
  { field: 'phone', who: 'embedded', why: 'as the address' },
  { field: 'painPoints', who: 'both', why: 'each finds what the other misses; a phrase is told once' },
  { field: 'authority', who: 'embedded', why: 'worth many points: a stated rule comes first' },
  { field: 'request', who: 'embedded', why: 'worth many points: a stated rule comes first' },
  { field: 'urgency', who: 'embedded', why: 'worth points: a stated rule comes first' },
  { field: 'noBudget', who: 'later', why: 'said after a budget it takes it away, said before one it is over' },
  { field: 'disqualified', who: 'embedded', why: 'either may say it: it only lowers the score' },
  { field: 'engagement', who: 'embedded_only', why: 'is counted, not judged' },
];

/** Minimum confidence for a model's intent to count. */
export const MIN_CONFIDENCE = 0.6;
/** Pain points to keep. */
const MAX_PAIN_POINTS = 6;

const who = new Map(PRECEDENCE.map((row) => [row.field, row.who]));

/**
 * Merges the embedded reader's facts with a model reading. Both carry the visitor's own words as evidence, so the score
 * of the result can be explained. Pure: the same input always gives the same facts.
 */
export function mergeFacts(facts: LeadFacts, reading: ModelReading): LeadFacts {
  const pick = (field: Row['field'], own: Finding | null | undefined, models: Finding | null | undefined) =>
    choose(who.get(field) ?? 'embedded_only', own ?? null, models ?? null, reading.seq);
  const entities: LeadFacts['entities'] = { ...facts.entities };
  for (const { field } of PRECEDENCE) {
    if (!isEntity(field)) continue;
    const chosen = pick(field, facts.entities[field], reading.entities[field]);
    if (chosen) entities[field] = chosen;
  }
  const noBudget = pick('noBudget', facts.noBudget, reading.noBudget);
  const budget = entities.budget_range;
  if (budget && noBudget && isLater(noBudget.quote, budget.quote)) delete entities.budget_range;
  return {
    ...facts,
    ...mergedIntent(facts, reading),
    entities,
    phone: pick('phone', facts.phone, reading.phone),
    painPoints: together(facts.painPoints, reading.painPoints),
    authority: pick('authority', facts.authority, reading.authority),
    request: pick('request', facts.request, reading.request),
    urgency: pick('urgency', facts.urgency, reading.urgency),
    noBudget,
    disqualified: facts.disqualified ?? reading.disqualified,
  };
}

const ENTITIES: ReadonlySet<string> = new Set(ENTITY_NAMES);
const isEntity = (field: Row['field']): field is EntityName => ENTITIES.has(field);

/** The finding that counts by a rule. @param readTo the newest line that the model had read */
function choose(rule: Precedence, own: Finding | null, models: Finding | null, readTo: number): Finding | null {
  if (!own || !models || rule === 'embedded_only') return rule === 'embedded_only' ? own : (own ?? models);
  // What was said after the model read is newer than anything it knows.
  if (rule === 'embedded' || own.quote.seq > readTo) return own;
  return rule === 'later' && own.quote.seq > models.quote.seq ? own : models;
}

const isLater = (one: Quote, other: Quote): boolean =>
  one.seq > other.seq || (one.seq === other.seq && one.from > other.from);

/**
 * The model's intent, if it is confident, quotes its words, and the embedded reader found neither spam nor anything
 * newer that is at least as confident.
 */
function mergedIntent(
  facts: LeadFacts,
  { intent, seq }: ModelReading,
): Pick<LeadFacts, 'intent' | 'confidence' | 'intentQuote'> {
  const own = { intent: facts.intent, confidence: facts.confidence, intentQuote: facts.intentQuote };
  // A later line overrides the model's earlier reading only when it is at least as confident.
  const newer =
    facts.intentQuote !== null && facts.intentQuote.seq > seq && facts.confidence >= (intent?.confidence ?? 0);
  if (
    !intent ||
    intent.confidence < MIN_CONFIDENCE ||
    newer ||
    facts.intent === 'spam' ||
    facts.disqualified?.kind === 'spam'
  ) {
    return own;
  }
  return { intent: intent.value, confidence: intent.confidence, intentQuote: intent.quote };
}

/** All phrases, the embedded reader's first; of two that rest on the same words, the first. */
function together(own: readonly Finding[], models: readonly Finding[]): Finding[] {
  const all = [...own];
  for (const finding of models) {
    if (all.length >= MAX_PAIN_POINTS) break;
    if (!all.some((known) => overlap(known.quote, finding.quote) || sameWords(known.value, finding.value)))
      all.push(finding);
  }
  return all;
}

const overlap = (one: Quote, other: Quote): boolean =>
  one.seq === other.seq && one.from < other.to && other.from < one.to;

function sameWords(one: string, other: string): boolean {
  const [first, second] = [bare(one), bare(other)];
  return first.includes(second) || second.includes(first);
}

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
