import { expect, test } from 'vitest';
import { gradeOf, SCORE_SCALES, type ScoreScale, TIERS } from './leads.ts';

test.each([
  ['tier', 100, 'hot'],
  ['tier', 75, 'hot'],
  ['tier', 74, 'warm'],
  ['tier', 50, 'warm'],
  ['tier', 49, 'cold'],
  ['tier', 0, 'cold'],
  ['stat_card', 70, 'high-quality'],
  ['stat_card', 69, 'not counted'],
  ['chat_priority', 70, 'high'],
  ['chat_priority', 69, 'medium'],
  ['chat_priority', 40, 'medium'],
  ['chat_priority', 39, 'low'],
  ['item_priority', 71, 'high'],
  ['item_priority', 70, 'medium'],
  ['item_priority', -3, 'medium'],
] as const)('on the scale %s a score of %i is %s', (scale, score, grade) => {
  expect(gradeOf(scale, score)).toBe(grade);
});

test('every scale begins at 0 and lists its grades from the highest', () => {
  expect(SCORE_SCALES.tier.map(({ grade }) => grade)).toEqual(TIERS);
  for (const scale of Object.keys(SCORE_SCALES) as ScoreScale[]) {
    const starts = SCORE_SCALES[scale].map(({ from }) => from);
    expect(starts).toEqual(starts.toSorted((one, other) => other - one));
    expect(starts.at(-1)).toBe(0);
  }
});
