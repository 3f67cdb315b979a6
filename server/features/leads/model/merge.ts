import { ENTITY_NAMES, type EntityName } from '@understudy/contract/leads';
import { oneOf } from '../../../platform/text/patterns.ts';
import { fold } from '../../../platform/text/words.ts';
import type { Finding, LeadFacts, Quote } from '../facts.ts';
import type { ModelReading } from './reading.ts';

/** "Let's say we ...", but not "Let's say we can ...". */
const LET_US_SAY =
  "let(?:'?s| us) say (?:i|we|you|he|she|they|someone|somebody|that|there|a|an|my|our)\\b" +
  '(?! (?:can|could|will|would|do)\\b)';
const SUPPOSING = oneOf([
  'suppos(?:e|ing)|imagine (?:i|we|you|that|a|this)|hypothetical(?:ly)?|what if',
  LET_US_SAY,
  "say you(?:'ve| have|'re| are)|pretend|in theory|if (?:i|we|one|someone) (?:had|were|was|ran|won|owned|ever)|as if",
  'role[- ]?play|invented|made[- ]up|fictional|fictitious|for the sake of argument|would typically|typically',
]);
const HYPOTHETICAL = new RegExp(`\\b${SUPPOSING}\\b`);
const NOT_HYPOTHETICAL = new RegExp(
  [
    String.raw`\bnot (?:a )?hypothetical|no longer hypothetical`,
    String.raw`joking aside|in earnest|seriously (?:now|though)|for real|ok real talk\b`,
  ].join('|'),
);
const MOCKING = oneOf([
  'oh sure|oh great|oh wonderful|oh brilliant|yeah right|yeah sure|sure,? because|of course,? because|as hot as',
  'take my money|shut up and take|lol sure|my first-?born|monopoly money|a (?:billion|gazillion|zillion)',
  'all the money in',
]);
const SARCASTIC = new RegExp(`\\b${MOCKING}\\b|/s\\b`);
const KIN = oneOf(
  `friend mate buddy pal cousin neighbou?r brother sister uncle aunt auntie nephew niece husband wife father mother dad
  mum mom son daughter brother-in-law sister-in-law father-in-law mother-in-law flatmate roommate girlfriend boyfriend
  partner's ex landlord competitor client's`,
);
const THIRD = new RegExp(
  [
    `\\b(?:my|a|our|his|her|some) (?:\\w+ )?${KIN}\\b(?:'s)?(?! (?:and (?:i|me)|&)\\b)`,
    "\\b(?:he|she|they)(?:'s| has|'ve| have) (?:got )?(?:tons|loads|lots|plenty|the budget|the money|a budget|money)",
    `\\bon behalf of (?:a|my) ${KIN}\\b`,
  ].join('|'),
);
const OVER = oneOf([
  'had|was|were|used to|last (?:year|month|week|spring|summer|autumn|fall|winter|time)|years? ago',
  'already (?:paid|spent|paying)|spent|burn(?:ed|t)|wasted|cost (?:us|me|him|her|them)|lost',
  "paid (?:an?|for|him|her|them|the)|are gone|is gone|'s gone|gone on|went on|went to",
]);
const PAST = new RegExp(`\\b${OVER}\\b`);
const DENIED = new RegExp(
  [
    String.raw`\b(?:no|not|never|none|nothing|without|cannot|nobody|neither|nor|zero)\b`,
    String.raw`n't\b|\bdont\b|\bwont\b|\bcant\b|\bisnt\b`,
    String.raw`\bkein(?:e|en)?\b|\bnicht\b|\bpas de\b|\bsin\b|\bgeen\b`,
  ].join('|'),
);

/**
 * How a clause is meant. The flags are independent, for a clause may be past and yet about the visitor; each field
 * checks the flags that matter to it.
 */
export interface AssertionStatus {
  hypothetical: boolean;
  sarcastic: boolean;
  third: boolean;
  past: boolean;
  denied: boolean;
}

