import type { TimePoint } from '@understudy/contract/analytics';
import { type PointerEvent, useState } from 'react';
import { numberWords } from '../../../ui/numbers.ts';
import { ChartPanel } from '../components/chart-panel.tsx';
import { useWidth } from '../components/use-width.ts';
import type { Box } from '../figures/box.ts';
import {
  isHourly,
  namedPoints,
  overTimeTable,
  overTimeWords,
  peakOf,
  pointWords,
  skyline,
  totalOf,
} from '../figures/over-time.ts';
import { Intents } from './intents.tsx';

const HEIGHT = 240;
const ROOM = { left: 40, right: 104, top: 14, bottom: 28 };

/** Conversations and leads over time, and what they were about. */
export function OverTime({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="over_time"
      title="How many conversations were there, and how many leads?"
      className={className}
      answer={overTimeWords}
      isEmpty={(points) => totalOf(points).sessions === 0}
      empty={{
        title: 'No conversation in these days',
        words:
          'Each day’s conversations and leads stand here once visitors have talked with the twin, agreed that it ' +
          'is kept, and gone. A longer time range may have some.',
      }}
      table={overTimeTable}
    >
      {(points) => (
        <>
          <Skyline points={points} />
          <Intents points={points} />
        </>
      )}
    </ChartPanel>
  );
}

/** Leads are a subset of the conversations, so their area is drawn in front of the other. */
function Skyline({ points }: { points: readonly TimePoint[] }) {
  const [ref, width] = useWidth();
  const [looked, setLooked] = useState<number | null>(null);
  const hourly = isHourly(points);
  const peak = peakOf(points);
  const index = Math.min(looked ?? peak, points.length - 1);
  const point = points[index];
  const box: Box = { width, height: HEIGHT, ...ROOM };
  const { x, y, ticks, sessions, leads, labels } = skyline(points, box);
  const end = width - box.right;
  const foot = HEIGHT - box.bottom;
  const pointAt = ({ nativeEvent }: PointerEvent) => {
    const at = Math.floor(x.invert(nativeEvent.offsetX));
    setLooked(Math.max(0, Math.min(points.length - 1, at)));
  };
  const words = point ? pointWords(point, hourly) : '';
  return (
    <div className="skyline">
      <p aria-hidden className="min-h-6 text-sm tabular-nums">
        {looked === null ? 'The most: ' : ''}
        {words}
      </p>
      <div ref={ref} className="relative">
        <svg
          aria-hidden
          width={width}
          height={HEIGHT}
          className="chart-drawing touch-pan-y"
          onPointerMove={pointAt}
          onPointerDown={pointAt}
          onPointerLeave={() => setLooked(null)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <path d={`M${box.left} ${y(tick)}H${end}`} className="chart-rule" />
              <text x={box.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
                {numberWords(tick)}
              </text>
            </g>
          ))}
          <path d={sessions.area} className="skyline-sessions" />
          <path d={leads.area} className="skyline-leads" />
          <path d={sessions.line} className="skyline-sessions-line" />
          {leads.line && totalOf(points).leads > 0 ? <path d={leads.line} className="skyline-leads-line" /> : null}
          {looked !== null ? (
            <rect
              x={x(index)}
              y={box.top}
              width={Math.max(2, x(index + 1) - x(index))}
              height={foot - box.top}
              className="skyline-looked"
            />
          ) : null}
          {namedPoints(points, end - box.left).map(({ index: at, words: name }) => (
            <g key={at}>
              <path d={`M${x(at)} ${foot}v5`} className="chart-edge" />
              <text x={x(at)} y={HEIGHT - 6} textAnchor="start">
                {name}
              </text>
            </g>
          ))}
          <path d={`M${box.left} ${foot}H${end}`} className="chart-edge" />
          <text x={end + 8} y={labels.sessions} dominantBaseline="central" className="chart-label">
            conversations
          </text>
          <text x={end + 8} y={labels.leads} dominantBaseline="central" className="chart-label skyline-leads-label">
            leads
          </text>
        </svg>
        {/* The native slider handles keys and announces each day; the pointer uses the chart itself. */}
        <input
          type="range"
          className="skyline-slider"
          min={0}
          max={Math.max(0, points.length - 1)}
          value={index}
          aria-label={hourly ? 'Look at an hour' : 'Look at a day'}
          aria-valuetext={words}
          onFocus={() => setLooked(index)}
          onBlur={() => setLooked(null)}
          onChange={({ target }) => setLooked(Number(target.value))}
        />
      </div>
    </div>
  );
}
