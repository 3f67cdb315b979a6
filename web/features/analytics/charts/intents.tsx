import type { TimePoint } from '@understudy/contract/analytics';
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter } from 'd3-shape';
import { numberWords } from '../../../ui/numbers.ts';
import { useWidth } from '../components/use-width.ts';
import { type IntentSeries, intentSeries, totalOf } from '../figures/over-time.ts';
import { intentWords, shareWords } from '../words.ts';

const HEIGHT = 36;

/** What conversations were about over the same days: one small chart per intent, all to the same scale. */
export function Intents({ points }: { points: readonly TimePoint[] }) {
  const series = intentSeries(points);
  const most = max(series.flatMap(({ counts }) => counts)) ?? 1;
  const all = totalOf(points).sessions;
  if (series.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 font-medium font-sans text-base">
        What were they about? <span className="font-normal text-muted-foreground text-sm">All to one scale.</span>
      </h3>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
        {series.map((one) => (
          <li key={one.intent} className="min-w-0">
            <p className="text-sm leading-snug">{intentWords(one.intent)}</p>
            <p className="tabular-nums">
              <span className="font-serif text-lg">{numberWords(one.total)}</span>{' '}
              <span className="text-muted-foreground text-sm">{shareWords(one.total, all)}</span>
            </p>
            <Small series={one} most={most} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Small({ series: { counts }, most }: { series: IntentSeries; most: number }) {
  const [ref, width] = useWidth();
  const x = scaleLinear([0, counts.length], [0, width]);
  const y = scaleLinear([0, Math.max(1, most)], [HEIGHT - 1, 2]);
  const path = area<number>(
    (_, index) => x(index),
    y(0),
    (count) => y(count),
  ).curve(curveStepAfter)([...counts, counts.at(-1) ?? 0]);
  return (
    <div ref={ref} className="mt-1">
      <svg aria-hidden width={width} height={HEIGHT} className="chart-drawing">
        <path d={path ?? ''} className="intent-area" />
        <path d={`M0 ${HEIGHT - 0.5}H${width}`} className="chart-edge" />
      </svg>
    </div>
  );
}