/** Reads the assertion status of each clause. A supposition holds until the sentence ends or retracts it. */
export function readAssertionStatuses(clauses: readonly Clause[]): AssertionStatus[] {
  let supposed = -1;
  let mocking = false;
  return clauses.map((clause) => {
    const { folded } = clause;
    if (NOT_HYPOTHETICAL.test(folded)) {
      supposed = -1;
      mocking = false;
    } else if (HYPOTHETICAL.test(folded)) supposed = clause.sentence;
    if (SARCASTIC.test(folded)) mocking = true;
    return {
      hypothetical: supposed === clause.sentence,
      sarcastic: mocking,
      third: THIRD.test(folded),
      past: PAST.test(folded),
      denied: DENIED.test(folded),
    };
  });
}

/** A span of a line that says one thing; characters `from` to `to` (exclusive) of the sanitized text. */
export interface Clause {
  from: number;
  to: number;
  text: string;
  /** Lower case, without accents. */
  folded: string;
  /** Number of its sentence. */
  sentence: number;
  /** Whether its sentence is a question. */
  asks: boolean;
}

/** Sentences of one line that are separated; the rest is read as one. */
const MAX_SENTENCES = 60;
/** A sentence's end, a new line, or a dash between two thoughts. */
const SENTENCE_END = /[.!?;\u2026]+["')\]\u201d]*(?=\s|$)|\n+|\s[\u2014\u2013-]{1,2}\s/gu;
/** A full stop after these ends no sentence. */
const ABBREVIATIONS = `dr mr mrs ms prof st mag ing dipl no nr ca approx incl excl e\\.g i\\.e jan feb mar apr jun jul
  aug sept? oct nov dec dept vs hon capt rev sr jr d c ul \\p{Lu} \\d{1,2}`;
const ABBREVIATED = new RegExp(String.raw`(?:^|[\s(])${oneOf(ABBREVIATIONS)}$`, 'iu');
/** Words after which the rest may contradict what came before. */
const CONTRASTS = 'but|however|although|though|except|whereas|aber|mais|pero';
const CORRECTIONS = 'only that|or no wait|no sorry|no wait|actually no';
const TURN = new RegExp(`,?\\s(?:${CONTRASTS}|${CORRECTIONS})\\s`, 'gi');
/** Words that start a new thought in speech without punctuation. */
const STARTING = oneOf('and so because cause which well right yeah then');
const STARTED = oneOf("i i'm i've i'd we we're we've it it's that's he she they my our the there there's please no");
const SPOKEN_TURN = new RegExp(`\\s${STARTING}\\s(?=${STARTED}\\b)`, 'gi');

/** Places within characters `from` to `to` at which a pattern begins a new clause. */
function cuts(text: string, from: number, to: number, pattern: RegExp): number[] {
  const places: number[] = [];
  for (const match of text.slice(from, to).matchAll(pattern)) places.push(from + match.index + 1);
  return places;
}

function sentencesOf(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const before = text.slice(Math.max(0, match.index - 8), match.index);
    if (match[0] === '.' && ABBREVIATED.test(before)) continue;
    const to = match.index + match[0].length;
    if (found.length === MAX_SENTENCES) break;
    if (text.slice(from, to).trim()) found.push({ from, to });
    from = to;
  }
  if (text.slice(from).trim()) found.push({ from, to: text.length });
  return found;
}

/** Words of a sentence without commas that counts as speech. */
const MIN_SPOKEN_WORDS = 12;

/** Splits a text into clauses, in order. Together they cover every word of it. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (const [number, sentence] of sentencesOf(text).entries()) {
    const whole = text.slice(sentence.from, sentence.to);
    const spoken = !/[,:]/.test(whole) && whole.split(/\s+/, MIN_SPOKEN_WORDS).length >= MIN_SPOKEN_WORDS;
    const places = cuts(text, sentence.from, sentence.to, TURN);
    if (spoken) places.push(...cuts(text, sentence.from, sentence.to, SPOKEN_TURN));
    places.sort((one, other) => one - other);
    const asks = whole.includes('?');
    let from = sentence.from;
    for (const to of [...places, sentence.to]) {
      const part = text.slice(from, to);
      if (part.trim()) clauses.push({ from, to, text: part, folded: fold(part), sentence: number, asks });
      from = to;
    }
  }
  return clauses;
}

/** The clause at a place. */
export const clauseAt = (clauses: readonly Clause[], place: number): Clause | undefined =>
  clauses.find(({ from, to }) => place >= from && place < to);

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
