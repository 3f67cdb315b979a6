import type { ScoreBand } from '@understudy/contract/analytics';
import { counted } from '../../../ui/numbers.ts';
import { ChartPanel } from '../components/chart-panel.tsx';
import { useWidth } from '../components/use-width.ts';
import type { Box } from '../figures/box.ts';
import { bandName, scoreColumns, scoresTable, scoresWords, TIER_STARTS } from '../figures/scores.ts';
import { shortNumber } from '../words.ts';

const HEIGHT = 252;
const ROOM = { left: 2, right: 12, top: 50, bottom: 42 };

/** The distribution of final scores, with the tier boundaries. */
export function Scores({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="scores"
      title="How good are the leads?"
      className={className}
      answer={scoresWords}
      isEmpty={(bands) => bands.every(({ sessions }) => sessions === 0)}
      empty={{
        title: 'No score in these days',
        words: 'Each conversation counts here by its score, a running one by the score so far.',
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
            <title>{`${bandName(band)}: ${counted(band.sessions, 'conversation')}`}</title>
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
              {`${tier} from ${score}`}
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
          score; conversations above each column
        </text>
      </svg>
    </div>
  );
}
