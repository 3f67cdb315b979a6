import type { CalibrationBand } from '@understudy/contract/analytics';
import { sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { t } from '../../../platform/texts.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { type Box, ChartPanel, columns, type FigureTable, NOTHING, useWidth } from '../chart-panel.tsx';
import { shareWords } from '../words.ts';
import { bandName } from './scores.tsx';

const HEIGHT = 300;
const ROOM = { left: 46, right: 14, top: 26, bottom: 42 };
const RATES = [0, 0.25, 0.5, 0.75, 1];
const SCORES = [0, 25, 50, 75, 100];
/** Half the width of a whisker's cap. */
const CAP_PX = 4;

/** Whether leads with higher scores are won more often. */
export function Calibration({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="calibration"
      title={t('analytics.canTheScoreBeTrusted')}
      className={className}
      answer={calibrationWords}
      isEmpty={isUndecided}
      empty={{
        title: t('analytics.noLeadIsWonOr'),
        words: t('analytics.openASessionAndSet'),
      }}
      table={calibrationTable}
    >
      {(bands) => <Points bands={bands} />}
    </ChartPanel>
  );
}

function Points({ bands }: { bands: readonly CalibrationBand[] }) {
  const [ref, width] = useWidth();
  const box: Box = { width, height: HEIGHT, ...ROOM };
  const { x, y, points } = calibrationPoints(bands, box);
  const end = width - box.right;
  return (
    <div ref={ref}>
      <svg aria-hidden width={width} height={HEIGHT} className="chart-drawing">
        <text x={0} y={12} className="chart-label">
          {t('analytics.wonOfDecidedLeads')}
        </text>
        {RATES.map((rate) => (
          <g key={rate}>
            <path d={`M${box.left} ${y(rate)}H${end}`} className={rate === 0 ? 'chart-edge' : 'chart-rule'} />
            <text x={box.left - 8} y={y(rate)} textAnchor="end" dominantBaseline="central">
              {shareWords(rate, 1)}
            </text>
          </g>
        ))}
        <path d={`M${x(0)} ${y(0)}L${x(100)} ${y(1)}`} className="calibration-diagonal" />
        {points.map(({ from, x: at, y: rate, low, high, words, wordsAt }) => (
          <g key={from}>
            <path
              d={`M${at} ${low}V${high}M${at - CAP_PX} ${low}h${CAP_PX * 2}M${at - CAP_PX} ${high}h${CAP_PX * 2}`}
              className="calibration-whisker"
            />
            <circle cx={at} cy={rate} r={4.5} className="calibration-point" />
            <text x={at} y={wordsAt} textAnchor="middle" className="chart-figure">
              {words}
            </text>
          </g>
        ))}
        {SCORES.map((score) => (
          <text key={score} x={x(score)} y={HEIGHT - box.bottom + 16} textAnchor="middle">
            {score}
          </text>
        ))}
        <text x={x(50)} y={HEIGHT - 4} textAnchor="middle" className="chart-label">
          {t('analytics.finalScore')}
        </text>
      </svg>
      <p className="mt-2 text-muted-foreground text-sm">{t('analytics.onTheDashedLineA')}</p>
    </div>
  );
}

const decidedOf = ({ won, lost }: CalibrationBand) => won + lost;

/** Whether no lead has been marked as won or lost yet. */
export const isUndecided = (bands: readonly CalibrationBand[]) => bands.every((band) => decidedOf(band) === 0);

export function calibrationWords(bands: readonly CalibrationBand[]): string {
  const won = sum(bands, (band) => band.won);
  const decided = sum(bands, decidedOf);
  const share = shareWords(won, decided);
  const open = sum(bands, (band) => band.open);
  return t('analytics.decidedLeadsWon', {
    won: numberWords(won),
    decided,
    share: share ?? 'none',
    open,
  });
}

const percent = (rate: number | null) => (rate === null ? NOTHING : (shareWords(rate, 1) ?? NOTHING));

export const calibrationTable = (bands: readonly CalibrationBand[]): FigureTable => ({
  columns: columns(
    t('analytics.score'),
    t('analytics.won'),
    t('analytics.lost'),
    t('analytics.stillOpen'),
    t('analytics.wonOfDecided'),
    t('analytics.trueRate95Sure'),
  ),
  rows: bands.map((band) => [
    bandName(band),
    numberWords(band.won),
    numberWords(band.lost),
    numberWords(band.open),
    percent(band.rate),
    band.low === null || band.high === null
      ? NOTHING
      : t('ui.span', { start: percent(band.low), end: percent(band.high) }),
  ]),
});

/** Width of the label '16/17' in pixels, and its distances from the whisker's ends. */
const LABEL_PX = 42;
const ABOVE_PX = 7;
const BELOW_PX = 17;

/** A band with decided leads and its position: the rate, and the whisker of its confidence interval. */
interface CalibrationPoint {
  from: number;
  name: string;
  x: number;
  y: number;
  low: number;
  high: number;
  /** '3/5': won of decided. */
  words: string;
  /** Label position: above the whisker's upper end, or below its lower end if neighbours are close. */
  wordsAt: number;
}

/** Positions in a box with scores on the horizontal and rates on the vertical axis. */
export function calibrationPoints(bands: readonly CalibrationBand[], box: Box) {
  const x = scaleLinear([0, 100], [box.left, box.width - box.right]);
  const y = scaleLinear([0, 1], [box.height - box.bottom, box.top]);
  const isClose = x(10) - x(0) < LABEL_PX;
  const points = bands.flatMap((band, index): CalibrationPoint[] => {
    if (band.rate === null) return [];
    const high = y(band.high ?? band.rate);
    const low = y(band.low ?? band.rate);
    const isBelow = isClose && index % 2 === 1 && low + BELOW_PX < y(0);
    return [
      {
        from: band.from,
        name: bandName(band),
        x: x((band.from + band.to) / 2),
        y: y(band.rate),
        low,
        high,
        words: `${numberWords(band.won)}/${numberWords(decidedOf(band))}`,
        wordsAt: isBelow ? low + BELOW_PX : Math.max(box.top - 2, high - ABOVE_PX),
      },
    ];
  });
  return { x, y, points };
}
