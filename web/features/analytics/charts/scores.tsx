import type { ScoreBand } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { SCORE_SCALES, type Tier, tierOf } from '@understudy/contract/leads';
import { sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { t } from '../../../platform/texts.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { type Box, ChartPanel, columns, type FigureTable, useWidth } from '../chart-panel.tsx';
import { shareWords, shortNumber } from '../words.ts';

const HEIGHT = 252;
const ROOM = { left: 2, right: 12, top: 50, bottom: 42 };

/** The distribution of final scores, with the tier boundaries. */
export function Scores({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="scores"
      title={t('analytics.howGoodAreTheLeads')}
      className={className}
      answer={scoresWords}
      isEmpty={(bands) => bands.every(({ sessions }) => sessions === 0)}
      empty={{
        title: t('analytics.noScoreInTheseDays'),
        words: t('analytics.eachConversationCountsHereBy'),
      }}
      table={scoresTable}
    >
      {(bands) => <Columns bands={bands} />}
    </ChartPanel>
  );
}

function Columns({ bands }: { bands: readonly ScoreBand[] }) {
  const [ref, width] = useWidth();
  const box: Box = { width, height: HEIGHT, ...ROOM };
  const { x, columns } = scoreColumns(bands, box, width < 420 ? 3 : 6);
  const foot = HEIGHT - ROOM.bottom;
  return (
    <div ref={ref}>
      <svg aria-hidden width={width} height={HEIGHT} className="chart-drawing">
        {columns.map(({ band, parts }) => (
          <g key={band.from}>
            <title>{t('analytics.conversationsAt', { at: bandName(band), count: band.sessions })}</title>
            {parts.map((part) => (
              <rect
                key={part.x}
                x={part.x}
                y={part.y}
                width={Math.max(0, part.width)}
                height={part.height}
                data-tier={part.tier}
                className="score-column"
              />
            ))}
          </g>
        ))}
        {TIER_STARTS.map(({ score, tier }) => (
          <g key={tier}>
            <path d={`M${x(score)} 20V${foot}`} className="score-tier" />
            <text
              x={x(score) + (tier === 'hot' ? 5 : -5)}
              y={14}
              textAnchor={tier === 'hot' ? 'start' : 'end'}
              className="chart-label"
            >
              {t('analytics.tierFrom', { tier, score })}
            </text>
          </g>
        ))}
        {columns.map(({ band, middle, top }) =>
          band.sessions > 0 ? (
            <text key={band.from} x={middle} y={top - 6} textAnchor="middle" className="chart-figure">
              {shortNumber(band.sessions)}
            </text>
          ) : null,
        )}
        <path d={`M${box.left} ${foot}H${width - box.right}`} className="chart-edge" />
        {bands.map(({ from }) => (
          <text key={from} x={x(from)} y={foot + 16} textAnchor={from === 0 ? 'start' : 'middle'}>
            {from}
          </text>
        ))}
        <text x={x(100)} y={foot + 16} textAnchor="middle">
          100
        </text>
        <text x={x(50)} y={HEIGHT - 4} textAnchor="middle" className="chart-label">
          {t('analytics.scoreConversationsAboveEachColumn')}
        </text>
      </svg>
    </div>
  );
}

/** '70 to 79'. */
export const bandName = ({ from, to }: { from: number; to: number }) =>
  t('ui.span', { start: String(from), end: String(to) });

const allOf = (bands: readonly ScoreBand[]) => sum(bands, ({ sessions }) => sessions);

export function scoresWords(bands: readonly ScoreBand[]): string {
  const all = allOf(bands);
  const high = sum(bands, ({ from, sessions }) => (from >= HIGH_QUALITY_LEAD_SCORE ? sessions : 0));
  const share = shareWords(high, all);
  return t('analytics.scoredOrMoreTheBar', {
    high: numberWords(high),
    count: all,
    share: share ?? 'none',
    score: HIGH_QUALITY_LEAD_SCORE,
  });
}

export const scoresTable = (bands: readonly ScoreBand[]): FigureTable => ({
  columns: columns(t('analytics.score'), t('analytics.columnConversations'), t('analytics.share')),
  rows: bands.map((band) => [
    bandName(band),
    numberWords(band.sessions),
    shareWords(band.sessions, allOf(bands)) ?? '0%',
  ]),
});

/** The lower bounds of the tiers. */
const TIER_STARTS: readonly { score: number; tier: Tier }[] = SCORE_SCALES.tier
  .map(({ grade, from }) => ({ score: from, tier: grade }))
  .filter(({ score }) => score > 0);

/** A rectangle of one tier; a band that contains a tier boundary has two. */
interface Column {
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
