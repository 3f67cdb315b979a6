import type { ScoreBand } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { SCORE_SCALES, type Tier, tierOf } from '@understudy/contract/leads';
import { sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { shareWords } from '../words.ts';
import type { Box } from './box.ts';
import { columns, type FigureTable } from './table.ts';

/** '70 to 79'. */
export const bandName = ({ from, to }: { from: number; to: number }) => `${from} to ${to}`;

const allOf = (bands: readonly ScoreBand[]) => sum(bands, ({ sessions }) => sessions);

export function scoresWords(bands: readonly ScoreBand[]): string {
  const all = allOf(bands);
  const high = sum(bands, ({ from, sessions }) => (from >= HIGH_QUALITY_LEAD_SCORE ? sessions : 0));
  const share = shareWords(high, all);
  const of = `${numberWords(high)} of ${counted(all, 'conversation')}${share ? ` (${share})` : ''}`;
  return `${of} scored ${HIGH_QUALITY_LEAD_SCORE} or more, the bar for a high-quality lead.`;
}

export const scoresTable = (bands: readonly ScoreBand[]): FigureTable => ({
  columns: columns('Score', 'Conversations', 'Part of all'),
  rows: bands.map((band) => [
    bandName(band),
    numberWords(band.sessions),
    shareWords(band.sessions, allOf(bands)) ?? '0%',
  ]),
});

/** The lower bounds of the tiers. */
export const TIER_STARTS: readonly { score: number; tier: Tier }[] = SCORE_SCALES.tier
  .map(({ grade, from }) => ({ score: from, tier: grade }))
  .filter(({ score }) => score > 0);

/** A rectangle of one tier; a band that contains a tier boundary has two. */
export interface Column {
  tier: Tier;
  x: number;
  width: number;
  y: number;
  height: number;
}

/** The columns in a box with scores from 0 to 100 on the horizontal axis. */
export function scoreColumns(bands: readonly ScoreBand[], box: Box, gap: number) {
  const most = Math.max(1, ...bands.map(({ sessions }) => sessions));
  const x = scaleLinear([0, 100], [box.left, box.width - box.right]);
  const y = scaleLinear([0, most], [box.height - box.bottom, box.top]);
  /** A band ends where the next begins; the last includes 100. */
  const endOf = ({ to }: ScoreBand) => (to >= 100 ? 100 : to + 1);
  return {
    x,
    columns: bands.map((band) => {
      const end = endOf(band);
      const cuts = [
        band.from,
        ...TIER_STARTS.map(({ score }) => score).filter((at) => at > band.from && at < end),
        end,
      ];
      const parts = cuts.slice(1).map((to, index): Column => {
        const from = cuts[index] ?? band.from;
        const left = x(from) + (from === band.from ? gap / 2 : 0);
        return {
          tier: tierOf(from),
          x: left,
          width: x(to) - (to === end ? gap / 2 : 0) - left,
          y: y(band.sessions),
          height: y(0) - y(band.sessions),
        };
      });
      return { band, parts, middle: (x(band.from) + x(end)) / 2, top: y(band.sessions) };
    }),
  };
}
