import type { ScoreStep } from '@understudy/contract/admin';

/** What one rule adds to the score, with the newest words that show it: none where all of them do. */
export interface Evidence {
  rule: string;
  points: number;
  quote: string;
  /** Place of these words in the score's log. */
  index: number;
  /** They stand in no utterance: they were typed into the form for a call. */
  typed: boolean;
}

/**
 * The log of a score by rule, the weightiest first. What was taken back whole is left out: its points are none, and the
 * curve shows that they were there.
 */
export function evidenceOf(score: readonly ScoreStep[]): Evidence[] {
  const by = new Map<string, Evidence>();
  for (const [index, { rule, points, quote, from, to }] of score.entries()) {
    const sum = (by.get(rule)?.points ?? 0) + points;
    // How much was said no single line shows.
    const shown = rule === 'engagement' ? '' : quote;
    by.set(rule, { rule, points: sum, quote: shown, index, typed: shown !== '' && from === 0 && to === 0 });
  }
  return [...by.values()]
    .filter(({ points }) => points !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.index - other.index);
}

/** What the points of the evidence come to, and that the score is cut where they are over 100 or below 0. */
export function sumWords(evidence: readonly Evidence[]): string {
  const sum = evidence.reduce((total, { points }) => total + points, 0);
  if (sum > 100) return `${sum} points together, cut at 100`;
  if (sum < 0) return `−${-sum} points together, not below 0`;
  return sum === 1 ? '1 point together' : `${sum} points together`;
}
