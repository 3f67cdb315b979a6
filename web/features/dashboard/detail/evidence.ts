import type { ScoreStep } from '@understudy/contract/admin';

/** What one rule adds to the score, with the newest words that show it. */
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
    by.set(rule, { rule, points: sum, quote, index, typed: quote !== '' && from === 0 && to === 0 });
  }
  return [...by.values()]
    .filter(({ points }) => points !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.index - other.index);
}
