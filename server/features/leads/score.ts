import type { LeadFacts, Quote } from './facts.ts';
import { CEILINGS, SCORE_RULES } from './rules.ts';
import { disqualifierOf } from './update-facts.ts';

/** A log entry: a change of a rule's points, with the words that caused it. Entries are never edited. */
export interface Signal {
  rule: string;
  points: number;
  quote: Quote;
}

/** The rule that keeps a disqualified visitor below their ceiling. */
const CEILING_RULE = 'ceiling';

/** The score of a log: the sum of its points, a whole number from 0 to 100. Pure, so that anybody can recompute it. */
export function scoreOf(log: readonly Pick<Signal, 'points'>[]): number {
  return Math.min(100, Math.max(0, sumOf(log)));
}

/** The sum of a log's points, a whole number that may be over 100 or below 0. */
const sumOf = (log: readonly Pick<Signal, 'points'>[]): number =>
  Math.round(log.reduce((total, { points }) => total + points, 0));

/** Sum of each rule's entries. */
function standings(log: readonly Pick<Signal, 'rule' | 'points'>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { rule, points } of log) sums.set(rule, (sums.get(rule) ?? 0) + points);
  return sums;
}

/** Current points of the facts by rule, with the words that show them. */
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
 * The entries that bring a log up to date with the facts: one for each rule whose points changed. Points that the facts
 * no longer support are taken back, with the newest words as the reason. The intent also gets an entry of 0 points when
 * later words show it better.
 *
 * @param latest the words that led to the current facts
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

/** The rule whose quote may improve without a change of points. */
const INTENT_RULE = 'intent';

function isToldBetter(log: readonly Signal[], { seq, from, text }: Quote): boolean {
  const shown = log.findLast(({ rule }) => rule === INTENT_RULE)?.quote;
  return shown !== undefined && (shown.seq !== seq || shown.from !== from || shown.text !== text);
}

/** Maximum number of reasons to show; nobody reads more. */
const MAX_REASONS = 5;
/** Smaller weights explain nothing. */
const MIN_WEIGHT = 3;

/** A sentence for a score that was clamped and so is not the sum of its points; null when it was not. */
function cutOf(log: readonly Signal[]): string | null {
  const sum = sumOf(log);
  if (sum > 100) return `The points add up to ${sum}: the score is cut at 100.`;
  return sum < 0 ? `The points add up to −${-sum}: the score is not below 0.` : null;
}

/**
 * The main reasons of a score, one sentence each, by their weight for or against it; last, when the points add up to
 * more or less than a score may be, a note that it was clamped.
 */
export function reasonsOf(log: readonly Signal[], facts: LeadFacts): string[] {
  const sentences: { weight: number; text: string }[] = [];
  for (const [id, points] of standings(log)) {
    if (Math.abs(points) < MIN_WEIGHT) continue;
    const rule = SCORE_RULES.find((one) => one.id === id);
    const text = rule?.reason(facts);
    if (text) sentences.push({ weight: Math.abs(points), text });
    else if (id === CEILING_RULE) {
      const { most, reason } = CEILINGS[facts.disqualified?.kind ?? 'spam'];
      // The ceiling that limits everything else comes first.
      sentences.push({ weight: Number.POSITIVE_INFINITY, text: `${reason}: at most ${most} points.` });
    }
  }
  const told = sentences
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_REASONS)
    .map(({ text }) => text);
  const cut = cutOf(log);
  return cut ? [...told, cut] : told;
}
