import type { CalibrationBand } from '@understudy/contract/analytics';
import { ChartPanel } from '../components/chart-panel.tsx';
import { useWidth } from '../components/use-width.ts';
import type { Box } from '../figures/box.ts';
import { calibrationPoints, calibrationTable, calibrationWords, isUndecided } from '../figures/calibration.ts';
import { shareWords } from '../words.ts';

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
      title="Can the score be trusted?"
      className={className}
      answer={calibrationWords}
      isEmpty={isUndecided}
      empty={{
        title: 'No lead is won or lost yet',
        words:
          'Open a session and set what became of its lead to Won or Lost. From then on this compares the scores ' +
          'with what really happened: the more leads are decided, the surer it gets.',
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
          won of decided leads
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
          final score
        </text>
      </svg>
      <p className="mt-2 text-muted-foreground text-sm">
        On the dashed line a score of 60 would mean that 60 of 100 are won. Each whisker holds the true rate with 95%
        certainty; the figure at its tip says how many of how many were won.
      </p>
    </div>
  );
}
