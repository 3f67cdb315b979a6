import type { LeadFacts } from './facts.ts';
import { CEILINGS, SCORE_RULES } from './rules.ts';
import { CEILING_RULE, type Signal, standings, sumOf } from './score.ts';

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
