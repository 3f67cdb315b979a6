import { disqualifierOf } from './disqualification.ts';
import type { LeadFacts, Quote } from './facts.ts';
import { CEILINGS, SCORE_RULES } from './rules.ts';

/** One entry of the log: the points of a rule changed, and these words changed them. Entries are never edited. */
export interface Signal {
  rule: string;
  points: number;
  quote: Quote;
}

/** The rule by which somebody who is no lead stays below their ceiling. */
export const CEILING_RULE = 'ceiling';

/**
 * The score of a log: the sum of its points, a whole number from 0 to 100.
 * Pure, so that anybody can add it up again.
 */
export function scoreOf(log: readonly Pick<Signal, 'points'>[]): number {
  return Math.min(100, Math.max(0, sumOf(log)));
}

/** What the points of a log add up to, a whole number that may be over 100 or below 0. */
export const sumOf = (log: readonly Pick<Signal, 'points'>[]): number =>
  Math.round(log.reduce((total, { points }) => total + points, 0));

/** What each rule's entries have come to so far. */
export function standings(log: readonly Pick<Signal, 'rule' | 'points'>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { rule, points } of log) sums.set(rule, (sums.get(rule) ?? 0) + points);
  return sums;
}

/** Points by rule that the facts are worth now, with the words that show it. */
function worths(facts: LeadFacts): Map<string, { points: number; quote: Quote }> {
  const found = new Map<string, { points: number; quote: Quote }>();
  for (const rule of SCORE_RULES) {
    const worth = rule.worth(facts);
    if (worth && worth.points !== 0) found.set(rule.id, worth);
  }
  const disqualified = disqualifierOf(facts);
  const sum = [...found.values()].reduce((total, { points }) => total + points, 0);
  const over = disqualified ? sum - CEILINGS[disqualified.kind].most : 0;
  if (disqualified && over > 0) found.set(CEILING_RULE, { points: -over, quote: disqualified.quote });
  return found;
}

/**
 * The entries that bring a log to what the facts are worth now: one for each rule whose points changed. Points that
 * facts no longer carry are taken back, with the newest words as their reason. What they want has an entry of no points
 * too where later words tell it better.
 *
 * @param latest the words after which the facts stand as they do
 */
export function newSignals(log: readonly Signal[], facts: LeadFacts, latest: Quote): Signal[] {
  const before = standings(log);
  const now = worths(facts);
  const added: Signal[] = [];
  for (const [rule, { points, quote }] of now) {
    const change = points - (before.get(rule) ?? 0);
    if (change !== 0 || (rule === INTENT_RULE && isToldBetter(log, quote))) added.push({ rule, points: change, quote });
  }
  for (const [rule, points] of before) {
    if (points !== 0 && !now.has(rule)) added.push({ rule, points: -points, quote: latest });
  }
  return added;
}

/** The rule whose words may be told better without a change of its points. */
const INTENT_RULE = 'intent';

function isToldBetter(log: readonly Signal[], { seq, from, text }: Quote): boolean {
  const shown = log.findLast(({ rule }) => rule === INTENT_RULE)?.quote;
  return shown !== undefined && (shown.seq !== seq || shown.from !== from || shown.text !== text);
}
