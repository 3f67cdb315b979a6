import type { ScoreStep } from '@understudy/contract/admin';

/** One rule's contribution to the score, with the latest words that show it; none if the whole conversation does. */
export interface Evidence {
  rule: string;
  points: number;
  quote: string;
  /** Index of these words in the score log. */
  index: number;
  /** Typed into the call form, so part of no utterance. */
  typed: boolean;
}

/**
 * The score log grouped by rule, largest contribution first. Contributions that were fully taken back are left out:
 * they add no points, and the curve shows them.
 */
export function evidenceOf(score: readonly ScoreStep[]): Evidence[] {
  const by = new Map<string, Evidence>();
  for (const [index, { rule, points, quote, from, to }] of score.entries()) {
    const sum = (by.get(rule)?.points ?? 0) + points;
    // No single line shows how much was said.
    const shown = rule === 'engagement' ? '' : quote;
    by.set(rule, { rule, points: sum, quote: shown, index, typed: shown !== '' && from === 0 && to === 0 });
  }
  return [...by.values()]
    .filter(({ points }) => points !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.index - other.index);
}

/** The sum of the evidence, and a note if the score is clamped to 0 to 100. */
export function sumWords(evidence: readonly Evidence[]): string {
  const sum = evidence.reduce((total, { points }) => total + points, 0);
  if (sum > 100) return `${sum} points together, cut at 100`;
  if (sum < 0) return `−${-sum} points together, not below 0`;
  return sum === 1 ? '1 point together' : `${sum} points together`;
}
